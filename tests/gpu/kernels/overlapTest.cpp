// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Half steps that overlap give the same bits as half steps that do not. Those of a replayed graph overlap, unless
// incident waves enter; those that ReplayPair takes one by one do not.
#include "kernels/dgtd/cuda/launches.hpp"
#include "tests/gpu/kernels/replayPair.hpp"

namespace fluxtet::test {
namespace {

/// A problem of `share` times the clusters that the GPU computes at a time, with all sources and boundaries of
/// richOptions() but waves. Its box has cells like those of raggedBox(), but less perturbed: of so many elements some
/// would be flat else.
template <class Real>
dgtd::DgtdProblem filling(int order, double share, bool inShuffledOrder, const FluxChoice& flux) {
  const int clusterSize = dgtd::cuda::clusterSizeOf<Real>(order);
  const double elements = share * dgtd::cuda::clustersAtOnce<Real>(order) * clusterSize;
  const int cells = static_cast<int>(std::ceil(std::cbrt(elements / 6)));
  const KuhnBox box = makeKuhnBox({cells, cells, cells}, {0.2 * cells, 0.25 * cells, 0.234 * cells}, 0.1);
  ProblemOptions options = richOptions(order);
  options.wave = false;
  options.flux = flux;
  return makePiece(inShuffledOrder ? inShuffledGroups(box, clusterSize) : box, options).problem;
}

class EngineOverlap : public EngineTest {
 protected:
  template <class Real>
  void expectSameBits(double share, bool inShuffledOrder, const FluxChoice& flux = centredFlux) const {
    ReplayPair<Real> pair(kind(), filling<Real>(order(), share, inShuffledOrder, flux));
    const double dt = 0.047 * richStep / constants::c0;
    std::int64_t first = 0;
    for (const int count : {1, 16, 21, 2}) {
      pair.replay(first, count, dt);
      pair.step(first, count, dt);
      first += count;
      ASSERT_TRUE(pair.finite()) << "the steps are unstable";
      ASSERT_TRUE(pair.same()) << "after " << first << " steps, " << share << " times the clusters at once";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineOverlap, ::testing::ValuesIn(everyEngine()), nameOf);

// All clusters are early ones, which wait for their partners in the half step before.
TEST_P(EngineOverlap, halfStepsOfFewClustersKeepTheirBits) {
  expectSameBits<float>(0.7, false);
}

TEST_P(EngineOverlap, halfStepsOfManyClustersKeepTheirBits) {
  expectSameBits<float>(1.5, false);
  expectSameBits<double>(1.5, false);
}

// In shuffled order early clusters have partners among the last clusters of the half step before.
TEST_P(EngineOverlap, halfStepsKeepTheirBitsWhereTheFirstNeedTheLast) {
  expectSameBits<float>(2.3, true);
}

// With jump terms a half step writes to the second array of the target. Neighbouring clusters read the first one during
// the same half step, and have read the second one two half steps before.
TEST_P(EngineOverlap, penalisedHalfStepsKeepTheirBits) {
  expectSameBits<float>(0.7, false, penalisedFlux);
  expectSameBits<double>(1.5, false, penalisedFlux);
  expectSameBits<float>(2.3, true, penalisedFlux);
}

}  // namespace
}  // namespace fluxtet::test
