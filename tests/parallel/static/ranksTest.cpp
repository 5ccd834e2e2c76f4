// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The engine and the multigrid solver on parts of a problem against the whole problem in plain loops.
#include "app/static/amg/amgSolver.hpp"
#include "lib/base/mpi.hpp"
#include "partition/static/distributeProblem.hpp"
#include "tests/parallel/static/gridProblem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace fluxtet::test {
using namespace fluxtet::statics;
using namespace fluxtet::statics::amg;

namespace {

const MPI_Comm world = MPI_COMM_WORLD;

/// A rank's part with its engine; without `ranks` by METIS.
template <class Real>
struct RankEngine {
  ProblemPart part;
  std::unique_ptr<StaticEngine<Real>> engine;

  RankEngine(const GridProblem& grid, AssemblyMethod method, const std::vector<std::int32_t>& ranks = {})
      : part(distributeProblem(grid.problem, !ranks.empty() ? ranks : partitionProblem(grid.problem, mpiSize(world), 1),
                               world)) {
    StaticEngineSettings settings;
    settings.assembly = method;
    settings.coupling = part.coupling.get();
    engine = makeCpuStaticEngine<Real>(part.problem, settings);
    engine->assemble(grid.coefficients, distributeLoads(grid.loads, part));
  }
  std::vector<Real> ofWhole(const std::vector<double>& whole) const {
    std::vector<Real> values;
    for (const std::int32_t dof : part.wholeDof) values.push_back(static_cast<Real>(whole[dof]));
    return values;
  }
};

double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double v : values) result = std::max(result, std::abs(v));
  return result;
}

template <class Real>
void expectNear(const std::vector<Real>& values, const ProblemPart& part, const std::vector<double>& whole,
                double bound) {
  ASSERT_EQ(values.size(), part.wholeDof.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(values[i], whole[part.wholeDof[i]], bound) << "dof " << part.wholeDof[i];
}

std::vector<double> wavyVector(std::int32_t size) {
  std::vector<double> x(size);
  for (std::int32_t i = 0; i < size; ++i) x[i] = std::sin(0.7 * i + 0.1);
  return x;
}

/// Grids with every kind of constraint, in 2D and 3D.
std::vector<GridProblem> grids() {
  return {squareGrid(13, GridSides::leftRight, 100), squareGrid(12, GridSides::floating),
          squareGrid(11, GridSides::antiperiodic),   squareGrid(10, GridSides::none, 1, FormKind::axisymmetricA),
          cubeGrid(5, GridSides::floating, 100),     cubeGrid(4, GridSides::antiperiodic)};
}

/// The solution by multigrid on each process alone.
std::vector<double> solveAlone(const PlainSystem& system) {
  std::vector<double> x(system.rightHandSide.size());
  AmgSolver(system.matrix, nullptr, MPI_COMM_SELF).solve<double>(1e-14, 200, system.rightHandSide, x);
  return x;
}

template <class Real>
void productsAndLoadsAgree(AssemblyMethod method) {
  for (const GridProblem& grid : grids()) {
    const PlainSystem system = assemblePlainly(grid);
    const RankEngine<Real> rank(grid, method);
    // At most some hundred terms in a row, of which each carries a few roundings.
    const double rounding = 100 * std::numeric_limits<Real>::epsilon();
    const std::vector<double> x = wavyVector(grid.problem.numDofs);
    std::vector<Real> y(rank.part.wholeDof.size());
    rank.engine->apply(rank.ofWhole(x), y);
    const double size = largest(system.matrix.value);
    expectNear(y, rank.part, product(system.matrix, x), rounding * size);
    expectNear(rank.engine->rightHandSide(), rank.part, system.rightHandSide,
               rounding * std::max(size, largest(system.rightHandSide)));
  }
}

TEST(StaticRanks, productsAndLoadsOfPartsAreThoseOfTheWhole) {
  for (const AssemblyMethod method : {AssemblyMethod::scatter, AssemblyMethod::ebe}) {
    productsAndLoadsAgree<double>(method);
    productsAndLoadsAgree<float>(method);
  }
}

TEST(StaticRanks, solutionsOfPartsAreThatOfTheWhole) {
  for (const GridProblem& grid : grids()) {
    const std::vector<double> exact = solveAlone(assemblePlainly(grid));
    for (const AssemblyMethod method : {AssemblyMethod::scatter, AssemblyMethod::ebe}) {
      RankEngine<double> rank(grid, method);
      std::vector<double> x(rank.part.wholeDof.size());
      SolveSettings settings;
      settings.tolerance = 1e-12;
      rank.engine->solve(settings, x);
      // The tolerance times the condition of the matrix scaled by its diagonal, below 10 n^2 times the jump.
      expectNear(x, rank.part, exact, 1e-7 * std::max(1.0, largest(exact)));
    }
  }
}

TEST(StaticRanks, multigridOnPartsFindsTheSolutionOfTheWhole) {
  for (const GridProblem& grid : grids()) {
    const PlainSystem system = assemblePlainly(grid);
    const std::vector<double> exact = solveAlone(system);
    const RankEngine<double> rank(grid, AssemblyMethod::scatter);
    AmgSolver solver(rank.engine->matrix(), rank.part.coupling.get(), world);
    std::vector<double> x(rank.part.wholeDof.size(), 5);
    const SolveResult result = solver.solve<double>(1e-12, 200, rank.engine->rightHandSide(), x);
    expectNear(x, rank.part, exact, 1e-7 * std::max(1.0, largest(exact)));
    EXPECT_LE(result.residual, 1e-9);
    EXPECT_LE(result.iterations, 60);
  }
}

TEST(StaticRanks, aConductorCoupledToThousandsOfNodesMaySpanRanks) {
  const GridProblem grid = cubeGrid(36, GridSides::floating);
  const PlainSystem system = assemblePlainly(grid);
  const std::vector<double> exact = solveAlone(system);
  const RankEngine<double> rank(grid, AssemblyMethod::scatter);
  AmgSolver solver(rank.engine->matrix(), rank.part.coupling.get(), world);
  std::vector<double> x(rank.part.wholeDof.size());
  solver.solve<double>(1e-12, 200, rank.engine->rightHandSide(), x);
  expectNear(x, rank.part, exact, 1e-7);
}

TEST(StaticRanks, ranksMayHaveNoElementsAndCountNoDof) {
  // The last rank has nothing; the one before it has one element, all of whose unknowns belong to lower ranks.
  const GridProblem grid = squareGrid(6, GridSides::leftRight);
  const int last = mpiSize(world) - 1, nearlyEmpty = last > 1 ? last - 1 : -1;
  std::vector<std::int32_t> ranks(grid.problem.numElements(), 0);
  for (std::size_t e = 0; nearlyEmpty > 1 && e < ranks.size(); ++e)
    ranks[e] = static_cast<std::int32_t>(e % nearlyEmpty);
  if (nearlyEmpty > 0) ranks[20] = nearlyEmpty;
  const std::vector<double> exact = solveAlone(assemblePlainly(grid));
  for (const AssemblyMethod method : {AssemblyMethod::scatter, AssemblyMethod::ebe}) {
    RankEngine<double> rank(grid, method, ranks);
    const auto counted = rank.part.coupling->counted();
    EXPECT_EQ(rank.part.wholeDof.empty(), last > 0 && mpiRank(world) == last);
    if (mpiRank(world) == nearlyEmpty) {
      EXPECT_EQ(std::count(counted.begin(), counted.end(), 1), 0);
    }
    std::vector<double> x(rank.part.wholeDof.size());
    rank.engine->solve({}, x);
    expectNear(x, rank.part, exact, 1e-7);
    if (method != AssemblyMethod::scatter) continue;
    AmgSolver(rank.engine->matrix(), rank.part.coupling.get(), world)
        .solve<double>(1e-10, 100, rank.engine->rightHandSide(), x);
    expectNear(x, rank.part, exact, 1e-7);
  }
}

TEST(StaticRanks, aProblemWithoutUnknownsIsSolvedAtOnce) {
  const GridProblem grid = squareGrid(1, GridSides::leftRight);
  ASSERT_EQ(grid.problem.numDofs, 0);
  const RankEngine<double> rank(grid, AssemblyMethod::scatter);
  std::vector<double> x;
  EXPECT_EQ(rank.engine->solve({}, x).iterations, 0);
  AmgSolver solver(rank.engine->matrix(), rank.part.coupling.get(), world);
  EXPECT_EQ(solver.solve<double>(1e-10, 100, rank.engine->rightHandSide(), x).iterations, 0);
}

TEST(StaticRanks, fewerElementsThanRanksAreEnough) {
  const GridProblem grid = squareGrid(1, GridSides::antiperiodic);
  const std::vector<double> exact = solveAlone(assemblePlainly(grid));
  RankEngine<double> rank(grid, AssemblyMethod::ebe);
  std::vector<double> x(rank.part.wholeDof.size());
  rank.engine->solve({}, x);
  expectNear(x, rank.part, exact, 1e-9);
}

TEST(StaticRanks, errorsAreThrownOnEveryRankAlike) {
  const auto messageOf = [](const std::function<void()>& work) -> std::string {
    try {
      work();
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  const GridProblem sound = squareGrid(12, GridSides::leftRight), loose = squareGrid(12, GridSides::none);
  for (const AssemblyMethod method : {AssemblyMethod::scatter, AssemblyMethod::ebe}) {
    RankEngine<double> rank(sound, method);
    std::vector<double> x(rank.part.wholeDof.size());
    SolveSettings settings;
    settings.maxIterations = 2;
    const std::string message = messageOf([&] { rank.engine->solve(settings, x); });
    EXPECT_NE(message.find("maxIterations"), std::string::npos) << message;
    EXPECT_EQ(message, broadcast(world, message));
    const std::string singular = messageOf([&] {
      RankEngine<double> free(loose, method);
      std::vector<double> y(free.part.wholeDof.size());
      free.engine->solve({}, y);
    });
    EXPECT_NE(singular.find("potential"), std::string::npos) << singular;
  }
  RankEngine<double> rank(sound, AssemblyMethod::scatter);
  CsrMatrix<double> matrix = rank.engine->matrix();
  // On one rank only.
  if (mpiRank(world) == mpiSize(world) - 1) matrix.value[0] = std::numeric_limits<double>::quiet_NaN();
  const std::string message = messageOf([&] { AmgSolver(matrix, rank.part.coupling.get(), world); });
  EXPECT_NE(message.find("not a finite number"), std::string::npos) << message;
  const std::string free = messageOf([&] {
    const RankEngine<double> parts(loose, AssemblyMethod::scatter);
    AmgSolver(parts.engine->matrix(), parts.part.coupling.get(), world);
  });
  EXPECT_NE(free.find("potential"), std::string::npos) << free;
}

}  // namespace
}  // namespace fluxtet::test
