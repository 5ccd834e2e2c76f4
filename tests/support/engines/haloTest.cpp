// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engines/splitBox.hpp"

#include <stdexcept>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// The calls that make up a half step: interior and border elements in either order, or all in one call. A layer here
/// is the border elements.
enum class Calls { interiorFirst, layerFirst, one };

template <class Real>
void compareFused(const EngineKind& kind, const ProblemOptions& options) {
  SplitBox<Real> split(kind, options);
  split.exchange(Field::E);  // with a penalty the first half step reads its target's outer traces
  for (int p = 0; p < 2; ++p) ASSERT_GT(split.problem(p).numInterior, 0);
  // Several steps of both fields: traces that an engine fails to replace would show in the next step.
  for (const Calls calls : {Calls::interiorFirst, Calls::layerFirst, Calls::one, Calls::one})
    for (Field target : {Field::E, Field::H}) {
      const HalfStep half{target, 0.3 * richStep, richTime, richTime};
      split.whole().fusedHalfStep(half, split.all());
      split.exchange(other(target));
      for (int p = 0; p < 2; ++p) {
        if (calls == Calls::one) {
          split.piece(p).fusedHalfStep(half, split.all(p));
          continue;
        }
        split.piece(p).fusedHalfStep(half, calls == Calls::layerFirst ? split.layer(p) : split.interior(p));
        split.piece(p).fusedHalfStep(half, calls == Calls::layerFirst ? split.interior(p) : split.layer(p));
      }
      EXPECT_LT(split.difference(target), roundingTolerance<Real>()) << "field " << static_cast<int>(target);
    }
}

template <class Real>
void compareSplit(const EngineKind& kind, const ProblemOptions& options) {
  SplitBox<Real> split(kind, options);
  split.exchange(Field::E);  // as in compareFused()
  for (Field target : {Field::E, Field::H}) {
    const HalfStep half{target, richStep, richTime, richTime};
    split.whole().fusedHalfStep(half, split.all());
    split.exchange(other(target));
    for (int p = 0; p < 2; ++p) {
      split.piece(p).intVolume(half, split.all(p));
      split.piece(p).intSurface(half, split.interior(p));
      split.piece(p).intSurface(half, split.layer(p));
      split.piece(p).updateField(half, split.all(p));
    }
    EXPECT_LT(split.difference(target), roundingTolerance<Real>()) << "field " << static_cast<int>(target);
  }
}

template <class Real>
void compareRungeKutta(const EngineKind& kind, const ProblemOptions& options) {
  SplitBox<Real> split(kind, options);
  split.whole().rungeKuttaResidual(0, richStep, 0, split.all());
  split.whole().rungeKuttaUpdate(1, split.all());
  split.exchange(Field::E);
  split.exchange(Field::H);
  for (int p = 0; p < 2; ++p) {
    split.piece(p).rungeKuttaResidual(0, richStep, 0, split.interior(p));
    split.piece(p).rungeKuttaResidual(0, richStep, 0, split.layer(p));
    split.piece(p).rungeKuttaUpdate(1, split.all(p));
  }
  for (Field field : {Field::E, Field::H})
    EXPECT_LT(split.difference(field), roundingTolerance<Real>()) << "field " << static_cast<int>(field);
}

template <class Real>
void compareStabilityOperator(const EngineKind& kind, const ProblemOptions& options) {
  SplitBox<Real> split(kind, options);
  for (Field field : {Field::E, Field::H}) split.exchange(field);
  split.whole().krylov().apply(0, 1, true);
  for (int p = 0; p < 2; ++p) split.piece(p).krylov().apply(0, 1, true);
  for (Field field : {Field::E, Field::H})
    EXPECT_LT(split.difference(field), roundingTolerance<Real>()) << "field " << static_cast<int>(field);
}

/// As haloOptions(), with injected faces, some of which are halo faces.
ProblemOptions injectedOptions(int order, const FluxChoice& flux) {
  ProblemOptions options = haloOptions(order, flux);
  options.totalField = insideOf(raggedBox());
  return options;
}

using EngineHalo = EngineTest;
INSTANTIATE_TEST_SUITE_P(Engines, EngineHalo, ::testing::ValuesIn(everyEngine()), nameOf);

TEST_P(EngineHalo, twoPiecesThatExchangeTracesGiveTheFieldsOfTheWholeWithFusedKernels) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux}) {
    compareFused<float>(kind(), haloOptions(order(), flux));
    compareFused<double>(kind(), haloOptions(order(), flux));
  }
}
TEST_P(EngineHalo, twoPiecesThatExchangeTracesGiveTheFieldsOfTheWholeWithSplitKernels) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux}) {
    compareSplit<float>(kind(), haloOptions(order(), flux));
    compareSplit<double>(kind(), haloOptions(order(), flux));
  }
}
TEST_P(EngineHalo, upwindPiecesThatExchangeBothFieldsGiveTheFieldsOfTheWhole) {
  compareRungeKutta<float>(kind(), haloOptions(order(), upwindFlux));
  compareRungeKutta<double>(kind(), haloOptions(order(), upwindFlux));
}
TEST_P(EngineHalo, wavesThatEnterAtHaloFacesAndInteriorFacesGiveTheFieldsOfTheWhole) {
  for (const FluxChoice& flux : {centredFlux, penalisedE, penalisedFlux}) {
    compareFused<float>(kind(), injectedOptions(order(), flux));
    compareFused<double>(kind(), injectedOptions(order(), flux));
    compareSplit<double>(kind(), injectedOptions(order(), flux));
  }
  for (const FluxChoice& flux : {centredFlux, upwindFlux}) {
    compareRungeKutta<float>(kind(), injectedOptions(order(), flux));
    compareRungeKutta<double>(kind(), injectedOptions(order(), flux));
    compareStabilityOperator<double>(kind(), injectedOptions(order(), flux));
  }
}
TEST_P(EngineHalo, aRangeThatCutsTheInteriorIsRefused) {
  SplitBox<float> split(kind(), haloOptions(order(), centredFlux));
  EXPECT_THROW(split.piece(0).fusedHalfStep({}, {0, split.problem(0).numInterior - 1}), std::logic_error);
}

}  // namespace
}  // namespace fluxtet::test
