// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/exchange/onGpus.hpp"

#include "lib/base/timer.hpp"
#include "partition/exchange/gpuAwareMpi.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

RankRun<float> madeFor(RouteChoice choice) {
  return RankRun<float>(
      exchangeCase(2, ""), MPI_COMM_WORLD, [](const DgtdProblem& problem) { return makeCudaEngine<float>(problem); },
      [choice](FieldEngine<float>& engine, const HaloPlan& plan, MPI_Comm own) {
        return makeTraceExchange<float>(engine, plan, choice, own);
      });
}

TEST_F(GpuExchange, AutoTakesTheFirstWayThatWorksForEachPair) {
  auto run = madeFor(RouteChoice::automatic);
  const RouteCounts counts = run.exchange->routeCounts();
  const auto neighbours = static_cast<int>(run.d.mesh.halo.neighbour.size());
  EXPECT_EQ(counts.peer + counts.gpuAware + counts.pinnedShared + counts.pinnedMpi, neighbours);
  EXPECT_EQ(counts.host, 0);
  fmt::print("rank {}: {} peer, {} gpuAware, {} pinned shared, {} pinned MPI\n", mpiRank(run.comm), counts.peer,
             counts.gpuAware, counts.pinnedShared, counts.pinnedMpi);
  expectTracesArrive(run, 5);
}

TEST_F(GpuExchange, PinnedWorksAnywhere) {
  auto run = madeFor(RouteChoice::pinned);
  const RouteCounts counts = run.exchange->routeCounts();
  EXPECT_EQ(counts.pinnedShared + counts.pinnedMpi, static_cast<int>(run.d.mesh.halo.neighbour.size()));
  EXPECT_EQ(counts.pinnedMpi, 0) << "ranks of one host share memory";
  expectTracesArrive(run, 5);
}

TEST_F(GpuExchange, StagedGoesThroughMpiOnOneHostToo) {
  auto run = madeFor(RouteChoice::staged);
  const RouteCounts counts = run.exchange->routeCounts();
  EXPECT_EQ(counts.pinnedMpi, static_cast<int>(run.d.mesh.halo.neighbour.size()));
  EXPECT_EQ(counts.pinnedShared + counts.peer + counts.gpuAware + counts.host, 0);
  expectTracesArrive(run, 20);
}

TEST_F(GpuExchange, AGpuAwareMpiCarriesTracesInDeviceMemory) {
  if (mpiSize(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "needs a neighbour";
  if (!mpiTakesDeviceMemory()) GTEST_SKIP() << "this MPI library does not take addresses of device memory";
  auto run = madeFor(RouteChoice::gpuAware);
  EXPECT_EQ(run.exchange->routeCounts().gpuAware, static_cast<int>(run.d.mesh.halo.neighbour.size()));
  expectTracesArrive(run, 20);
}

TEST_F(GpuExchange, AnMpiWithoutDeviceMemoryIsRefusedWhenAskedFor) {
  if (mpiSize(MPI_COMM_WORLD) == 1) GTEST_SKIP() << "needs a neighbour";
  if (mpiTakesDeviceMemory()) GTEST_SKIP() << "this MPI library takes addresses of device memory";
  try {
    madeFor(RouteChoice::gpuAware);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::badInput);
    EXPECT_NE(std::string(error.what()).find("MPI library"), std::string::npos) << error.what();
  }
}

/// An error ends the run while all ranks but rank 0 wait on their GPU for a message that never comes.
TEST_F(GpuExchange, AnErrorEndsTheRunWhereverTheMessagesAre) {
  // On a small mesh the exchange stream waits for the message, on a large one the half step itself.
  for (const NamedRoute& named : forcedRoutes)
    for (const int cells : {4, 36}) {
      SCOPED_TRACE(fmt::format("{}, {} cells", named.name, cells));
      const Timer timer;
      EXPECT_THROW(
          {
            auto run = onGpus<float>(exchangeCase(2, "", cells), MPI_COMM_WORLD, {named.route});
            if (mpiRank(run.comm) != 0) {
              run.exchange->start(Field::E);
              run.exchange->start(Field::H);
              run.engine->synchronize();  // nobody writes to rank 0 any more when it frees its memory
              // MPI makes the host wait, which only the job's end can help.
              if (named.route != Route::pinnedMpi) {
                run.exchange->finish(Field::E);
                run.engine->fusedHalfStep({Field::H, 0, 0, 0}, {0, run.d.mesh.numElements});
              }
            }
            mpiCheck(MPI_Barrier(run.comm));
            throw RunError("the error");
          },
          RunError);
      EXPECT_LT(timer.seconds(), 20);
      mpiCheck(MPI_Barrier(MPI_COMM_WORLD));
    }
}

}  // namespace
}  // namespace fluxtet::test
