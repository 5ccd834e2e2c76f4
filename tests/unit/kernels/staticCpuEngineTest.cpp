// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The tests of every static engine for the CPU, and what the CPU engine alone promises.
#include "lib/base/error.hpp"
#include "tests/support/statics/staticEngineTest.hpp"

namespace fluxtet::test {

using namespace fluxtet::statics;

StaticEngineKind staticEngineKind() {
  return {makeCpuStaticEngine<float>, makeCpuStaticEngine<double>,
          [](const StaticSizes& sizes, AssemblyMethod method, std::size_t bytesPerReal) {
            return cpuStaticBytes(sizes, method, bytesPerReal, 1);
          }};
}

std::string whyNoStaticEngine() {
  return {};
}

namespace {

TEST(StaticCpuEngine, matrixAndSolutionOfGatherDoNotDependOnTheNumberOfThreads) {
  const StaticPiece piece = makePiece({FormKind::solid, 2});
  std::vector<double> values, solution;
  for (const int threads : {1, 2, 3, 5}) {
    const auto engine =
        makeCpuStaticEngine<double>(piece.problem, {AssemblyMethod::gather, ReductionKind::shuffle, threads, nullptr});
    engine->assemble(piece.coefficients, piece.loads);
    std::vector<double> x(static_cast<std::size_t>(piece.problem.numDofs));
    engine->solve({}, x);
    if (threads == 1) {
      values = engine->matrix().value;
      solution = x;
    }
    EXPECT_EQ(engine->matrix().value, values) << threads << " threads";
    EXPECT_EQ(x, solution) << threads << " threads";
  }
}

TEST(StaticCpuEngine, everyMethodComputesTheSameOnSeveralThreads) {
  for (const StaticMethod& method : allMethods()) {
    const StaticPiece piece = makePiece({FormKind::axisymmetric, 2});
    const DenseReference reference(piece);
    const auto engine = makeCpuStaticEngine<double>(piece.problem, {method.assembly, method.reduction, 3, nullptr});
    engine->assemble(piece.coefficients, piece.loads);
    const auto x = randomVector<double>(piece.problem.numDofs, 4);
    std::vector<double> y(x.size());
    engine->apply(x, y);
    constexpr double rounding = roundingTolerance<double>();
    EXPECT_LT((toDense(y) - reference.A * toDense(x)).norm(), rounding * reference.sizeA.norm() * toDense(x).norm())
        << nameOf(method);
    EXPECT_LT(relativeDifference(toDense(engine->rightHandSide()), reference.f, reference.sizeF), rounding)
        << nameOf(method);
    engine->solve({}, y);
    EXPECT_LT((reference.f - reference.A * toDense(y)).norm(), 1e-8 * reference.f.norm()) << nameOf(method);
  }
}

TEST(StaticCpuEngine, aFreePotentialIsAnErrorEvenIfTheChargesBalance) {
  StaticPiece piece = makePiece({FormKind::planar, 1, 300, false, true, false});
  for (auto& region : piece.coefficients) region.s = 0, region.d = {};
  piece.loads.atDofs = {{0, 1}, {5, -1}};
  const auto engine = makeCpuStaticEngine<float>(piece.problem, {});
  engine->assemble(piece.coefficients, piece.loads);
  std::vector<float> x(static_cast<std::size_t>(piece.problem.numDofs));
  EXPECT_THROW(engine->solve({}, x), RunError);
}

}  // namespace
}  // namespace fluxtet::test
