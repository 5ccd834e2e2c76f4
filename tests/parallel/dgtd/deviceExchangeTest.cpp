// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The exchange between GPUs as far as it needs none: choice of routes, slots, messages of MPI, ends good and bad.
#include "partition/exchange/deviceTraceExchange.hpp"
#include "tests/parallel/dgtd/exchangeChecks.hpp"
#include "tests/parallel/dgtd/hostedHalo.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

const std::vector<Route> allRoutes = routesOf(RouteChoice::automatic);

template <class Real>
RankRun<Real> hosted(const std::string& yaml, MPI_Comm comm, const std::vector<Route>& routes,
                     Fault fault = Fault::none) {
  return RankRun<Real>(
      yaml, comm, [](const DgtdProblem& problem) { return makeCpuEngine<Real>(problem, 1); },
      [&](FieldEngine<Real>& engine, const HaloPlan& plan, MPI_Comm own) -> std::unique_ptr<TraceExchange<Real>> {
        return std::make_unique<DeviceTraceExchange<Real>>(
            std::make_unique<HostedHalo<Real>>(engine, plan.offset, fault), plan, routes, own);
      });
}

int neighboursOf(const RankRun<double>& run) {
  return static_cast<int>(run.d.mesh.halo.neighbour.size());
}

TEST(DeviceExchange, BringsTheOtherSidesTracesByEveryRoute) {
  for (const Route route : {Route::peer, Route::pinnedShared, Route::pinnedMpi}) {
    SCOPED_TRACE(static_cast<int>(route));
    auto run = hosted<double>(exchangeCase(2, ", precision: double"), MPI_COMM_WORLD, {route});
    expectTracesArrive(run, 40);
  }
}

TEST(DeviceExchange, StepsOnManyRanksAreThoseOnOneByEveryRoute) {
  for (const Route route : {Route::peer, Route::pinnedShared, Route::pinnedMpi})
    for (const char* scheme : {"", ", kernels: split", ", scheme: rungeKutta"}) {
      SCOPED_TRACE(fmt::format("route {}{}", static_cast<int>(route), scheme));
      const std::string yaml = fedCase(2, std::string(", precision: double") + scheme, 8);
      auto together = hosted<double>(yaml, MPI_COMM_WORLD, {route}), alone = hosted<double>(yaml, MPI_COMM_SELF, {});
      expectStepsOfOneRank(together, alone, 12);
    }
}

TEST(DeviceExchange, TakesTheFirstRouteThatWorks) {
  auto run = hosted<double>(exchangeCase(1, ""), MPI_COMM_WORLD, allRoutes);
  EXPECT_EQ(run.exchange->routeCounts().peer, neighboursOf(run));
}

TEST(DeviceExchange, AFaultOfOneRankSendsItsPairsByTheNextRoute) {
  const int faulty = mpiSize(MPI_COMM_WORLD) - 1, self = mpiRank(MPI_COMM_WORLD);
  for (const Fault fault : {Fault::doesNotExport, Fault::doesNotOpen, Fault::losesPeerData}) {
    SCOPED_TRACE(static_cast<int>(fault));
    auto run = hosted<double>(exchangeCase(1, ""), MPI_COMM_WORLD, allRoutes, self == faulty ? fault : Fault::none);
    const auto& neighbours = run.d.mesh.halo.neighbour;
    const int faultyPairs =
        self == faulty ? neighboursOf(run) : static_cast<int>(std::count(neighbours.begin(), neighbours.end(), faulty));
    EXPECT_EQ(run.exchange->routeCounts().pinnedShared, faultyPairs);
    EXPECT_EQ(run.exchange->routeCounts().peer, neighboursOf(run) - faultyPairs);
    expectTracesArrive(run, 10);
  }
}

TEST(DeviceExchange, MpiServesWhoSharesNoMemory) {
  const Fault fault = mpiRank(MPI_COMM_WORLD) == 0 ? Fault::losesSharedData : Fault::none;
  auto run = hosted<double>(exchangeCase(1, ""), MPI_COMM_WORLD, routesOf(RouteChoice::pinned), fault);
  if (mpiRank(MPI_COMM_WORLD) == 0) {
    EXPECT_EQ(run.exchange->routeCounts().pinnedMpi, neighboursOf(run));
  }
  expectTracesArrive(run, 10);
}

TEST(DeviceExchange, StagedSharesNoMemoryOnOneHostEither) {
  auto run = hosted<double>(exchangeCase(1, ""), MPI_COMM_WORLD, routesOf(RouteChoice::staged));
  EXPECT_EQ(run.exchange->routeCounts().pinnedMpi, neighboursOf(run));
  EXPECT_EQ(run.exchange->routeCounts().pinnedShared, 0);
  expectTracesArrive(run, 10);
}

TEST(DeviceExchange, ARouteThatIsAskedForAndFailsIsAnErrorOnEveryRank) {
  if (mpiSize(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "needs a neighbour";
  std::string text;
  try {
    hosted<double>(exchangeCase(1, ""), MPI_COMM_WORLD, {Route::peer},
                   mpiRank(MPI_COMM_WORLD) == 0 ? Fault::doesNotOpen : Fault::none);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    text = error.what();
    EXPECT_EQ(error.code(), ExitCode::badInput);
  }
  EXPECT_NE(text.find("does not open"), std::string::npos) << text;
  EXPECT_EQ(text, broadcast(MPI_COMM_WORLD, text));
}

TEST(DeviceExchange, MayEndInFlightWhenAnErrorEndsTheRun) {
  for (const Route route : {Route::peer, Route::pinnedShared, Route::pinnedMpi}) {
    EXPECT_THROW(
        {
          auto run = hosted<double>(exchangeCase(1, ""), MPI_COMM_WORLD, {route});
          if (mpiRank(MPI_COMM_WORLD) != 0) run.exchange->start(Field::E);
          throw RunError("the error");
        },
        RunError);
    mpiCheck(MPI_Barrier(MPI_COMM_WORLD));
  }
}

TEST(DeviceExchange, CountsItsMessages) {
  auto run = hosted<double>(exchangeCase(2, ""), MPI_COMM_WORLD, allRoutes);
  auto stepper = makeStepper(run);
  for (int step = 0; step < 3; ++step) stepper->advance(step, false);
  run.exchange->resetStatistics();
  for (int step = 3; step < 8; ++step) stepper->advance(step, false);
  const ExchangeStatistics statistics = run.exchange->statistics();
  const std::int64_t each =
      run.d.mesh.halo.numFaces() * run.engine->traces().valuesPerFace() * std::int64_t{sizeof(double)};
  EXPECT_EQ(statistics.messages, 10);
  EXPECT_EQ(statistics.bytes, 10 * each);
}

}  // namespace
}  // namespace fluxtet::test
