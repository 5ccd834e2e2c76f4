// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Compares an engine's signals of faces that act with delays with sums over nodal values, in double precision.
#include "tests/support/engines/nodalTraces.hpp"
#include "tests/support/engines/splitBox.hpp"

#include <random>
#include <stdexcept>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

using Signals = std::vector<double>;  ///< [signal][instant][component]

/// Returns terms of faces: each is an emitter of each signal, acts with a few delays of its own, and some act twice.
/// The numbers are random.
RetardedTerms termsOf(const DgtdProblem& problem, const Faces& faces, int signals, int delays) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto nf = static_cast<std::size_t>(nodesPerFace(problem.order));
  RetardedTerms terms;
  terms.signals = signals;
  terms.delays = delays;
  terms.face = faces;
  terms.begin = {0};
  std::vector<std::vector<std::int32_t>> atDelay(static_cast<std::size_t>(signals * delays));
  for (int s = 0; s < signals; ++s)
    for (std::size_t k = 0; k < faces.size(); ++k) {
      const Vec3 normal = normalOf(problem, static_cast<std::size_t>(faces[k]));
      const auto tangential = [&] {
        const Vec3 v{number(random), number(random), number(random)};
        return v - dot(normal, v) * normal;
      };
      const auto emitter = static_cast<std::int32_t>(terms.faceOf.size());
      terms.faceOf.push_back(static_cast<std::int32_t>(k));
      terms.vector.push_back({{{tangential(), tangential()}, {tangential(), tangential()}}});
      for (std::size_t i = 0; i < 1 + k % 3; ++i)
        atDelay[static_cast<std::size_t>(s * delays) + (k + 2 * i) % static_cast<std::size_t>(delays)].push_back(
            emitter);
    }
  for (const auto& emitters : atDelay) {
    terms.emitter.insert(terms.emitter.end(), emitters.begin(), emitters.end());
    terms.begin.push_back(static_cast<std::int64_t>(terms.emitter.size()));
  }
  for (std::size_t i = 0; i < nf * terms.emitter.size(); ++i) terms.weight.push_back(number(random));
  return terms;
}

/// Adds what a sample makes of the traces [face][side][node][xyz], by the definition.
void expectSample(const RetardedTerms& terms, Field field, std::int64_t sample, std::int64_t instants, std::size_t nf,
                  const std::vector<double>& traces, Signals& signals) {
  for (std::size_t row = 0; row + 1 < terms.begin.size(); ++row)
    for (auto t = static_cast<std::size_t>(terms.begin[row]); t < static_cast<std::size_t>(terms.begin[row + 1]); ++t) {
      const auto emitter = static_cast<std::size_t>(terms.emitter[t]);
      const auto face = static_cast<std::size_t>(terms.faceOf[emitter]);
      const auto delays = static_cast<std::size_t>(terms.delays);
      const std::size_t instant =
          row / delays * static_cast<std::size_t>(instants) + static_cast<std::size_t>(sample) + row % delays;
      for (std::size_t m = 0; m < nf; ++m)
        for (std::size_t i = 0; i < 3; ++i) {
          const double mean = 0.5 * (traces[((2 * face) * nf + m) * 3 + i] + traces[((2 * face + 1) * nf + m) * 3 + i]);
          for (std::size_t c = 0; c < 2; ++c)
            signals[2 * instant + c] +=
                terms.weight[t * nf + m] * terms.vector[emitter][static_cast<std::size_t>(field)][c][i] * mean;
        }
    }
}

Signals downloaded(RetardedSums& sums, int list, Field field, std::size_t count) {
  Signals values(count);
  sums.download(list, field, values);
  return values;
}

class EngineRetardedSums : public EngineTest {
 protected:
  static constexpr int signals = 3, delays = 7;
  static constexpr std::int64_t instants = 12;
  static constexpr std::size_t numValues = 2 * signals * static_cast<std::size_t>(instants);

  /// Two samples of each field on interior, border and halo faces.
  template <class Real>
  static void compare() {
    SplitBox<Real> split(kind(), haloOptions(order(), centredFlux));
    const Faces faces = facesOf(split.problem(0), FaceKind::interior, FaceKind::halo);
    const RetardedTerms terms = termsOf(split.problem(0), faces, signals, delays);
    RetardedSums& sums = split.piece(0).retardedSums();
    const int list = sums.addTerms(terms);
    sums.start(list, instants);
    std::array<Signals, 2> expected{Signals(numValues), Signals(numValues)};
    for (const std::int64_t sample : {0, 2, 5})
      for (const Field field : {Field::E, Field::H}) {
        split.uploadRandom(field, 30 + static_cast<unsigned>(2 * sample) + (field == Field::E));
        split.exchange(field);
        sums.add(list, field, sample);
        expectSample(terms, field, sample, instants, static_cast<std::size_t>(nodesPerFace(order())),
                     tracesOf(split, 0, field, faces), expected[static_cast<std::size_t>(field)]);
      }
    for (const Field field : {Field::E, Field::H})
      EXPECT_LT(relativeDifference(downloaded(sums, list, field, numValues), expected[static_cast<std::size_t>(field)]),
                4 * roundingTolerance<Real>());
  }
};

INSTANTIATE_TEST_SUITE_P(Engines, EngineRetardedSums, ::testing::ValuesIn(everyEngine()), nameOf);

TEST_P(EngineRetardedSums, signalsAreSumsOfMeanTracesTimesTheWeightsAtTheirDelays) {
  compare<float>();
  compare<double>();
}

TEST_P(EngineRetardedSums, signalsThatAreUploadedComeBackBitForBitAndGrowOn) {
  SplitBox<float> split(kind(), haloOptions(order(), centredFlux));
  for (const Field field : {Field::E, Field::H}) split.exchange(field);
  const Faces faces = facesOf(split.problem(0), FaceKind::interior, FaceKind::halo);
  RetardedSums& sums = split.piece(0).retardedSums();
  const RetardedTerms terms = termsOf(split.problem(0), faces, signals, delays);
  const int through = sums.addTerms(terms), before = sums.addTerms(terms), after = sums.addTerms(terms);
  for (const int list : {through, before, after}) sums.start(list, instants);
  for (const Field field : {Field::E, Field::H}) {
    sums.add(through, field, 1);
    sums.add(before, field, 1);
    sums.upload(after, field, downloaded(sums, before, field, numValues));
    sums.add(through, field, 4);
    sums.add(after, field, 4);
    EXPECT_EQ(downloaded(sums, after, field, numValues), downloaded(sums, through, field, numValues));
  }
  sums.start(through, instants);
  EXPECT_EQ(downloaded(sums, through, Field::E, numValues), Signals(numValues)) << "they start again from zero";
}

TEST_P(EngineRetardedSums, noFacesGiveSignalsOfZeros) {
  SplitBox<double> split(kind(), haloOptions(order(), centredFlux));
  RetardedSums& sums = split.piece(0).retardedSums();
  const int list = sums.addTerms(termsOf(split.problem(0), {}, signals, delays));
  sums.start(list, instants);
  sums.add(list, Field::E, 3);
  EXPECT_EQ(downloaded(sums, list, Field::E, numValues), Signals(numValues));
}

TEST_P(EngineRetardedSums, whatDoesNotFitIsRefused) {
  SplitBox<float> split(kind(), haloOptions(order(), centredFlux));
  const DgtdProblem& problem = split.problem(0);
  RetardedSums& sums = split.piece(0).retardedSums();
  const Faces inner = facesOf(problem, FaceKind::interior, FaceKind::interior);
  const RetardedTerms good = termsOf(problem, {inner[0], inner[1]}, signals, delays);
  const auto refused = [&](auto&& spoil) {
    RetardedTerms bad = good;
    spoil(bad);
    EXPECT_THROW(sums.addTerms(bad), std::logic_error);
  };
  refused([&](RetardedTerms& t) { t.face[1] = problem.boundaryFace[0]; });
  refused([&](RetardedTerms& t) { t.face[1] = 4 * problem.numElements; });
  refused([](RetardedTerms& t) { t.faceOf[0] = 2; });
  refused([](RetardedTerms& t) { t.emitter[0] = -1; });
  refused([](RetardedTerms& t) { t.vector.pop_back(); });
  refused([](RetardedTerms& t) { t.weight.pop_back(); });
  refused([](RetardedTerms& t) { t.begin.pop_back(); });
  refused([](RetardedTerms& t) { std::swap(t.begin[1], t.begin[2]); });
  const int list = sums.addTerms(good);
  sums.start(list, instants);
  sums.add(list, Field::E, instants - delays);
  EXPECT_THROW(sums.add(list, Field::E, instants - delays + 1), std::logic_error);
  EXPECT_THROW(sums.add(list, Field::E, -1), std::logic_error);
  EXPECT_THROW(sums.add(list + 1, Field::E, 0), std::logic_error);
  Signals few(numValues - 1);
  EXPECT_THROW(sums.download(list, Field::E, few), std::logic_error);
  EXPECT_THROW(sums.upload(list, Field::E, few), std::logic_error);
}

}  // namespace
}  // namespace fluxtet::test
