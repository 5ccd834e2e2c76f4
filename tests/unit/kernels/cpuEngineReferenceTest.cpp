// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "engineFixture.hpp"

namespace fluxtet::test {
namespace {

struct Parameters {
  std::string instructionSet;
  int order;
};

std::vector<Parameters> allParameters() {
  std::vector<Parameters> all;
  for (const auto& name : cpu::availableInstructionSets())
    for (int order = minOrder; order <= maxOrder; ++order) all.push_back({name, order});
  return all;
}

/// The engine against ReferenceScheme, for each instruction set and order.
class CpuEngineReference : public ::testing::TestWithParam<Parameters> {
 protected:
  WithInstructionSet instructionSet_{GetParam().instructionSet};
  int order() const { return GetParam().order; }

  /// The first `count` elements of the box; faces that this cuts get PEC, PMC and absorbing in turn.
  Piece firstElements(int count, const ProblemOptions& options) const {
    const KuhnBox box = richBox();
    std::vector<int> part(box.element.size(), -1);
    for (int e = 0; e < count; ++e) part[e] = 0;
    return makePieces(box, part, options).front();
  }

  template <class Real>
  void compareHalfSteps(int count) const {
    const Piece piece = firstElements(count, richOptions(order()));
    const ReferenceScheme reference(piece.problem);
    for (Field target : {Field::E, Field::H}) {
      EngineCase<Real> test(piece.problem, 2);
      const HalfStep half{target, richStep, richTime, 1.4 * richTime};
      const auto before = test.fields(target);
      const auto expected = reference.halfStep(half, before, test.fields(other(target)));
      const ElementRange all{0, piece.problem.numElements};
      test.engine->fusedHalfStep(half, all);
      EXPECT_LT(relativeDifference(test.fields(target), expected), roundingTolerance<Real>())
          << count << " elements, field " << static_cast<int>(target);
      EXPECT_GT(relativeDifference(before, expected), 0.1) << "the step is too small to test anything";

      EngineCase<Real> split(piece.problem, 2);
      split.engine->intVolume(half, all);
      split.engine->intSurface(half, all);
      split.engine->updateField(half, all);
      EXPECT_LT(relativeDifference(split.fields(target), test.fields(target)), roundingTolerance<Real>())
          << "split and fused kernels, " << count << " elements, field " << static_cast<int>(target);
    }
  }

  template <class Real>
  void compareRungeKutta(bool upwind) const {
    ProblemOptions options = richOptions(order());
    options.upwind = upwind;
    const Piece piece = firstElements(77, options);
    const ReferenceScheme reference(piece.problem);
    EngineCase<Real> test(piece.problem, 2);
    const double step = 0.5 * richStep, a = -0.7, b = 0.6;
    const ElementRange all{0, piece.problem.numElements};
    auto E = test.fields(Field::E), H = test.fields(Field::H);
    ReferenceScheme::Fields residualE, residualH;
    for (int stage = 0; stage < 2; ++stage) {
      const double time = (1 + stage) * richTime;
      test.engine->rungeKuttaResidual(stage == 0 ? 0 : a, step, time, all);
      test.engine->rungeKuttaUpdate(b, all);
      const auto rateE = reference.fullRate(Field::E, E, H, time), rateH = reference.fullRate(Field::H, E, H, time);
      if (stage == 0) {
        residualE = rateE;
        residualH = rateH;
        for (std::size_t e = 0; e < E.size(); ++e) residualE[e].setZero(), residualH[e].setZero();
      }
      for (std::size_t e = 0; e < E.size(); ++e) {
        residualE[e] = a * residualE[e] + step * rateE[e];
        residualH[e] = a * residualH[e] + step * rateH[e];
        E[e] += b * residualE[e];
        H[e] += b * residualH[e];
      }
    }
    EXPECT_LT(relativeDifference(test.fields(Field::E), E), roundingTolerance<Real>());
    EXPECT_LT(relativeDifference(test.fields(Field::H), H), roundingTolerance<Real>());
  }

  template <class Real>
  void compareStabilityOperator(bool upwind, bool withSigma) const {
    ProblemOptions options = richOptions(order());
    options.upwind = upwind;
    const Piece piece = firstElements(77, options);
    const ReferenceScheme reference(piece.problem);
    EngineCase<Real> test(piece.problem, 2);
    for (Field target : {Field::E, Field::H}) {
      std::vector<Real> values(test.E.size());
      test.engine->stabilityOperator(target, withSigma, values);
      const auto expected =
          reference.stabilityOperator(target, withSigma, test.fields(Field::E), test.fields(Field::H));
      EXPECT_LT(relativeDifference(toFields(values, test.np), expected), roundingTolerance<Real>());
    }
  }
};

INSTANTIATE_TEST_SUITE_P(InstructionSetsAndOrders, CpuEngineReference, ::testing::ValuesIn(allParameters()),
                         [](const auto& parameters) {
                           return fmt::format("{}P{}", parameters.param.instructionSet, parameters.param.order);
                         });

TEST_P(CpuEngineReference, singlePrecisionHalfStepsEqualThePlainFormulasAtRaggedSizes) {
  for (int count : {1, 5, 17, 33, 108}) compareHalfSteps<float>(count);
}
TEST_P(CpuEngineReference, doublePrecisionHalfStepsEqualThePlainFormulasAtRaggedSizes) {
  for (int count : {1, 5, 17, 33, 108}) compareHalfSteps<double>(count);
}
TEST_P(CpuEngineReference, rungeKuttaStagesEqualThePlainFormulas) {
  for (bool upwind : {false, true}) {
    compareRungeKutta<float>(upwind);
    compareRungeKutta<double>(upwind);
  }
}
TEST_P(CpuEngineReference, stabilityOperatorEqualsThePlainFormulas) {
  for (bool upwind : {false, true})
    for (bool withSigma : {false, true}) {
      compareStabilityOperator<float>(upwind, withSigma);
      compareStabilityOperator<double>(upwind, withSigma);
    }
}

TEST_P(CpuEngineReference, innerProductEqualsTheMassMatrixForm) {
  const Piece piece = firstElements(77, richOptions(order()));
  const ReferenceScheme reference(piece.problem);
  EngineCase<float> test(piece.problem, 2);
  const auto before = test.fields(Field::H);
  test.engine->keep(Field::H);
  test.engine->fusedHalfStep({Field::H, richStep, 0, 0}, {0, piece.problem.numElements});
  const auto after = test.fields(Field::H);
  const double product = reference.innerProduct(Field::H, before, after);
  const double energy = reference.innerProduct(Field::H, after, after);
  EXPECT_NEAR(test.engine->innerProduct(Field::H, true), product, 1e-12 * energy);
  EXPECT_NEAR(test.engine->innerProduct(Field::H, false), energy, 1e-12 * energy);
}

}  // namespace
}  // namespace fluxtet::test
