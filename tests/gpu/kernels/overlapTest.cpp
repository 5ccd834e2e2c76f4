// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Half steps that overlap give the same bits as half steps that do not. Those of a replayed graph overlap; those that
// ReplayPair takes one by one do not.
#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "kernels/dgtd/cuda/incidentWaves.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "lib/mesh/clusters.hpp"
#include "tests/gpu/kernels/replayPair.hpp"

namespace fluxtet::test {
namespace {

/// The places at which waves enter: none; the absorbing sides and the faces around the middle of the box; the absorbing
/// sides and all faces of each 16th element; or of each second one.
enum class Entry { none, sidesAndMiddle, everySixteenth, everySecond };

/// A problem of `share` times the clusters that the GPU computes at a time, with all sources and boundaries of
/// richOptions() but for waves. Its box has cells like those of raggedBox(), but less perturbed: of so many elements
/// some would be flat else.
template <class Real>
dgtd::DgtdProblem filling(int order, double share, bool inShuffledOrder, const FluxChoice& flux, Entry entry) {
  const int clusterSize = dgtd::cuda::clusterSizeOf<Real>(order);
  const double elements = share * dgtd::cuda::clustersAtOnce<Real>(order) * clusterSize;
  const int cells = static_cast<int>(std::ceil(std::cbrt(elements / 6)));
  const KuhnBox box = makeKuhnBox({cells, cells, cells}, {0.2 * cells, 0.25 * cells, 0.234 * cells}, 0.1);
  ProblemOptions options = richOptions(order);
  options.wave = entry != Entry::none;
  options.flux = flux;
  const KuhnBox ordered = inShuffledOrder ? inShuffledGroups(box, clusterSize) : box;
  if (entry == Entry::sidesAndMiddle) options.totalField = insideOf(ordered);
  if (entry == Entry::everySixteenth || entry == Entry::everySecond)
    for (int e = 0; e < ordered.numElements(); ++e)
      options.totalField.push_back(e % (entry == Entry::everySecond ? 2 : 16) == 0);
  return makePiece(ordered, options).problem;
}

/// Time steps whose wave records an engine writes at once.
template <class Real>
int stepsWrittenAtOnce(const dgtd::DgtdProblem& problem) {
  const auto records = static_cast<std::int64_t>(problem.numIncident());
  return dgtd::cuda::WaveSlices::fitting(records * dgtd::cuda::traceSize(problem.order) * std::int64_t{sizeof(Real)},
                                         dgtd::cuda::WaveSlices::forTarget(problem), true)
      .steps;
}

class EngineOverlap : public EngineTest {
 protected:
  template <class Real>
  void expectSameBits(double share, bool inShuffledOrder, const FluxChoice& flux = centredFlux,
                      Entry entry = Entry::none) const {
    expectSameBits<Real>(filling<Real>(order(), share, inShuffledOrder, flux, entry));
  }
  template <class Real>
  void expectSameBits(const dgtd::DgtdProblem& problem) const {
    ReplayPair<Real> pair(kind(), problem);
    const double dt = 0.047 * richStep / constants::c0;
    std::int64_t first = 0;
    for (const int count : {1, 16, 21, 2}) {
      pair.replay(first, count, dt);
      pair.step(first, count, dt);
      first += count;
      ASSERT_TRUE(pair.finite()) << "the steps are unstable";
      ASSERT_TRUE(pair.same()) << "after " << first << " steps, " << problem.numElements << " elements";
    }
    // All but the first half step of a graph overlap unless records are written between them.
    constexpr int ofAGraph = 2 * dgtd::cuda::manySteps - 1;
    if (stepsWrittenAtOnce<Real>(problem) >= dgtd::cuda::manySteps || problem.numIncident() == 0)
      EXPECT_GE(pair.overlappingHalfSteps(), ofAGraph);
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

// Clusters of elements that hardly touch each other gather so many traces that fewer of them run at a time: half steps
// compute them in a launch of their own, beside that of the others.
TEST_P(EngineOverlap, halfStepsInPartsKeepTheirBits) {
  constexpr double share = 2.3;
  const int size = dgtd::cuda::clusterSizeOf<float>(order());
  const int cells =
      static_cast<int>(std::ceil(std::cbrt(share * dgtd::cuda::clustersAtOnce<float>(order()) * size / 6)));
  ProblemOptions options = richOptions(order());
  options.wave = false;
  options.flux = penalisedFlux;
  const dgtd::DgtdProblem problem =
      makePiece(withScatteredThird(makeKuhnBox({cells, cells, cells}, {0.2 * cells, 0.25 * cells, 0.234 * cells}, 0.1)),
                options)
          .problem;
  const dgtd::cuda::ClusterMesh<float> mesh(problem, size);
  ASSERT_GT(2 * mesh.maxGathered, 3 * mesh.numGathered.back());
  const auto atOnce = [&](std::int32_t gathered) { return dgtd::cuda::clustersPerSm<float>(order(), true, gathered); };
  if (atOnce(mesh.maxGathered) == atOnce(mesh.numGathered.back()))
    GTEST_SKIP() << "as many of either clusters run at a time";
  EngineCase<float> whole(kind(), problem), pieces(kind(), problem);
  const double dt = 0.047 * richStep / constants::c0;
  constexpr std::int32_t each = 5 * elementsPerCluster;
  for (int step = 0; step < 20; ++step)
    for (const dgtd::Field target : {dgtd::Field::E, dgtd::Field::H}) {
      const dgtd::HalfStep half{target, dt * constants::c0, step * dt, (step + 0.5) * dt};
      whole.engine->fusedHalfStep(half, whole.all);
      for (std::int32_t begin = 0; begin < pieces.all.end; begin += each)
        pieces.engine->fusedHalfStep(half, {begin, std::min(begin + each, pieces.all.end)});
    }
  for (const dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) EXPECT_EQ(whole.values(field), pieces.values(field));
}

// Wave records stand before the half steps that read them begin, so that these overlap too.
TEST_P(EngineOverlap, halfStepsWithWavesKeepTheirBits) {
  for (const FluxChoice& flux : {centredFlux, penalisedFlux}) {
    expectSameBits<float>(0.7, false, flux, Entry::sidesAndMiddle);
    expectSameBits<double>(1.5, false, flux, Entry::sidesAndMiddle);
    expectSameBits<float>(2.3, true, flux, Entry::sidesAndMiddle);
  }
}

// Where the records of all steps of a graph would take too much memory they are written for a few steps, or for each
// half step.
TEST_P(EngineOverlap, halfStepsWithManyWaveRecordsKeepTheirBits) {
  const auto some = filling<float>(order(), 1.5, false, centredFlux, Entry::everySixteenth);
  EXPECT_GT(stepsWrittenAtOnce<float>(some), 0);
  expectSameBits<float>(some);
  const auto many = filling<double>(order(), 2.3, false, penalisedFlux, Entry::everySecond);
  EXPECT_LT(stepsWrittenAtOnce<double>(many), dgtd::cuda::manySteps);
  expectSameBits<double>(many);
}

TEST(WaveSlices, holdTheStepsOfAGraphOrAsManyAsFit) {
  using dgtd::cuda::WaveSlices;
  constexpr std::int64_t most = WaveSlices::mostBytes;
  EXPECT_EQ(WaveSlices::fitting(most / 48, true, true).count(), 48);
  EXPECT_EQ(WaveSlices::fitting(most / 48 + 1, true, true).count(), 24);
  EXPECT_EQ(WaveSlices::fitting(most / 32, false, true).count(), 32);
  EXPECT_EQ(WaveSlices::fitting(most / 3, true, true).steps, 1);
  EXPECT_EQ(WaveSlices::fitting(most / 3 + 1, true, true).steps, 0);
  // A half step reads two.
  EXPECT_EQ(WaveSlices::fitting(most / 3 + 1, true, true).count(), 2);
  EXPECT_EQ(WaveSlices::fitting(most, true, true).count(), 2);
  EXPECT_EQ(WaveSlices::fitting(1, true, false).count(), 2);
}

}  // namespace
}  // namespace fluxtet::test
