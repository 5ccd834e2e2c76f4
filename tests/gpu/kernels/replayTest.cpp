// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Many steps at once, as a graph, against the same steps one by one.
#include "base/constants.hpp"
#include "support/engines/engineCase.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fluxtet::test {
namespace {

/// Two engines with the same fields, waves and currents.
template <class Real>
class ReplayPair {
 public:
  ReplayPair(const EngineKind& kind, int order)
      : piece_(makePiece(raggedBox(), richOptions(order))),
        replayed_(kind, piece_.problem),
        stepped_(kind, piece_.problem) {}

  bool replays() const { return replayed_.engine->replaysSteps(); }
  void replay(std::int64_t first, std::int64_t count, double dt) { replayed_.engine->replaySteps(first, count, dt); }
  /// The same steps as a time loop would take them: E at step * dt.
  void step(std::int64_t first, std::int64_t count, double dt) {
    for (std::int64_t step = first; step < first + count; ++step) {
      const double time = static_cast<double>(step) * dt;
      stepped_.engine->fusedHalfStep({Field::E, constants::c0 * dt, time, time + 0.5 * dt}, stepped_.all);
      stepped_.engine->fusedHalfStep({Field::H, constants::c0 * dt, time + 0.5 * dt, time + dt}, stepped_.all);
    }
  }
  /// One half step of another size on both engines.
  void disturb(double step) {
    for (EngineCase<Real>* test : {&replayed_, &stepped_})
      test->engine->fusedHalfStep({Field::H, step, 0, 0}, test->all);
  }

  /// Two sums of either field on both engines, and a sample of them.
  void startSpectra() {
    for (EngineCase<Real>* test : {&replayed_, &stepped_})
      for (const Field field : {Field::E, Field::H}) test->engine->startSpectra(field, 2);
  }
  void sample(std::int64_t step) {
    const std::array weights{std::cos(0.1 * static_cast<double>(step)), std::sin(0.1 * static_cast<double>(step))};
    for (EngineCase<Real>* test : {&replayed_, &stepped_})
      for (const Field field : {Field::E, Field::H}) test->engine->addToSpectra(field, weights);
  }
  bool sameSums(Field field) const {
    for (const int sum : {0, 1})
      if (downloadSum(*replayed_.engine, field, sum, replayed_.E.size()) !=
          downloadSum(*stepped_.engine, field, sum, stepped_.E.size()))
        return false;
    return true;
  }

  bool same(Field field) const { return replayed_.values(field) == stepped_.values(field); }
  bool same() const { return same(Field::E) && same(Field::H); }
  bool finite() const {
    const auto E = stepped_.values(Field::E);
    return std::all_of(E.begin(), E.end(), [](Real value) { return std::isfinite(value); });
  }

 private:
  Piece piece_;
  EngineCase<Real> replayed_, stepped_;
};

// Small enough to be stable at P4, and no sums of few powers of two, so that the times are rounded.
constexpr double firstDt = 0.047 * richStep / constants::c0, secondDt = 0.031 * richStep / constants::c0;

class EngineReplay : public EngineTest {
 protected:
  /// Counts below, at and above those of one graph, on end and at far steps; then a second dt, and the first again.
  template <class Real>
  void compareReplays() const {
    ReplayPair<Real> pair(kind(), order());
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
  compareReplays<float>();
  compareReplays<double>();
}

TEST_P(EngineReplay, halfStepsOfAnotherSizeInBetweenDoNotDisturbIt) {
  ReplayPair<double> pair(kind(), order());
  std::int64_t first = 0;
  for (int round = 0; round < 3; ++round) {
    pair.replay(first, 18, firstDt);
    pair.step(first, 18, firstDt);
    first += 18;
    ASSERT_TRUE(pair.same()) << "round " << round;
    pair.disturb(-0.02 * richStep);
  }
}

TEST_P(EngineReplay, sumsOfSamplesBetweenReplaysAreThoseBetweenStepsBitForBit) {
  ReplayPair<float> pair(kind(), order());
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

// Otherwise the comparison above would not see a wrong time.
TEST_P(EngineReplay, theStepNumberMattersForWavesAndCurrents) {
  ReplayPair<double> pair(kind(), order());
  pair.replay(1, 1, firstDt);
  pair.step(0, 1, firstDt);
  EXPECT_FALSE(pair.same(Field::E));
  EXPECT_FALSE(pair.same(Field::H));
}

}  // namespace
}  // namespace fluxtet::test
