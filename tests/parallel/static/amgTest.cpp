// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/amg/amgSolver.hpp"
#include "lib/base/mpi.hpp"
#include "tests/parallel/static/gridProblem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace fluxtet::test {
using namespace fluxtet::statics;
using namespace fluxtet::statics::amg;

namespace {

/// The whole problem on each process alone.
template <class Real>
std::vector<double> solveAlone(const GridProblem& grid, double tolerance, SolveResult& result) {
  const PlainSystem system = assemblePlainly(grid);
  const CsrMatrix<Real> matrix{
      system.matrix.rowBegin, system.matrix.column, {system.matrix.value.begin(), system.matrix.value.end()}};
  const std::vector<Real> b(system.rightHandSide.begin(), system.rightHandSide.end());
  std::vector<Real> x(b.size(), 7);
  AmgSolver solver(matrix, nullptr, MPI_COMM_SELF);
  result = solver.solve(tolerance, 200, std::span(b), std::span(x));
  return {x.begin(), x.end()};
}

double relativeResidual(const PlainSystem& system, const std::vector<double>& x) {
  const std::vector<double> y = product(system.matrix, x);
  double error = 0, size = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    error += std::pow(system.rightHandSide[i] - y[i], 2);
    size += std::pow(system.rightHandSide[i], 2);
  }
  return std::sqrt(error / size);
}

std::int32_t longestRow(const CsrMatrix<double>& matrix) {
  std::int32_t longest = 0;
  for (std::int32_t i = 0; i < matrix.rows(); ++i)
    longest = std::max(longest, matrix.rowBegin[i + 1] - matrix.rowBegin[i]);
  return longest;
}

std::string messageOf(const auto& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::runFailed);
    return error.what();
  }
  return "";
}

TEST(Amg, solvesPlaneSolidAndAxisymmetricProblems) {
  for (const GridProblem& grid :
       {squareGrid(40, GridSides::leftRight), squareGrid(40, GridSides::leftRight, 1000),
        squareGrid(40, GridSides::antiperiodic), squareGrid(40, GridSides::leftRight, 1000, FormKind::axisymmetric),
        squareGrid(40, GridSides::none, 1, FormKind::axisymmetricA), cubeGrid(12, GridSides::leftRight, 1000)}) {
    SolveResult result;
    const std::vector<double> x = solveAlone<double>(grid, 1e-12, result);
    const double residual = relativeResidual(assemblePlainly(grid), x);
    // The stop test weighs the residual by the V-cycle, which differs from the plain norm by the condition of the
    // smoothed matrix.
    EXPECT_LE(residual, 1e-9);
    EXPECT_NEAR(result.residual, residual, 1e-13);
    EXPECT_GT(result.iterations, 0);
  }
}

TEST(Amg, needsHardlyMoreIterationsOnFinerMeshesAndForCoefficientsThatJump) {
  SolveResult coarse, fine, jumping;
  solveAlone<double>(squareGrid(30, GridSides::leftRight), 1e-10, coarse);
  solveAlone<double>(squareGrid(120, GridSides::leftRight), 1e-10, fine);
  solveAlone<double>(squareGrid(120, GridSides::leftRight, 1000), 1e-10, jumping);
  // Jacobi would need four times as many on the finer mesh, and thirty times as many for the jump.
  EXPECT_LE(fine.iterations, 2 * coarse.iterations);
  EXPECT_LE(jumping.iterations, 2 * fine.iterations);
}

TEST(Amg, takesSystemsInSinglePrecision) {
  SolveResult result;
  const GridProblem grid = squareGrid(30, GridSides::leftRight, 10);
  const std::vector<double> x = solveAlone<float>(grid, 1e-10, result), exact = solveAlone<double>(grid, 1e-12, result);
  // Rounded entries perturb the solution by the condition number, below 10 n^2, times the unit round-off.
  const double bound = 10 * 900 * std::numeric_limits<float>::epsilon();
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(x[i], exact[i], bound);
}

TEST(Amg, aConductorCoupledToThousandsOfNodesCostsFewIterations) {
  SolveResult with, without;
  const GridProblem grid = cubeGrid(36, GridSides::floating);
  const PlainSystem system = assemblePlainly(grid);
  const std::vector<double> x = solveAlone<double>(grid, 1e-10, with);
  EXPECT_GT(longestRow(system.matrix), 2000);
  solveAlone<double>(cubeGrid(36, GridSides::leftRight), 1e-10, without);
  EXPECT_LE(relativeResidual(system, x), 1e-7);
  // Without its own correction the conductor is a small eigenvalue, which costs about ten more.
  EXPECT_LE(with.iterations, without.iterations + 4);
}

TEST(Amg, oneSolverServesSeveralRightHandSidesAndZeroTakesNoIteration) {
  const PlainSystem system = assemblePlainly(squareGrid(20, GridSides::leftRight));
  AmgSolver solver(system.matrix, nullptr, MPI_COMM_SELF);
  const std::vector<double> zero(system.rightHandSide.size(), 0), b = system.rightHandSide;
  std::vector<double> x(b.size(), 3), again(b.size());
  EXPECT_EQ(solver.solve(1e-10, 100, std::span<const double>(zero), std::span(x)).iterations, 0);
  EXPECT_EQ(x, zero);
  solver.solve(1e-10, 100, std::span<const double>(b), std::span(x));
  solver.solve(1e-10, 100, std::span<const double>(b), std::span(again));
  EXPECT_EQ(x, again);
}

TEST(Amg, saysWhatIsMissing) {
  const auto solver = [](const CsrMatrix<double>& matrix) { AmgSolver(matrix, nullptr, MPI_COMM_SELF); };
  EXPECT_NE(messageOf([&] {
              solver(assemblePlainly(squareGrid(20, GridSides::none)).matrix);
            }).find("no boundary condition fixes"),
            std::string::npos);
  CsrMatrix<double> matrix = assemblePlainly(squareGrid(20, GridSides::leftRight)).matrix;
  CsrMatrix<double> broken = matrix;
  broken.value[7] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(messageOf([&] { solver(broken); }).find("not a finite number"), std::string::npos);
  broken = matrix;
  for (double& value : broken.value) value = -value;
  EXPECT_NE(messageOf([&] { solver(broken); }).find("diagonal"), std::string::npos);

  AmgSolver sound(matrix, nullptr, MPI_COMM_SELF);
  std::vector<double> b(matrix.rows(), 1), x(matrix.rows());
  EXPECT_NE(messageOf([&] {
              sound.solve(1e-10, 2, std::span<const double>(b), std::span(x));
            }).find("raise static.solve.maxIterations"),
            std::string::npos);
  b[3] = std::numeric_limits<double>::infinity();
  EXPECT_NE(
      messageOf([&] { sound.solve(1e-10, 100, std::span<const double>(b), std::span(x)); }).find("right-hand side"),
      std::string::npos);
}

TEST(Amg, anIndefiniteMatrixIsABreakdown) {
  // Eigenvalues 3 and -1.
  const CsrMatrix<double> matrix{{0, 2, 4}, {0, 1, 0, 1}, {1, 2, 2, 1}};
  AmgSolver solver(matrix, nullptr, MPI_COMM_SELF);
  const std::vector<double> b{1, -1};
  std::vector<double> x(2);
  const std::string message = messageOf([&] { solver.solve(1e-10, 100, std::span<const double>(b), std::span(x)); });
  EXPECT_NE(message.find("singular"), std::string::npos) << message;
}

}  // namespace
}  // namespace fluxtet::test
