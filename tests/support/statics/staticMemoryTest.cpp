// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What an engine holds is what was counted before.
#include "tests/support/statics/staticEngineTest.hpp"

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

class StaticMemory : public StaticEngineTest {
 protected:
  /// The margin that memoryEstimate.hpp promises.
  static void expectNear(std::int64_t estimate, std::int64_t held, const char* what) {
    EXPECT_NEAR(static_cast<double>(estimate), static_cast<double>(held), 0.1 * static_cast<double>(held)) << what;
  }

  template <class Real>
  static void expectEstimate(const StaticPiece& piece) {
    const FemProblem& problem = piece.problem;
    const auto engine = assembledEngine<Real>(piece);
    const StaticSizes sizes{problem.form,          problem.order,         !problem.elementSign.empty(),
                            problem.numVertices(), problem.numElements(), problem.numDofs};
    const MemoryUse estimate = staticEngineKind().estimateMemory(sizes, GetParam().assembly, sizeof(Real));
    expectNear(estimate.after, engine->memory().after, "after");
    expectNear(estimate.peak, engine->memory().peak, "peak");
    if (engine->nonzeros() > 0) expectNear(estimateNonzeros(sizes), engine->nonzeros(), "nonzeros");
  }
};

INSTANTIATE_TEST_SUITE_P(Statics, StaticMemory, ::testing::ValuesIn(allMethods()), testName);

TEST_P(StaticMemory, isEstimatedToATenthBeforeThereIsAnEngine) {
  forEachElement([](PieceOptions options) {
    const int dim = dimensionOf(options.form);
    options.cells = dim == 2 ? 80 : 14;
    options.elements = dim == 2 ? 2 * 80 * 80 : 6 * 14 * 14 * 14;
    options.merged = false;
    const StaticPiece piece = makePiece(options);
    expectEstimate<float>(piece);
    expectEstimate<double>(piece);
  });
}

}  // namespace
}  // namespace fluxtet::test
