// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/numericModes.hpp"
#include "app/dgtd/modes/orientation.hpp"
#include "app/dgtd/modes/outline.hpp"
#include "app/dgtd/modes/symmetricModes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace fluxtet::dgtd {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Sparse = Eigen::SparseMatrix<double>;

/// Rows of all unknowns but the `fixed` ones (ascending): a matrix of ones.
Sparse freeRows(Index unknowns, const std::vector<std::int32_t>& fixed) {
  std::vector<Eigen::Triplet<double>> ones;
  for (Index i = 0; i < unknowns; ++i)
    if (!std::binary_search(fixed.begin(), fixed.end(), static_cast<std::int32_t>(i)))
      ones.emplace_back(static_cast<Index>(ones.size()), i, 1);
  Sparse rows(static_cast<Index>(ones.size()), unknowns);
  rows.setFromTriplets(ones.begin(), ones.end());
  return rows;
}

/// The splitting weight at each unknown.
VectorXd weightAtUnknowns(const TriangleSpace& space) {
  const SplittingWeight weight(space.section());
  const auto places = space.places();
  VectorXd values(space.unknowns());
  for (Index i = 0; i < values.size(); ++i) values[i] = weight.at(places[i]);
  return values;
}

/// Replaces the vectors of each group of equal eigenvalues by those that extremise int w psi^2 in their span, in
/// ascending order of it times `direction`.
void splitDegenerate(EigenPairs& pairs, const VectorXd& w, const Sparse& M, double direction) {
  constexpr double equal = 1e-5;  // relative distance of eigenvalues that the mesh alone may separate
  for (Index first = 0, last = 0; first < pairs.value.size(); first = last) {
    for (last = first + 1;
         last < pairs.value.size() && pairs.value[last] - pairs.value[last - 1] < equal * pairs.value[last];)
      ++last;
    if (last - first < 2) continue;
    auto group = pairs.vector.middleCols(first, last - first);
    const MatrixXd form = group.transpose() * (M * (w.asDiagonal() * group));
    const Eigen::SelfAdjointEigenSolver<MatrixXd> split(direction * (form + form.transpose()));
    group = (group * split.eigenvectors()).eval();
    pairs.value.segment(first, last - first).setConstant(pairs.value.segment(first, last - first).mean());
  }
}

}  // namespace

std::vector<PortMode> scalarModes(const std::shared_ptr<const TriangleSpace>& space, ModeKind kind, int count) {
  const CrossSection& section = space->section();
  const bool isTe = kind == ModeKind::te;
  const std::vector<double> ones(section.triangle.size(), 1);
  const Sparse rows =
      freeRows(space->unknowns(), space->unknownsOn(isTe ? section.magneticEdge : section.electricEdge));
  const Sparse K = rows * space->stiffness(ones) * rows.transpose();
  const Sparse M = rows * space->mass(ones) * rows.transpose();
  // Without PMC a constant psi is a solution, but no mode.
  const Index constants = isTe && section.magneticEdge.empty() ? 1 : 0;
  // Two more, so that the last group of equal ones is whole.
  const Index wanted = std::min<Index>(count + constants + 2, K.rows());
  if (wanted <= constants) return {};
  EigenPairs pairs = lowestEigenpairs(K, M, -1 / areaOf(section), wanted);
  pairs.value = pairs.value.tail(wanted - constants).eval();
  pairs.vector = pairs.vector.rightCols(wanted - constants).eval();
  splitDegenerate(pairs, rows * weightAtUnknowns(*space), M, isTe ? 1 : -1);
  // e = grad psi x n (TE) or grad psi (TM), and h = n x e.
  const Eigen::Matrix2d quarterTurn{{0, -1}, {1, 0}};
  const Eigen::Matrix2d turn = isTe ? Eigen::Matrix2d(quarterTurn.transpose()) : Eigen::Matrix2d::Identity();
  std::vector<PortMode> modes;
  for (Index i = 0; i < std::min<Index>(count, pairs.value.size()); ++i) {
    PortMode& mode = modes.emplace_back();
    mode.kind = kind;
    mode.name = fmt::format("{} {}", isTe ? "TE" : "TM", i + 1);
    mode.cutoff = std::sqrt(pairs.value[i]);
    mode.epsilonR = section.epsilonR[0];
    mode.muR = section.muR[0];
    const VectorXd psi = rows.transpose() * pairs.vector.col(i) / mode.cutoff;
    const double sign = signOf(space->gradientProfile(psi, turn), section);
    mode.electric = space->gradientProfile(psi, sign * turn);
    mode.magnetic = space->gradientProfile(psi, sign * quarterTurn * turn);
  }
  return modes;
}

}  // namespace fluxtet::dgtd
