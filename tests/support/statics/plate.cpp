// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/statics/plate.hpp"

#include "kernels/static/elementIntegrals.hpp"

#include <array>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

/// Nodes of the plate lie on a lattice `order` times as fine as the cells.
class Lattice {
 public:
  explicit Lattice(const PlateOptions& options)
      : columns_(options.order * options.width + 1),
        rows_(options.order * options.height + 1),
        floating_(options.floating) {}

  /// Dof of the lattice point, or -1 for the prescribed value.
  std::int32_t dof(int i, int j) const {
    if (i == 0) return -1;
    if (floating_ && i == columns_ - 1) return inner() * rows_;
    return j * inner() + i - 1;
  }
  std::int32_t numDofs() const { return inner() * rows_ + (floating_ ? 1 : 0); }

 private:
  std::int32_t inner() const { return columns_ - (floating_ ? 2 : 1); }
  std::int32_t columns_, rows_;
  bool floating_;
};

void addTriangle(FemProblem& problem, const Lattice& lattice, int width,
                 const std::array<std::array<int, 2>, 3>& corner) {
  for (const auto& [i, j] : corner) {
    problem.elementVertex.push_back(j * (width + 1) + i);
    problem.elementDof.push_back(lattice.dof(problem.order * i, problem.order * j));
  }
  if (problem.order == 2)
    for (int e = 0; e < 3; ++e) {
      const auto &low = corner[static_cast<std::size_t>(edgeLow(e))],
                 &high = corner[static_cast<std::size_t>(edgeHigh(e))];
      problem.elementDof.push_back(lattice.dof(low[0] + high[0], low[1] + high[1]));
    }
  problem.coefficientSet.push_back(static_cast<std::int32_t>(problem.coefficientSet.size()) %
                                   problem.numCoefficientSets);
}

}  // namespace

StaticPiece makePlate(const PlateOptions& options) {
  const Lattice lattice(options);
  StaticPiece plate;
  FemProblem& problem = plate.problem;
  problem.order = options.order;
  problem.numCoefficientSets = 2;
  problem.numPrescribed = 1;
  problem.numDofs = lattice.numDofs();
  for (int j = 0; j <= options.height; ++j)
    for (int i = 0; i <= options.width; ++i) {
      problem.vertices.push_back(static_cast<double>(i) / options.width);
      problem.vertices.push_back(static_cast<double>(j) / options.width);
    }
  for (int j = 0; j < options.height; ++j)
    for (int i = 0; i < options.width; ++i) {
      addTriangle(problem, lattice, options.width, {{{i, j}, {i + 1, j}, {i + 1, j + 1}}});
      addTriangle(problem, lattice, options.width, {{{i, j}, {i + 1, j + 1}, {i, j + 1}}});
    }
  plate.coefficients = {{1, 1, {0.5, 0, 0}}, {3, -2, {}}};
  plate.loads = {{1}, {{problem.numDofs - 1, 0.25}}};
  return plate;
}

}  // namespace fluxtet::test
