// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/numericModes.hpp"
#include "app/dgtd/modes/orientation.hpp"
#include "app/dgtd/modes/outline.hpp"
#include "app/dgtd/modes/symmetricModes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
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

/// w at each unknown: a sum of cos(2 m phi) r^(2 m) about the centre. Every degenerate pair cos(m phi), sin(m phi) of a
/// round guide has one term that tells the two apart; so have the pairs of a square.
VectorXd splittingWeight(const TriangleSpace& space) {
  const auto centre = centreOf(space.section());
  const double length = std::sqrt(areaOf(space.section()));
  const auto places = space.places();
  VectorXd weight(space.unknowns());
  for (Index i = 0; i < weight.size(); ++i) {
    const std::complex<double> z((places[i][0] - centre[0]) / length, (places[i][1] - centre[1]) / length);
    std::complex<double> power = 1;
    weight[i] = 0;
    for (int m = 1; m <= 8; ++m) weight[i] += (power *= z * z).real();
  }
  return weight;
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
  const Sparse rows =
      freeRows(space->unknowns(), space->unknownsOn(isTe ? section.magneticEdge : section.electricEdge));
  const Sparse K = rows * space->stiffness(std::vector<double>(section.triangle.size(), 1)) * rows.transpose();
  const Sparse M = rows * space->mass() * rows.transpose();
  // Without PMC a constant psi is a solution, but no mode.
  const Index constants = isTe && section.magneticEdge.empty() ? 1 : 0;
  // Two more, so that the last group of equal ones is whole.
  const Index wanted = std::min<Index>(count + constants + 2, K.rows());
  if (wanted <= constants) return {};
  EigenPairs pairs = lowestEigenpairs(K, M, -1 / areaOf(section), wanted);
  pairs.value = pairs.value.tail(wanted - constants).eval();
  pairs.vector = pairs.vector.rightCols(wanted - constants).eval();
  splitDegenerate(pairs, rows * splittingWeight(*space), M, isTe ? 1 : -1);
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
    const double sign = signOf(space->gradient(psi, turn), section);
    mode.electric = space->gradient(psi, sign * turn);
    mode.magnetic = space->gradient(psi, sign * quarterTurn * turn);
  }
  return modes;
}

}  // namespace fluxtet::dgtd
