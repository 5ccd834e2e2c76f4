// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Solutions of one problem by several methods, in both precisions, lie as near to each other as rounding.hpp says, and
// it says so narrowly that a material that is off by a fiftieth shows.
#include "kernels/static/rounding.hpp"

#include "tests/support/statics/plate.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

constexpr double singleTolerance = 1e-6, doubleTolerance = 1e-12;

template <class Real>
std::vector<double> solutionBy(const StaticPiece& piece, AssemblyMethod method, double tolerance) {
  const auto engine = makeCpuStaticEngine<Real>(piece.problem, {.assembly = method});
  engine->assemble(piece.coefficients, piece.loads);
  std::vector<Real> x(static_cast<std::size_t>(piece.problem.numDofs));
  engine->solve({SolveSettings::Preconditioner::jacobi, tolerance, 20000}, x);
  return {x.begin(), x.end()};
}

/// Relative differences of x from `expected` in the energy norm and in the mean square.
struct Deviation {
  double energyNorm, meanSquare;
};
Deviation deviation(const StaticPiece& piece, const std::vector<double>& x, const std::vector<double>& expected) {
  const auto engine = makeCpuStaticEngine<double>(piece.problem, {});
  engine->assemble(piece.coefficients, piece.loads);
  const auto square = [&](const std::vector<double>& v, bool energy) {
    std::vector<double> product = v;
    if (energy) engine->apply(v, product);
    double sum = 0;
    for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * product[i];
    return sum;
  };
  std::vector<double> difference(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) difference[i] = x[i] - expected[i];
  const auto relative = [&](bool energy) { return std::sqrt(square(difference, energy) / square(expected, energy)); };
  return {relative(true), relative(false)};
}

/// Its inner vertices are moved at random: the rounding errors of equal elements would be equal, not independent.
StaticPiece plateOf(int order, int width) {
  PlateOptions options;
  options.order = order;
  options.width = width;
  options.height = 2 * width / 3;
  StaticPiece plate = makePlate(options);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> step(-0.1 / width, 0.1 / width);
  std::vector<double>& vertices = plate.problem.vertices;
  for (std::size_t v = 0; v < vertices.size(); v += 2)  // but for those on the edges
    if (vertices[v] > 0 && vertices[v] < 1 && vertices[v + 1] > 0 && vertices[v + 1] < vertices.back())
      for (std::size_t k = 0; k < 2; ++k) vertices[v + k] += step(random);
  return plate;
}

TEST(SolutionDeviation, boundsWhatMethodsAndPrecisionsDifferBy) {
  for (const int order : {1, 2})
    for (const int width : {9, 30, 60}) {
      const StaticPiece piece = plateOf(order, width);
      const auto dofs = piece.problem.numDofs;
      const std::vector<double> expected = solutionBy<double>(piece, AssemblyMethod::gather, doubleTolerance);
      const double single = solutionDeviation<float>(singleTolerance, dofs),
                   fine = solutionDeviation<double>(doubleTolerance, dofs);
      for (const auto method : {AssemblyMethod::sortReduce, AssemblyMethod::ebe}) {
        const Deviation inSingle = deviation(piece, solutionBy<float>(piece, method, singleTolerance), expected),
                        inDouble = deviation(piece, solutionBy<double>(piece, method, doubleTolerance), expected);
        for (const double found : {inSingle.energyNorm, inSingle.meanSquare}) EXPECT_LT(found, single);
        for (const double found : {inDouble.energyNorm, inDouble.meanSquare}) EXPECT_LT(found, fine);
        EXPECT_GT(inSingle.energyNorm, 1e-3 * single) << "the bound says nothing";
      }
    }
}
TEST(SolutionDeviation, isSoSmallThatAMaterialOffByAFiftiethShows) {
  StaticPiece piece = plateOf(1, 60);
  const std::vector<double> expected = solutionBy<double>(piece, AssemblyMethod::gather, doubleTolerance);
  piece.coefficients[0].c *= 1.02;
  const std::vector<double> found = solutionBy<float>(piece, AssemblyMethod::gather, singleTolerance);
  EXPECT_GT(deviation(piece, found, expected).energyNorm,
            solutionDeviation<float>(singleTolerance, piece.problem.numDofs));
}

}  // namespace
}  // namespace fluxtet::test
