// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/modes/numericModes.hpp"
#include "app/dgtd/modes/outline.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <Eigen/Sparse>

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

/// Unknowns on each conductor but the reference.
std::vector<std::vector<std::int32_t>> drivenUnknowns(const TriangleSpace& space) {
  const auto conductors = conductorsOf(space.section());
  std::vector<std::vector<std::int32_t>> unknowns;
  for (std::size_t i = 1; i < conductors.size(); ++i) {
    std::vector<std::array<std::int32_t, 2>> edges;
    for (const auto& edge : space.section().electricEdge)
      if (std::binary_search(conductors[i].begin(), conductors[i].end(), edge[0])) edges.push_back(edge);
    unknowns.push_back(space.unknownsOn(edges));
  }
  return unknowns;
}

/// Potentials in a filling `c`: div c grad phi = 0.
struct Potentials {
  MatrixXd phi;       ///< [unknown][conductor]: 1 V on this conductor, 0 on the others
  MatrixXd capacity;  ///< int c grad phi_i . grad phi_j: capacitance matrix over epsilon0
};

Potentials solvePotentials(const TriangleSpace& space, const std::vector<double>& c,
                           const std::vector<std::vector<std::int32_t>>& driven) {
  const Sparse K = space.stiffness(c);
  Potentials result{MatrixXd::Zero(K.rows(), static_cast<Index>(driven.size())), {}};
  for (std::size_t i = 0; i < driven.size(); ++i)
    for (const std::int32_t unknown : driven[i]) result.phi(unknown, static_cast<Index>(i)) = 1;
  std::vector<char> isFixed(static_cast<std::size_t>(K.rows()), 0);
  for (const std::int32_t unknown : space.unknownsOn(space.section().electricEdge)) isFixed[unknown] = 1;
  // The rows of given unknowns become those of the unit matrix: the system stays symmetric and positive definite.
  Sparse free(K.rows(), K.rows());
  std::vector<Eigen::Triplet<double>> entries;
  for (Index column = 0; column < K.cols(); ++column)
    for (Sparse::InnerIterator entry(K, column); entry; ++entry)
      if (!isFixed[entry.row()] && !isFixed[column]) entries.emplace_back(entry.row(), column, entry.value());
  for (Index i = 0; i < K.rows(); ++i)
    if (isFixed[i]) entries.emplace_back(i, i, 1);
  free.setFromTriplets(entries.begin(), entries.end());
  MatrixXd source = -K * result.phi;
  for (Index i = 0; i < K.rows(); ++i)
    if (isFixed[i]) source.row(i).setZero();
  const Eigen::SimplicialLDLT<Sparse> solver(free);
  requireRun(solver.info() == Eigen::Success, "modes of a port: the matrix of the potentials is singular");
  result.phi += solver.solve(source);
  result.capacity = result.phi.transpose() * (K * result.phi);
  return result;
}

/// Voltages of the modes as columns, by ascending eigenvalue; the largest voltage of each is positive, their length 1.
MatrixXd modeVoltages(const MatrixXd& electric, const MatrixXd& magnetic, bool homogeneous) {
  MatrixXd voltages;
  if (homogeneous)
    voltages = Eigen::SelfAdjointEigenSolver<MatrixXd>(electric).eigenvectors();
  else
    voltages = Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(electric, magnetic).eigenvectors();
  for (auto v : voltages.colwise()) {
    const double largest = v.cwiseAbs().maxCoeff();
    Index i = 0;
    while (std::abs(v[i]) < (1 - 1e-6) * largest) ++i;
    v *= (v[i] > 0 ? 1 : -1) / v.norm();
  }
  return voltages;
}

}  // namespace

std::vector<PortMode> temModes(const std::shared_ptr<const TriangleSpace>& space) {
  const CrossSection& section = space->section();
  const auto driven = drivenUnknowns(*space);
  if (driven.empty()) return {};
  const bool homogeneous = isHomogeneous(section);
  const std::vector<double> ones(section.triangle.size(), 1);
  std::vector<double> inverseMu;
  for (const double mu : section.muR) inverseMu.push_back(1 / mu);
  const Potentials vacuum = solvePotentials(*space, ones, driven);
  const Potentials electric = solvePotentials(*space, section.epsilonR, driven);
  const Potentials magnetic = solvePotentials(*space, inverseMu, driven);
  const MatrixXd voltages = modeVoltages(electric.capacity, magnetic.capacity, homogeneous);
  const Sparse K = space->stiffness(ones);
  std::vector<PortMode> modes;
  for (Index i = 0; i < voltages.cols(); ++i) {
    const VectorXd v = voltages.col(i);
    PortMode& mode = modes.emplace_back();
    mode.kind = homogeneous ? ModeKind::tem : ModeKind::hybrid;
    mode.name = homogeneous ? "TEM" : "quasi-TEM";
    if (voltages.cols() > 1) mode.name += fmt::format(" {}", i + 1);
    const double cElectric = v.dot(electric.capacity * v), cMagnetic = v.dot(magnetic.capacity * v);
    const double cVacuum = v.dot(vacuum.capacity * v);
    mode.epsilonR = homogeneous ? section.epsilonR[0] : cElectric / cVacuum;
    mode.muR = homogeneous ? section.muR[0] : cVacuum / cMagnetic;
    mode.impedance0 = constants::z0 / std::sqrt(cElectric * cMagnetic);
    // E = -grad phi V0 = e V and H = n x e_m I0 = h I with V = norm V0 and I = I0 / norm.
    const VectorXd phi = electric.phi * v;
    const double norm = std::sqrt(phi.dot(K * phi));
    mode.impedance = norm * norm * mode.impedance0;
    mode.electric = space->gradientProfile(-phi / norm);
    const Eigen::Matrix2d quarterTurn{{0, -1}, {1, 0}};
    mode.magnetic = [inMu = space->gradientProfile(magnetic.phi * v * (-norm / cMagnetic), quarterTurn), inverseMu](
                        std::size_t triangle, std::array<double, 2> x) {
      const auto b = inMu(triangle, x);
      return std::array<double, 2>{inverseMu[triangle] * b[0], inverseMu[triangle] * b[1]};
    };
  }
  return modes;
}

}  // namespace fluxtet::dgtd
