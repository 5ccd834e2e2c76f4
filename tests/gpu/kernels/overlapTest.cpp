// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Half steps of a replayed graph overlap where no wave enters; those one by one do not.
#include "kernels/dgtd/cuda/launches.hpp"
#include "tests/gpu/kernels/replayPair.hpp"

namespace fluxtet::test {
namespace {

/// `share` times the clusters that the GPU computes at once, in a box of raggedBox()'s cells, less perturbed: among so
/// many elements some would be flat. Everything but waves.
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

// The first wave of blocks is all there is: each block waits for its partners in the half step before.
TEST_P(EngineOverlap, halfStepsOfFewClustersKeepTheirBits) {
  expectSameBits<float>(0.7, false);
}

TEST_P(EngineOverlap, halfStepsOfManyClustersKeepTheirBits) {
  expectSameBits<float>(1.5, false);
  expectSameBits<double>(1.5, false);
}

// The first clusters then have partners among the last ones of the half step before, which they must wait for.
TEST_P(EngineOverlap, halfStepsKeepTheirBitsWhereTheFirstNeedTheLast) {
  expectSameBits<float>(2.3, true);
}

// Clusters then write beside what their neighbours read, and over what they read two half steps before.
TEST_P(EngineOverlap, penalisedHalfStepsKeepTheirBits) {
  expectSameBits<float>(0.7, false, penalisedFlux);
  expectSameBits<double>(1.5, false, penalisedFlux);
  expectSameBits<float>(2.3, true, penalisedFlux);
}

}  // namespace
}  // namespace fluxtet::test
