// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What the loop asks of its stepper and its observers; the stepper only writes down what it is asked.
#include "app/dgtd/timeLoop.hpp"

#include "app/dgtd/measureSteps.hpp"
#include "lib/base/mpi.hpp"
#include "tests/parallel/dgtd/rankRun.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <thread>
#include <tuple>
#include <vector>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

const char* const box = R"(
mesh: {box: {size: [1 m, 1 m, 1 m], cells: [2, 2, 2]}}
materials: {vacuum: {}}
regions: {box: vacuum}
boundaries: {x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}
dgtd: {order: 1, precision: double}
time: {steps: 1}
)";

/// First step, number of steps, whether H is kept.
using Advance = std::tuple<std::int64_t, std::int64_t, bool>;

class NotedStepper : public TimeStepper<double> {
 public:
  void advance(std::int64_t step, bool keepH) override { asked.emplace_back(step, 1, keepH); }
  void advanceMany(std::int64_t step, std::int64_t count) override { asked.emplace_back(step, count, false); }
  void receiveTraces() override {}
  double timeH(std::int64_t step) const override { return static_cast<double>(step) + 0.5; }
  void advanceRecorded(std::int64_t step, std::int64_t count, PointSamples<double>& /*points*/,
                       const std::vector<int>& handles) override {
    asked.emplace_back(step, count, false);
    recordedWith.push_back(handles);
  }
  double electricEnergy() const override { return 0; }
  double magneticEnergy() const override { return 0; }
  double initialEnergy() override { return 0; }

  std::vector<Advance> asked;
  std::vector<std::vector<int>> recordedWith;  ///< handles of advanceRecorded()
};

/// Wants every `every`th step, and the end at step `last`.
class NotedObserver final : public Observer<double> {
 public:
  NotedObserver(std::int64_t every, bool keepsH, std::int64_t last = never)
      : every_(every), keepsH_(keepsH), last_(last) {}
  std::int64_t next(std::int64_t step) const override { return (step + every_) / every_ * every_; }
  bool keepsH() const override { return keepsH_; }
  void record(const Moment& now) override {
    recorded.push_back(now.step);
    timeH = now.timeH;
  }
  void meet(const Moment& now) override { met.push_back(now.step); }
  void checkpoint(const Moment& now) override { checkpoints.push_back(now.step); }
  bool endsRun() const override { return !recorded.empty() && recorded.back() >= last_; }

  std::vector<std::int64_t> recorded, met, checkpoints;
  double timeH = 0;

 private:
  std::int64_t every_;
  bool keepsH_;
  std::int64_t last_;
};

/// Records points at every step, and writes its rows whenever there are so many.
class PointRecorder final : public Observer<double> {
 public:
  PointRecorder(std::int64_t rows, int handle) : rows_(rows), handle_(handle) {}
  std::int64_t next(std::int64_t step) const override { return step + 1; }
  std::optional<StepRecords> recordsOfSteps(std::int64_t /*step*/) const override {
    return StepRecords{{handle_}, rows_ - filled_};
  }
  void noteRecorded(const Moment& now) override {
    ++filled_;
    noted.push_back(now.step);
  }
  void record(const Moment& now) override {
    filled_ = 1;
    recorded.push_back(now.step);
  }

  std::vector<std::int64_t> noted, recorded;

 private:
  std::int64_t rows_, filled_ = 0;
  int handle_;
};

/// Two observers on a loop of so many steps.
struct Loop {
  Loop(std::int64_t steps, Observer<double>* first, Observer<double>* second)
      : axis{1.0, steps},
        run(
            box, MPI_COMM_WORLD, [](const DgtdProblem& problem) { return makeCpuEngine<double>(problem, 1); },
            [](FieldEngine<double>& engine, const HaloPlan& plan, MPI_Comm comm) {
              return makeTraceExchange<double>(engine, plan, RouteChoice::automatic, comm);
            }) {
    observers.emplace_back(first);
    observers.emplace_back(second);
  }
  LoopEnd from(std::int64_t step, std::optional<CheckpointOutput> checkpoints = {}) {
    RunControl control(checkpoints, step, MPI_COMM_WORLD);
    return TimeLoop<double>(*run.engine, stepper, axis, observers).run(step, control);
  }

  TimeAxis axis;
  RankRun<double> run;
  NotedStepper stepper;
  ObserverList<double> observers;
};

// Ranks meet after the first step; steps that take no time put off their next meeting by a million steps.

TEST(TimeLoop, TakesAllStepsUpToTheNextObserverAtOnce) {
  auto* const often = new NotedObserver(40, false);
  auto* const seldom = new NotedObserver(100, false);
  Loop loop(130, often, seldom);
  const LoopEnd end = loop.from(0);
  EXPECT_EQ(loop.stepper.asked,
            (std::vector<Advance>{
                {0, 1, false}, {1, 39, false}, {40, 40, false}, {80, 20, false}, {100, 20, false}, {120, 10, false}}));
  EXPECT_EQ(often->recorded, (std::vector<std::int64_t>{40, 80, 120}));
  EXPECT_EQ(seldom->recorded, (std::vector<std::int64_t>{100}));
  EXPECT_EQ(often->met, (std::vector<std::int64_t>{0, 1, 130}));
  EXPECT_EQ(seldom->timeH, 100.5);
  EXPECT_EQ(end.last.step, 130);
  EXPECT_FALSE(end.stopped);
}

TEST(TimeLoop, KeepsHInTheLastStepBeforeAnObserverThatNeedsIt) {
  Loop loop(100, new NotedObserver(50, true), new NotedObserver(30, false));
  loop.from(20);
  EXPECT_EQ(loop.stepper.asked, (std::vector<Advance>{{20, 1, false},
                                                      {21, 9, false},
                                                      {30, 19, false},
                                                      {49, 1, true},
                                                      {50, 10, false},
                                                      {60, 30, false},
                                                      {90, 9, false},
                                                      {99, 1, true}}));
}

TEST(TimeLoop, LeavesPointsThatAreRecordedAtEveryStepToTheStepper) {
  auto* const points = new PointRecorder(10, 7);
  auto* const seldom = new NotedObserver(8, false);
  Loop loop(25, points, seldom);
  loop.from(0);
  // Up to the other observer's steps, and to where the rows are full; the step behind that writes them.
  EXPECT_EQ(loop.stepper.asked, (std::vector<Advance>{{0, 1, false},
                                                      {1, 7, false},
                                                      {8, 2, false},
                                                      {10, 1, false},
                                                      {11, 5, false},
                                                      {16, 4, false},
                                                      {20, 1, false},
                                                      {21, 3, false},
                                                      {24, 1, false}}));
  for (const std::vector<int>& handles : loop.stepper.recordedWith) EXPECT_EQ(handles, std::vector{7});
  EXPECT_EQ(loop.stepper.recordedWith.size(), 7U);
  EXPECT_EQ(points->recorded, (std::vector<std::int64_t>{11, 21}));
  std::vector<std::int64_t> all = points->noted;
  all.insert(all.end(), points->recorded.begin(), points->recorded.end());
  std::sort(all.begin(), all.end());
  std::vector<std::int64_t> expected(25);
  std::iota(expected.begin(), expected.end(), 1);
  EXPECT_EQ(all, expected);
  EXPECT_EQ(seldom->recorded, (std::vector<std::int64_t>{8, 16, 24}));
}

TEST(TimeLoop, RecordsPointsBehindAStepThatKeepsHToo) {
  auto* const points = new PointRecorder(100, 0);
  Loop loop(6, points, new NotedObserver(5, true));
  constexpr std::size_t np = 4;
  auto& samples = loop.run.engine->points();
  ASSERT_EQ(samples.add({{0}, std::vector<double>(np, 1.0)}), 0);
  loop.from(0);
  EXPECT_EQ(loop.stepper.asked, (std::vector<Advance>{{0, 1, false}, {1, 3, false}, {4, 1, true}, {5, 1, false}}));
  // The stepper of this test records nothing itself.
  EXPECT_EQ(samples.takeRecord(0).size(), 6U);
  EXPECT_EQ(points->noted, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
}

TEST(TimeLoop, EndsWhereAnObserverEndsIt) {
  Loop loop(100, new NotedObserver(10, false), new NotedObserver(20, false, 40));
  const LoopEnd end = loop.from(0);
  EXPECT_EQ(end.last.step, 40);
  EXPECT_EQ(end.last.timeE, 40);
  EXPECT_FALSE(end.stopped);
}

TEST(TimeLoop, AsksForCheckpointsBeforeTheEndOnly) {
  auto* const observer = new NotedObserver(1000, false);
  Loop loop(90, observer, new NotedObserver(1000, false));
  loop.from(0, CheckpointOutput{{.steps = 30, .seconds = {}}, 2});
  EXPECT_EQ(observer->checkpoints, (std::vector<std::int64_t>{30, 60}));
}

/// Takes so long for a step on rank 0 alone.
class SlowStepper final : public NotedStepper {
 public:
  explicit SlowStepper(std::chrono::milliseconds ofStep) : ofStep_(ofStep) {}
  void advanceMany(std::int64_t step, std::int64_t count) override {
    NotedStepper::advanceMany(step, count);
    if (mpiRank(MPI_COMM_WORLD) == 0) std::this_thread::sleep_for(count * ofStep_);
  }

 private:
  std::chrono::milliseconds ofStep_;
};

TEST(MeasureSteps, TakesMoreStepsUntilTheyAreLongEnough) {
  const Loop loop(1, new NotedObserver(1, false), new NotedObserver(1, false));
  SlowStepper stepper(std::chrono::milliseconds(30));
  const MeasuredSteps measured = measureSteps<double>(*loop.run.engine, stepper, MPI_COMM_WORLD);
  EXPECT_EQ(stepper.asked, (std::vector<Advance>{{0, 1, false}, {1, 1, false}, {2, 2, false}, {4, 4, false}}));
  EXPECT_EQ(measured.count, 4);
  EXPECT_GE(measured.secondsPerStep, 0.03);
}

TEST(MeasureSteps, TakesALongStepOnce) {
  const Loop loop(1, new NotedObserver(1, false), new NotedObserver(1, false));
  SlowStepper stepper(std::chrono::milliseconds(110));
  const MeasuredSteps measured = measureSteps<double>(*loop.run.engine, stepper, MPI_COMM_WORLD);
  EXPECT_EQ(stepper.asked, (std::vector<Advance>{{0, 1, false}, {1, 1, false}}));
  EXPECT_GE(measured.secondsPerStep, 0.11);
}

}  // namespace
}  // namespace fluxtet::test
