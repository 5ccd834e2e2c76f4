// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/solveErrors.hpp"
#include "lib/base/error.hpp"
#include "tests/support/statics/staticEngineTest.hpp"

#include <Eigen/Cholesky>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

using Preconditioner = SolveSettings::Preconditioner;

/// Conjugate gradients against a dense Cholesky factorisation.
class StaticSolve : public StaticEngineTest {
 protected:
  template <class Real>
  static void expectSolution(const PieceOptions& options, Preconditioner preconditioner, double tolerance) {
    const StaticPiece piece = makePiece(options);
    const DenseReference reference(piece);
    const auto engine = assembledEngine<Real>(piece);
    std::vector<Real> x(static_cast<std::size_t>(piece.problem.numDofs), Real(99));
    const SolveResult result = engine->solve({preconditioner, tolerance, 5000}, x);
    const Eigen::VectorXd residual = reference.f - reference.A * toDense(x);
    const Eigen::VectorXd weight = preconditioner == Preconditioner::jacobi
                                       ? Eigen::VectorXd(reference.A.diagonal().cwiseSqrt().cwiseInverse())
                                       : Eigen::VectorXd::Ones(reference.f.size());
    // The recursion's residual and the true one differ by rounding, far below the tolerance here.
    const double stop = weight.cwiseProduct(residual).norm() / weight.cwiseProduct(reference.f).norm();
    EXPECT_LT(stop, 2 * tolerance) << options.elements << " elements";
    EXPECT_NEAR(result.residual, residual.norm() / reference.f.norm(),
                0.1 * result.residual + 10 * roundingTolerance<Real>());
    EXPECT_GT(result.iterations, 0);
    const Eigen::VectorXd expected = reference.A.llt().solve(reference.f);
    const double condition = conditionNumber(reference.A, preconditioner == Preconditioner::jacobi);
    EXPECT_LT(weight.cwiseInverse().cwiseProduct(toDense(x) - expected).norm(),
              2 * tolerance * condition * weight.cwiseInverse().cwiseProduct(expected).norm());
  }

  template <class Real>
  static void expectError(const StaticPiece& piece, const SolveSettings& settings) {
    std::vector<Real> x(static_cast<std::size_t>(piece.problem.numDofs));
    EXPECT_THROW(assembledEngine<Real>(piece)->solve(settings, x), RunError);
  }
};

INSTANTIATE_TEST_SUITE_P(Statics, StaticSolve, ::testing::ValuesIn(allMethods()), testName);

TEST_P(StaticSolve, equalsCholeskyAtRaggedSizes) {
  forEachElement([](PieceOptions piece) {
    for (const int elements : {1, 7, 120}) {
      piece.elements = elements;
      for (const auto preconditioner : {Preconditioner::none, Preconditioner::jacobi}) {
        expectSolution<float>(piece, preconditioner, 2e-4);
        expectSolution<double>(piece, preconditioner, 1e-9);
      }
    }
  });
}

TEST_P(StaticSolve, zeroLoadsGiveZeroInNoIterations) {
  forEachElement([](const PieceOptions& options) {
    StaticPiece piece = makePiece(options);
    for (auto& region : piece.coefficients) region.s = 0, region.d = {};
    piece.loads = {{0, 0}, {}};
    std::vector<double> x(static_cast<std::size_t>(piece.problem.numDofs), 5);
    const SolveResult result = assembledEngine<double>(piece)->solve({}, x);
    EXPECT_EQ(result.iterations, 0);
    EXPECT_EQ(result.residual, 0);
    EXPECT_EQ(x, std::vector<double>(x.size(), 0));
  });
}

TEST_P(StaticSolve, aFreePotentialWithAChargeIsAnError) {
  forEachElement([](PieceOptions options) {
    if (!singularWhenFree(options)) return;
    options.prescribed = options.negative = false;
    expectError<double>(makePiece(options), {});
  });
}

TEST_P(StaticSolve, tooFewIterationsAreAnError) {
  forEachElement([](const PieceOptions& options) {
    expectError<double>(makePiece(options), {Preconditioner::jacobi, 1e-10, 3});
  });
}

TEST_P(StaticSolve, aToleranceBelowWhatSinglePrecisionCarriesIsAnError) {
  forEachElement([](const PieceOptions& options) {
    expectError<float>(makePiece(options), {Preconditioner::jacobi, 1e-12, 20000});
  });
}

TEST_P(StaticSolve, aMaterialThatIsNotPositiveIsAnError) {
  forEachElement([](const PieceOptions& options) {
    StaticPiece piece = makePiece(options);
    for (auto& region : piece.coefficients) region.c = -1;
    expectError<double>(piece, {});
  });
}

TEST_P(StaticSolve, endsWhenItIsToldToAndCanBeAskedAgain) {
  forEachElement([](const PieceOptions& options) {
    const StaticPiece piece = makePiece(options);
    const auto engine = assembledEngine<double>(piece);
    std::vector<double> x(static_cast<std::size_t>(piece.problem.numDofs)), again(x.size()), expected(x.size());
    int asked = 0;
    SolveSettings stopped;
    stopped.stop = [&] { return ++asked > 0; };
    EXPECT_THROW(engine->solve(stopped, x), SolveStopped);
    EXPECT_EQ(asked, 1);
    SolveSettings notStopped;
    notStopped.stop = [&] { return ++asked < 0; };
    engine->solve(notStopped, again);
    EXPECT_GT(asked, 1);
    assembledEngine<double>(piece)->solve({}, expected);
    // Both stop within the tolerance; sums of ebe and the coloured methods may differ in order.
    EXPECT_LT((toDense(again) - toDense(expected)).norm(), 1e-6 * toDense(expected).norm());
  });
}

TEST_P(StaticSolve, timesAndBytesAreReported) {
  forEachElement([](const PieceOptions& options) {
    const StaticPiece piece = makePiece(options);
    const auto engine = assembledEngine<double>(piece);
    EXPECT_GT(engine->times().integrate, 0);
    std::vector<double> x(static_cast<std::size_t>(piece.problem.numDofs));
    engine->solve({}, x);
    EXPECT_GT(engine->times().solve, 0);
    const FemProblem& problem = piece.problem;
    const auto mesh = static_cast<std::int64_t>(8 * problem.vertices.size() + 4 * problem.elementVertex.size() +
                                                4 * problem.elementDof.size() + 4 * problem.coefficientSet.size());
    EXPECT_GE(engine->memory().after, mesh + 12 * engine->nonzeros());
    EXPECT_GE(engine->memory().peak, engine->memory().after);
  });
}

}  // namespace
}  // namespace fluxtet::test
