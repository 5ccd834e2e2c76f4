// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Time steps on several ranks against the same steps on one rank. Random delays vary the order in which the ranks' GPUs
// do their work.
#include "tests/gpu/exchange/onGpus.hpp"

#include "lib/basis/orders.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

template <class Real>
void expectStepsBy(const NamedRoute& named, const std::string& yaml, int steps) {
  SCOPED_TRACE(fmt::format("{}:{}", named.name, yaml));
  auto together = onGpus<Real>(yaml, MPI_COMM_WORLD, {named.route}), alone = onGpus<Real>(yaml, MPI_COMM_SELF, {});
  expectStepsOfOneRank(together, alone, steps);
}

TEST_F(GpuExchange, SumsOfTracesOnManyRanksAreThoseOnOne) {
  for (const NamedRoute& named : forcedRoutes) {
    SCOPED_TRACE(named.name);
    const std::string yaml = exchangeCase(2, "");
    auto together = onGpus<float>(yaml, MPI_COMM_WORLD, {named.route}), alone = onGpus<float>(yaml, MPI_COMM_SELF, {});
    expectTraceSumsOfOneRank(together, alone);
  }
}

TEST_F(GpuExchange, LeapFrogOnManyRanksIsThatOnOne) {
  for (const NamedRoute& named : forcedRoutes) {
    for (const int order : {1, 2, 3, 4}) expectStepsBy<float>(named, fedCase(order, "", 6), 60);
    expectStepsBy<double>(named, fedCase(2, ", precision: double", 6), 60);
    expectStepsBy<float>(named, fedCase(2, ", kernels: split", 6), 30);
    expectStepsBy<float>(named, fedCase(3, ", flux: centred", 6), 60);
  }
}

TEST_F(GpuExchange, RungeKuttaOnManyRanksIsThatOnOne) {
  for (const NamedRoute& named : forcedRoutes) {
    expectStepsBy<double>(named, fedCase(2, ", precision: double, scheme: rungeKutta", 6), 20);
    expectStepsBy<double>(named, fedCase(3, ", precision: double, flux: upwind", 6), 20);
    expectStepsBy<double>(named, fedCase(3, ", precision: double, flux: centred, scheme: rungeKutta", 6), 20);
  }
}

TEST_F(GpuExchange, LeapFrogStaysRightWhereTheInteriorTakesLong) {
  // Work enough that packing, arrival and the interior overlap.
  for (const NamedRoute& named : forcedRoutes) expectStepsBy<float>(named, fedCase(1, "", 30), 40);
}

/// Compares steps of a case without waves whose mesh is so large that half steps overlap.
void expectOverlappingStepsBy(const NamedRoute& named, int order, int cells, int steps, const char* flux) {
  const std::string yaml = drivenCase(order, fmt::format(", flux: {}", flux), cells, cells / 6.0);
  SCOPED_TRACE(fmt::format("{}:{}", named.name, yaml));
  auto together = onGpus<float>(yaml, MPI_COMM_WORLD, {named.route}), alone = onGpus<float>(yaml, MPI_COMM_SELF, {});
  expectUndisturbedStepsOfOneRank(together, alone, steps);
}

TEST_F(GpuExchange, HalfStepsThatOverlapAreThoseOfOneRank) {
  // On four ranks too: an H200 computes 135,000 elements at a time at P1, 51,000 at P3.
  for (const NamedRoute& named : forcedRoutes) {
    expectOverlappingStepsBy(named, 1, 44, 100, "centred");
    expectOverlappingStepsBy(named, 3, 28, 100, "centred");
    expectOverlappingStepsBy(named, 1, 44, 100, "penalised");
    expectOverlappingStepsBy(named, 3, 28, 100, "penalised");
  }
}

// For racecheck, which takes a second for a half step.
TEST_F(GpuExchange, FewHalfStepsThatOverlapAreThoseOfOneRank) {
  for (const char* flux : {"centred", "penalised"}) expectOverlappingStepsBy(forcedRoutes[0], 3, 22, 5, flux);
}

/// [field] nodal values after some steps from random fields.
std::array<std::vector<float>, 2> fieldsBy(RouteChoice choice, const std::string& yaml, int steps) {
  auto run = onGpus<float>(yaml, MPI_COMM_WORLD, routesOf(choice));
  uploadRandomFields(run);
  auto stepper = makeStepper(run);
  stepper->advanceMany(0, steps);
  return {run.download(Field::E), run.download(Field::H)};
}

TEST_F(GpuExchange, FieldsAreTheSameBitForBitByEveryWay) {
  for (const char* settings : {", flux: centred", ", flux: penalised", ", kernels: split"})
    for (const int order : {1, 3}) {
      const std::string yaml = drivenCase(order, settings, order == 1 ? 44 : 28, 5);
      SCOPED_TRACE(yaml);
      const auto pinned = fieldsBy(RouteChoice::pinned, yaml, 100);
      EXPECT_EQ(fieldsBy(RouteChoice::staged, yaml, 100), pinned);
      EXPECT_EQ(fieldsBy(RouteChoice::automatic, yaml, 100), pinned);
    }
}

/// Many steps at once, as graphs, against the same steps one by one: numbers of steps below, at and above that of a
/// graph, which begin with either buffer of a message, and with other fields in between, as after a restart.
void expectReplaysLikeSteps(const std::string& yaml) {
  SCOPED_TRACE(yaml);
  auto replayed = onGpus<float>(yaml, MPI_COMM_WORLD, {Route::peer}),
       stepped = onGpus<float>(yaml, MPI_COMM_WORLD, {Route::peer});
  if (sumOverRanks(MPI_COMM_WORLD, replayed.exchange->replays() ? 0.0 : 1.0) > 0) GTEST_SKIP() << "ranks share a GPU";
  auto many = makeStepper(replayed), oneByOne = makeStepper(stepped);
  RandomDelay delay(MPI_COMM_WORLD);
  std::int64_t first = 0;
  for (const int count : {1, 16, 37, 2, 3, 70}) {
    for (RankRun<float>* run : {&replayed, &stepped})
      if (count == 1 || count == 3) {
        uploadRandomFields(*run);
        for (const Field field : {Field::E, Field::H}) run->exchange->start(field);
      }
    delay();
    many->advanceMany(first, count);
    // Half steps that wait for another GPU must not keep the other run's from running.
    replayed.engine->synchronize();
    for (int i = 0; i < count; ++i) oneByOne->advance(first + i, false);
    first += count;
    for (const Field field : {Field::E, Field::H})
      EXPECT_EQ(replayed.download(field), stepped.download(field)) << count << " steps to step " << first;
  }
  EXPECT_EQ(replayed.exchange->statistics().messages, stepped.exchange->statistics().messages);
  EXPECT_EQ(replayed.exchange->statistics().bytes, stepped.exchange->statistics().bytes);
}

// Half steps of few clusters do not overlap.
TEST_F(GpuExchange, ReplayedStepsThatStandApartAreThoseOneByOneBitForBit) {
  for (const char* flux : {", flux: centred", ", flux: penalised"})
    for (const int order : {1, 2, 3, 4}) {
      expectReplaysLikeSteps(drivenCase(order, flux, 6));
      expectReplaysLikeSteps(fedCase(order, flux, 6));
    }
}

TEST_F(GpuExchange, ReplayedStepsThatOverlapAreThoseOneByOneBitForBit) {
  for (const char* flux : {", flux: centred", ", flux: penalised"})
    for (const int order : {1, 2, 3, 4}) {
      expectReplaysLikeSteps(drivenCase(order, flux, order < 3 ? 44 : 28, 7));
      expectReplaysLikeSteps(fedCase(order, flux, order < 3 ? 44 : 28, 7));
    }
}

TEST_F(GpuExchange, TimesItsMessagesAndCountsTheirBytes) {
  if (mpiSize(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "needs a neighbour";
  for (const NamedRoute& named : forcedRoutes) {
    SCOPED_TRACE(named.name);
    auto run = onGpus<float>(fedCase(2, "", 10), MPI_COMM_WORLD, {named.route});
    auto stepper = makeStepper(run);
    for (int step = 0; step < 10; ++step) stepper->advance(step, false);
    run.exchange->resetStatistics();
    for (int step = 10; step < 110; ++step) stepper->advance(step, false);
    run.engine->synchronize();
    const ExchangeStatistics statistics = run.exchange->statistics();
    EXPECT_EQ(statistics.messages, 200);
    EXPECT_EQ(statistics.bytes, 200 * run.d.mesh.halo.numFaces() * 12 * std::int64_t{sizeof(float)});
    EXPECT_GE(statistics.timedMessages, 4);
    EXPECT_GT(statistics.transferSeconds, 0);
    EXPECT_GE(statistics.exposedSeconds, 0);
    EXPECT_LE(statistics.exposedSeconds, statistics.transferSeconds);
    fmt::print("{} ranks, {}, rank {}: {} faces, a message takes {:.1f} us, {:.1f} us of it exposed\n",
               mpiSize(run.comm), named.name, mpiRank(run.comm), run.d.mesh.halo.numFaces(),
               1e6 * statistics.transferSeconds / static_cast<double>(statistics.timedMessages),
               1e6 * statistics.exposedSeconds / static_cast<double>(statistics.timedMessages));
  }
}

}  // namespace
}  // namespace fluxtet::test
