// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Many steps replayed as CUDA graphs give the same bits as the same steps one by one.
#include "tests/gpu/kernels/replayPair.hpp"
#include "tests/support/engines/lawfulPiece.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

/// A problem with incident waves and currents, so that the times of the steps matter.
DgtdProblem richProblem(int order, const FluxChoice& flux, bool dispersive = false, bool injects = false) {
  ProblemOptions options = richOptions(order);
  options.flux = flux;
  options.dispersive = dispersive;
  if (injects) options.totalField = insideOf(raggedBox());
  return makePiece(raggedBox(), options).problem;
}
/// The fluxes of leap-frog. With a penalty, half steps exchange the arrays of a field, whose addresses the graphs hold.
constexpr std::array leapFrogFluxes{centredFlux, penalisedE, penalisedFlux};

// Time steps, s: stable at P4, and no sums of few powers of two, so that the times of the steps are rounded.
constexpr double firstDt = 0.047 * richStep / constants::c0, secondDt = 0.031 * richStep / constants::c0;

class EngineReplay : public EngineTest {
 protected:
  /// Replays numbers of steps below, at and above that of one graph, from early and from late steps on, with one dt, a
  /// second one, and the first one again.
  template <class Real>
  void compareReplays(const FluxChoice& flux, bool dispersive = false, bool injects = false) const {
    compareReplays<Real>(richProblem(order(), flux, dispersive, injects));
  }
  template <class Real>
  void compareReplays(const DgtdProblem& problem) const {
    ReplayPair<Real> pair(kind(), problem);
    ASSERT_TRUE(pair.replays());
    for (const double dt : {firstDt, secondDt, firstDt}) {
      std::int64_t first = 0;
      for (const int count : {1, 16, 37, 0, 2}) {
        pair.replay(first, count, dt);
        pair.step(first, count, dt);
        ASSERT_TRUE(pair.same(Field::E)) << count << " steps from step " << first << " with dt " << dt;
        ASSERT_TRUE(pair.same(Field::H)) << count << " steps from step " << first << " with dt " << dt;
        first += count + 1000003;
      }
    }
    EXPECT_TRUE(pair.finite()) << "the step is unstable: fields that are not finite compare nothing";
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineReplay, ::testing::ValuesIn(everyEngine()), nameOf);

TEST_P(EngineReplay, replayedStepsEqualTheSameHalfStepsOneByOneBitForBit) {
  for (const FluxChoice& flux : leapFrogFluxes) {
    compareReplays<float>(flux);
    compareReplays<double>(flux);
  }
}

TEST_P(EngineReplay, dispersiveMediaKeepTheirBits) {
  for (const FluxChoice& flux : leapFrogFluxes) {
    compareReplays<float>(flux, true);
    compareReplays<double>(flux, true);
  }
}

TEST_P(EngineReplay, wavesAtInjectedFacesKeepTheirBits) {
  for (const FluxChoice& flux : leapFrogFluxes) {
    compareReplays<float>(flux, false, true);
    compareReplays<double>(flux, true, true);
  }
}

// With waves, whose records are written ahead, and with states of the laws.
TEST_P(EngineReplay, lawsOfFacesKeepTheirBits) {
  for (const FluxChoice& flux : leapFrogFluxes) {
    compareReplays<float>(lawfulPiece(order(), flux).problem);
    compareReplays<double>(lawfulPiece(order(), flux).problem);
  }
}

TEST_P(EngineReplay, halfStepsOfAnotherSizeInBetweenDoNotDisturbIt) {
  for (const FluxChoice& flux : leapFrogFluxes) {
    ReplayPair<double> pair(kind(), richProblem(order(), flux));
    std::int64_t first = 0;
    for (int round = 0; round < 3; ++round) {
      pair.replay(first, 18, firstDt);
      pair.step(first, 18, firstDt);
      first += 18;
      ASSERT_TRUE(pair.same()) << "round " << round << " " << flux.name;
      pair.disturb(-0.02 * richStep);
    }
  }
}

TEST_P(EngineReplay, sumsOfSamplesBetweenReplaysAreThoseBetweenStepsBitForBit) {
  ReplayPair<float> pair(kind(), richProblem(order(), penalisedFlux));
  pair.startSpectra();
  std::int64_t first = 0;
  for (const int count : {17, 1, 3, 32, 5}) {
    pair.replay(first, count, firstDt);
    pair.step(first, count, firstDt);
    first += count;
    pair.sample(first);
  }
  EXPECT_TRUE(pair.sameSums(Field::E));
  EXPECT_TRUE(pair.sameSums(Field::H));
  EXPECT_TRUE(pair.finite());
}

// Shows that the comparisons above would notice a wrong time.
TEST_P(EngineReplay, theStepNumberMattersForWavesAndCurrents) {
  ReplayPair<double> pair(kind(), richProblem(order(), centredFlux));
  pair.replay(1, 1, firstDt);
  pair.step(0, 1, firstDt);
  EXPECT_FALSE(pair.same(Field::E));
  EXPECT_FALSE(pair.same(Field::H));
}

}  // namespace
}  // namespace fluxtet::test
