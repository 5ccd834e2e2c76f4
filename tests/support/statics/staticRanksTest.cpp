// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/solveErrors.hpp"
#include "tests/support/statics/staticEngineTest.hpp"
#include "tests/support/statics/threadRanks.hpp"

#include <Eigen/Cholesky>

#include <utility>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

/// Several engines, each with a part of the elements and on a thread of its own, against one system.
class StaticRanks : public StaticEngineTest {
 protected:
  template <class Real>
  static void expectPart(RankPart& part, const DenseReference& whole, const Eigen::VectorXd& solution, double tolerance,
                         double errorBound) {
    const auto engine = makeEngine<Real>(part.piece.problem, part.coupling.get());
    engine->assemble(part.piece.coefficients, part.piece.loads);
    const auto everywhere = randomVector<Real>(static_cast<std::int32_t>(whole.f.size()), 5);
    std::vector<Real> x, y(part.globalDof.size());
    for (const std::int32_t dof : part.globalDof) x.push_back(everywhere[static_cast<std::size_t>(dof)]);
    engine->apply(x, y);
    const Eigen::VectorXd product = whole.A * toDense(everywhere);
    const auto near = [&](const std::vector<Real>& values, const Eigen::VectorXd& expected, double bound) {
      for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_NEAR(static_cast<double>(values[i]), expected(part.globalDof[i]), bound) << "unknown " << i;
    };
    constexpr double rounding = roundingTolerance<Real>();
    near(y, product, rounding * whole.sizeA.norm() * toDense(everywhere).norm());
    near(engine->diagonal(), whole.A.diagonal(), rounding * whole.sizeA.norm());
    near(engine->rightHandSide(), whole.f, rounding * whole.sizeF.norm());
    const SolveResult result = engine->solve({SolveSettings::Preconditioner::jacobi, tolerance, 5000}, x);
    EXPECT_GT(result.iterations, 0);
    near(x, solution, errorBound);
  }

  template <class Real>
  static void expectRanks(const PieceOptions& options, int count, double tolerance) {
    const StaticPiece piece = makePiece(options);
    const DenseReference whole(piece);
    const Eigen::VectorXd solution = whole.A.llt().solve(whole.f);
    const Eigen::VectorXd weight = whole.A.diagonal().cwiseSqrt();
    const double errorBound =
        2 * tolerance * conditionNumber(whole.A, true) * weight.cwiseProduct(solution).norm() / weight.minCoeff();
    ThreadRanks ranks(count);
    std::vector<RankPart> parts = splitPiece(piece, ranks);
    onEachRank(ranks, [&](int rank) {
      expectPart<Real>(parts[static_cast<std::size_t>(rank)], whole, solution, tolerance, errorBound);
    });
  }
};

INSTANTIATE_TEST_SUITE_P(Statics, StaticRanks, ::testing::ValuesIn(coupledMethods()), testName);

TEST_P(StaticRanks, systemAndSolutionDoNotDependOnTheNumberOfRanks) {
  forEachElement([](const PieceOptions& options) {
    for (const int count : {1, 2, 3}) {
      SCOPED_TRACE(fmt::format("{} ranks", count));
      expectRanks<float>(options, count, 1e-4);
      expectRanks<double>(options, count, 1e-10);
    }
  });
}

TEST_P(StaticRanks, endTogetherWhenTheyAreToldTo) {
  ThreadRanks ranks(3);
  std::vector<RankPart> parts = splitPiece(makePiece({FormKind::planar, 2}), ranks);
  onEachRank(ranks, [&](int rank) {
    RankPart& part = parts[static_cast<std::size_t>(rank)];
    const auto engine = makeEngine<double>(part.piece.problem, part.coupling.get());
    engine->assemble(part.piece.coefficients, part.piece.loads);
    std::vector<double> x(part.globalDof.size());
    int asked = 0;
    SolveSettings settings;
    settings.stop = [&] { return ++asked == 2; };
    EXPECT_THROW(engine->solve(settings, x), SolveStopped) << "rank " << rank;
    EXPECT_EQ(asked, 2) << "rank " << rank;
  });
}

}  // namespace
}  // namespace fluxtet::test
