// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engines/engineCase.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// Returns the piece with two current densities in every element, with 40 waveforms in turn.
Piece withCurrentsEverywhere(Piece piece) {
  DgtdProblem& problem = piece.problem;
  auto& waveforms = problem.waveforms.waveforms;
  const Waveform first = waveforms.front();
  waveforms.assign(40, first);
  for (std::size_t i = 0; i < waveforms.size(); ++i) waveforms[i].phase = 0.4 * static_cast<double>(i);
  problem.sources.clear();
  for (std::int32_t i = 0; i < 2 * problem.numElements; ++i)
    problem.sources.push_back({i / 2, 7 * i % static_cast<int>(waveforms.size())});
  problem.sourceCoefficient =
      randomValues<double>(problem.sources.size() * 3 * static_cast<std::size_t>(nodesPerElement(problem.order)), 17);
  return piece;
}

/// Compares an engine with ReferenceScheme.
class EngineReference : public EngineTest {
 protected:
  template <class Real>
  void compareHalfSteps(const Piece& piece) const {
    const ReferenceScheme reference(piece.problem);
    const int count = piece.problem.numElements;
    for (Field target : {Field::E, Field::H}) {
      EngineCase<Real> test(kind(), piece.problem);
      const HalfStep half{target, richStep, richTime, 1.4 * richTime};
      const auto before = test.fields(target);
      const auto expected = reference.halfStep(half, before, test.fields(other(target)));
      test.engine->fusedHalfStep(half, test.all);
      EXPECT_LT(relativeDifference(test.fields(target), expected), roundingTolerance<Real>())
          << count << " elements, field " << static_cast<int>(target);
      EXPECT_GT(relativeDifference(before, expected), 0.1) << "the step is too small to test anything";

      EngineCase<Real> split(kind(), piece.problem);
      split.engine->intVolume(half, split.all);
      split.engine->intSurface(half, split.all);
      split.engine->updateField(half, split.all);
      EXPECT_LT(relativeDifference(split.fields(target), expected), roundingTolerance<Real>())
          << "split kernels, " << count << " elements, field " << static_cast<int>(target);
      EXPECT_EQ(split.values(other(target)), test.values(other(target))) << "the other field has changed";
    }
  }

  template <class Real>
  void compareRungeKutta(const FluxChoice& flux) const {
    ProblemOptions options = richOptions(order());
    options.flux = flux;
    const Piece piece = firstElements(richBox(), 77, options);
    const ReferenceScheme reference(piece.problem);
    EngineCase<Real> test(kind(), piece.problem);
    const double step = 0.5 * richStep, a = -0.7, b = 0.6;
    auto E = test.fields(Field::E), H = test.fields(Field::H);
    ReferenceScheme::Fields residualE, residualH;
    for (int stage = 0; stage < 2; ++stage) {
      const double time = (1 + stage) * richTime;
      test.engine->rungeKuttaResidual(stage == 0 ? 0 : a, step, time, test.all);
      test.engine->rungeKuttaUpdate(b, test.all);
      const auto rateE = reference.timeDerivative(Field::E, E, H, time),
                 rateH = reference.timeDerivative(Field::H, E, H, time);
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
  void compareStabilityOperator(const FluxChoice& flux, bool withSigma) const {
    ProblemOptions options = richOptions(order());
    options.flux = flux;
    const Piece piece = firstElements(richBox(), 77, options);
    const ReferenceScheme reference(piece.problem);
    EngineCase<Real> test(kind(), piece.problem);
    for (Field target : {Field::E, Field::H}) {
      const auto values = stabilityProduct(*test.engine, target, withSigma, test.E.size());
      const auto expected =
          reference.stabilityOperator(target, withSigma, test.fields(Field::E), test.fields(Field::H));
      EXPECT_LT(relativeDifference(toFields(values, test.np), expected), roundingTolerance<Real>());
    }
  }

  template <class Real>
  void compareInnerProduct(double tolerance) const {
    const Piece piece = firstElements(richBox(), 77, richOptions(order()));
    const ReferenceScheme reference(piece.problem);
    EngineCase<Real> test(kind(), piece.problem);
    for (Field field : {Field::E, Field::H}) {
      const auto before = test.fields(field);
      test.engine->energies().keep(field);
      test.engine->fusedHalfStep({field, richStep, 0, 0}, test.all);
      const auto after = test.fields(field);
      const double product = reference.innerProduct(field, before, after);
      const double energy = reference.innerProduct(field, after, after);
      EXPECT_NEAR(test.engine->energies().innerProduct(field, true), product, tolerance * energy);
      EXPECT_NEAR(test.engine->energies().innerProduct(field, false), energy, tolerance * energy);
      EXPECT_GT(std::abs(product - energy), 1e-4 * energy) << "the kept field is the present one";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineReference, ::testing::ValuesIn(everyEngine()), nameOf);

TEST_P(EngineReference, singlePrecisionHalfStepsEqualThePlainFormulasAtRaggedSizes) {
  const KuhnBox box = raggedBox();
  for (int count : raggedSizes()) compareHalfSteps<float>(firstElements(box, count, richOptions(order())));
}
TEST_P(EngineReference, doublePrecisionHalfStepsEqualThePlainFormulasAtRaggedSizes) {
  const KuhnBox box = raggedBox();
  for (int count : raggedSizes()) compareHalfSteps<double>(firstElements(box, count, richOptions(order())));
}
TEST_P(EngineReference, penalisedHalfStepsEqualThePlainFormulasAtRaggedSizes) {
  const KuhnBox box = raggedBox();
  ProblemOptions options = richOptions(order());
  options.flux = penalisedFlux;
  for (int count : raggedSizes()) {
    compareHalfSteps<float>(firstElements(box, count, options));
    compareHalfSteps<double>(firstElements(box, count, options));
  }
}
TEST_P(EngineReference, everyElementMayHaveCurrentsOfWaveformsOfItsOwn) {
  const Piece piece = withCurrentsEverywhere(firstElements(raggedBox(), 300, richOptions(order())));
  compareHalfSteps<float>(piece);
  compareHalfSteps<double>(piece);
}
TEST_P(EngineReference, rungeKuttaStagesEqualThePlainFormulas) {
  for (const FluxChoice& flux : fluxChoices) {
    compareRungeKutta<float>(flux);
    compareRungeKutta<double>(flux);
  }
}
TEST_P(EngineReference, stabilityOperatorEqualsThePlainFormulas) {
  for (const FluxChoice& flux : fluxChoices)
    for (bool withSigma : {false, true}) {
      compareStabilityOperator<float>(flux, withSigma);
      compareStabilityOperator<double>(flux, withSigma);
    }
}
// In single precision the sum is also taken in double, but the download may have rounded the fields.
TEST_P(EngineReference, innerProductEqualsTheMassMatrixForm) {
  compareInnerProduct<float>(roundingTolerance<float>());
  compareInnerProduct<double>(1e-12);
}

/// Tests on many elements whose neighbours are far away in memory. They run with the default engine only, since
/// ReferenceScheme is slow.
class EngineDisorder : public EngineReference {};
INSTANTIATE_TEST_SUITE_P(Engines, EngineDisorder, ::testing::ValuesIn(defaultEngine()), nameOf);

TEST_P(EngineDisorder, halfStepsEqualThePlainFormulasOnThreeThousandElementsOutOfOrder) {
  const KuhnBox box = shuffled(makeKuhnBox({8, 8, 8}, {1.6, 2, 1.9}, 0.25), 400);
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux}) {
    ProblemOptions options = richOptions(order());
    options.flux = flux;
    const Piece piece = makePiece(box, options);
    compareHalfSteps<float>(piece);
    compareHalfSteps<double>(piece);
  }
}

}  // namespace
}  // namespace fluxtet::test
