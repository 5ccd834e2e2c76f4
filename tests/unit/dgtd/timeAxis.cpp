// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/timeAxis.hpp"
#include "app/dgtd/observers/energyMonitor.hpp"
#include "app/dgtd/observers/schedule.hpp"
#include "lib/base/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

TEST(TimeAxis, EndsExactlyAtTheEndWithAStepNoLongerThanCflTimesTheStableOne) {
  DgtdCase theCase;
  theCase.dgtd.cfl = 0.5;
  theCase.time.end = 1.0;
  const TimeAxis axis = makeTimeAxis(theCase, 0.3);
  EXPECT_EQ(axis.steps, 7);
  EXPECT_DOUBLE_EQ(axis.dt * static_cast<double>(axis.steps), 1.0);
  EXPECT_LE(axis.dt, 0.15);
}

TEST(TimeAxis, TakesTheGivenNumberOfStepsAtTheStableStep) {
  DgtdCase theCase;
  theCase.dgtd.cfl = 0.5;
  theCase.time.steps = 10;
  const TimeAxis axis = makeTimeAxis(theCase, 0.3);
  EXPECT_EQ(axis.steps, 10);
  EXPECT_DOUBLE_EQ(axis.dt, 0.15);
}

TEST(TimeAxis, NeverExceedsTheLargestStepThatTheCaseAllows) {
  DgtdCase theCase;
  theCase.time.end = 1.0;
  theCase.time.maxStep = 0.01;
  EXPECT_LE(makeTimeAxis(theCase, 0.3).dt, 0.01 * (1 + 1e-12));
}

TEST(TimeAxis, ARestartWithTheSameStepEndsAtTheSameStep) {
  DgtdCase theCase;
  theCase.time.end = 1.0;
  const TimeAxis axis = makeTimeAxis(theCase, 0.0371);
  EXPECT_EQ(stepsWithStep(theCase, axis.dt), axis.steps);
}

TEST(Schedule, ByTimeIsDueOnceNearEveryMultiple) {
  const Schedule schedule(Interval{{}, 1.0}, 0.3);
  std::vector<std::int64_t> due;
  for (std::int64_t step = 0; step <= 14; ++step)
    if (schedule.due(step)) due.push_back(step);
  EXPECT_EQ(due, (std::vector<std::int64_t>{0, 3, 7, 10, 13}));
}

TEST(Schedule, ByStepsIsDueAtMultiples) {
  const Schedule schedule(Interval{4, {}}, 0.3);
  EXPECT_TRUE(schedule.due(0));
  EXPECT_FALSE(schedule.due(3));
  EXPECT_TRUE(schedule.due(8));
}

TEST(Schedule, NextNamesTheFirstStepAfterAGivenOneThatIsDue) {
  for (const Interval& every :
       {Interval{1, {}}, Interval{4, {}}, Interval{{}, 1.0}, Interval{{}, 0.3}, Interval{{}, 0.01}})
    for (const double dt : {0.3, 0.1, 1.0, 7.0 / 3.0}) {
      const Schedule schedule(every, dt);
      for (std::int64_t step = -1; step < 50; ++step) {
        std::int64_t expected = step + 1;
        while (!schedule.due(expected)) ++expected;
        EXPECT_EQ(schedule.next(step), expected) << "after " << step << ", dt " << dt;
      }
    }
}

TEST(Schedule, NextIsBeyondAllStepsForWhatIsNeverDue) {
  for (const Interval& every : {Interval{}, Interval{{}, 1e300}})
    EXPECT_GT(Schedule(every, 0.3).next(1), std::int64_t{1} << 60);
}

TEST(Schedule, AnIntervalShorterThanAStepIsEveryStep) {
  for (const double every : {0.29, 1e-30, 5e-324}) {
    const Schedule schedule(Interval{{}, every}, 0.3);
    for (const std::int64_t step : {std::int64_t{0}, std::int64_t{1}, std::int64_t{1} << 50}) {
      EXPECT_TRUE(schedule.due(step));
      EXPECT_EQ(schedule.next(step), step + 1);
    }
  }
}

TEST(Schedule, WithoutAnIntervalIsNeverDue) {
  EXPECT_FALSE(Schedule(Interval{}, 0.3).due(0));
  EXPECT_TRUE(Schedule(Interval{}, 0.3).never());
  EXPECT_FALSE(Schedule(Interval{4, {}}, 0.3).never());
}

TEST(EnergyMonitor, StopsTheRunWhenTheFieldIsNotFinite) {
  EnergyMonitor monitor(0, {});
  EXPECT_THROW(monitor.observe(3, 1e-9, {std::nan(""), 0, 0}), RunError);
}

TEST(EnergyMonitor, NewSourcesMayRaiseTheEnergyAgain) {
  EnergyMonitor before(0, {});
  before.observe(0, 0, {1, 0, 0});
  std::map<std::string, double> scalars;
  before.save(scalars);
  EnergyMonitor after(2e-9, {});  // the restarted case has a source until then
  after.restore(scalars);
  after.observe(1, 1e-9, {3, 0, 0});
  EXPECT_NO_THROW(after.observe(2, 3e-9, {4, 0, 0}));
  EXPECT_THROW(after.observe(3, 4e-9, {5, 0, 0}), RunError);
}

TEST(EnergyMonitor, TakesAnEnergyThatRoundingMadeNegativeForDecayed) {
  EnergyMonitor monitor(0, -60.0);
  monitor.observe(0, 0, {1, 0, 0});
  monitor.observe(1, 1e-9, {-1e-20, 0, 0});
  EXPECT_TRUE(monitor.decayed());
}

TEST(EnergyMonitor, StopsTheRunWhenTheEnergyGrowsWithoutASource) {
  EnergyMonitor monitor(1e-9, {});
  monitor.observe(0, 0, {1, 0, 0});
  monitor.observe(1, 0.5e-9, {5, 0, 0});  // a source still feeds the fields
  monitor.observe(2, 2e-9, {7, 0, 0});
  monitor.observe(3, 3e-9, {7.05, 0, 0});
  EXPECT_THROW(monitor.observe(4, 4e-9, {7.1, 0, 0}), RunError);
}

TEST(EnergyMonitor, LetsAStaticFieldGrowInLayersUpToThePeak) {
  EnergyMonitor monitor(1e-9, {}, FreeGrowth::upToPeak);
  monitor.observe(0, 0, {1, 0, 0});
  monitor.observe(1, 0.5e-9, {7, 0, 0});
  monitor.observe(2, 2e-9, {0.1, 0, 0});
  monitor.observe(3, 3e-9, {3, 0, 0});
  monitor.observe(4, 4e-9, {7.05, 0, 0});
  EXPECT_THROW(monitor.observe(5, 5e-9, {7.1, 0, 0}), RunError);
}

TEST(EnergyMonitor, LetsDispersiveMediaGiveBackWhatTheyHaveStored) {
  EnergyMonitor monitor(1e-9, {}, FreeGrowth::fromStates);
  monitor.observe(0, 0, {0, 0, 0});
  monitor.observe(1, 0.5e-9, {1, 0, 0});
  monitor.observe(2, 2e-9, {0.1, 0, 0});
  EXPECT_NO_THROW(monitor.observe(3, 3e-9, {5, 0, 0}));
  EXPECT_THROW(monitor.observe(4, 4e-9, {101, 0, 0}), RunError);
}

TEST(EnergyMonitor, ToleratesRoundingNoiseAfterTheWavesHaveGone) {
  EnergyMonitor monitor(1e-9, {});
  monitor.observe(0, 0, {1, 0, 0});
  monitor.observe(1, 2e-9, {1e-3, 0, 0});
  monitor.observe(2, 3e-9, {1e-14, 0, 0});
  EXPECT_NO_THROW(monitor.observe(3, 4e-9, {3e-13, 0, 0}));
}

TEST(EnergyMonitor, SaysWhenTheEnergyHasDecayed) {
  EnergyMonitor monitor(1e-9, -30.0);
  monitor.observe(0, 0, {0, 0, 0});
  monitor.observe(1, 0.5e-9, {1, 0, 0});
  monitor.observe(2, 2e-9, {1.1e-3, 0, 0});
  EXPECT_FALSE(monitor.decayed());
  monitor.observe(3, 3e-9, {0.9e-3, 0, 0});
  EXPECT_TRUE(monitor.decayed());
}

TEST(EnergyMonitor, ComesBackFromACheckpointAsItWas) {
  EnergyMonitor before(0, {});
  before.observe(0, 0, {2, 1, 1});
  before.observe(1, 1e-9, {1.9, 1, 0.9});
  std::map<std::string, double> scalars;
  before.save(scalars);
  EnergyMonitor after(0, {});
  after.restore(scalars);
  EXPECT_EQ(after.initial(), 2);
  EXPECT_EQ(after.last(), 1.9);
  EXPECT_NEAR(after.maxRelativeDrift(), 0.05, 1e-12);
  EXPECT_THROW(after.observe(2, 2e-9, {2.1, 1, 1.1}), RunError);
}

}  // namespace
}  // namespace fluxtet::test
