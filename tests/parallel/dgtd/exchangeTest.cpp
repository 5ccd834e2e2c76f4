// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The exchange of the CPU engine.
#include "tests/parallel/dgtd/exchangeChecks.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

template <class Real>
RankRun<Real> onCpu(const std::string& yaml, MPI_Comm comm) {
  return RankRun<Real>(
      yaml, comm, [](const DgtdProblem& problem) { return makeCpuEngine<Real>(problem, 1); },
      [](FieldEngine<Real>& engine, const HaloPlan& plan, MPI_Comm own) {
        return makeTraceExchange<Real>(engine, plan, RouteChoice::automatic, own);
      });
}

template <class Real>
void expectSteps(const std::string& yaml, int steps) {
  auto together = onCpu<Real>(yaml, MPI_COMM_WORLD), alone = onCpu<Real>(yaml, MPI_COMM_SELF);
  expectStepsOfOneRank(together, alone, steps);
}

TEST(HostExchange, BringsTheOtherSidesTracesRoundAfterRound) {
  auto run = onCpu<double>(exchangeCase(2, ", precision: double"), MPI_COMM_WORLD);
  expectTracesArrive(run, 50);
}

TEST(HostExchange, LeapFrogOnManyRanksIsThatOnOne) {
  for (const int order : {1, 3}) expectSteps<double>(fedCase(order, ", precision: double"), 20);
  expectSteps<float>(fedCase(2, ""), 20);
  expectSteps<float>(fedCase(2, ", kernels: split"), 20);
  for (const char* kernels : {"fused", "split"})
    expectSteps<double>(fedCase(2, fmt::format(", precision: double, flux: centred, kernels: {}", kernels)), 20);
}

TEST(HostExchange, LeapFrogOfAnInteriorAndABorderIsThatOnOneRank) {
  for (const char* kernels : {"fused", "split"}) {
    const std::string yaml = fedCase(1, fmt::format(", precision: double, kernels: {}", kernels), 12);
    auto together = onCpu<double>(yaml, MPI_COMM_WORLD), alone = onCpu<double>(yaml, MPI_COMM_SELF);
    EXPECT_GT(together.d.mesh.numInterior, 0);
    expectStepsOfOneRank(together, alone, 12);
  }
}

TEST(HostExchange, RungeKuttaOnManyRanksIsThatOnOne) {
  expectSteps<double>(fedCase(2, ", precision: double, scheme: rungeKutta"), 6);
  expectSteps<double>(fedCase(2, ", precision: double, flux: upwind"), 6);
}

TEST(HostExchange, SumsOfTracesOnManyRanksAreThoseOnOne) {
  for (const int order : {1, 2, 3, 4}) {
    const std::string yaml = exchangeCase(order, ", precision: double");
    auto together = onCpu<double>(yaml, MPI_COMM_WORLD), alone = onCpu<double>(yaml, MPI_COMM_SELF);
    expectTraceSumsOfOneRank(together, alone);
  }
  auto together = onCpu<float>(exchangeCase(2, ""), MPI_COMM_WORLD),
       alone = onCpu<float>(exchangeCase(2, ""), MPI_COMM_SELF);
  expectTraceSumsOfOneRank(together, alone);
}

TEST(HostExchange, WaysBetweenGpusAreRefusedOnSeveralRanks) {
  const auto make = [](RouteChoice choice) {
    const auto yaml = exchangeCase(1, "");
    RankRun<float> run(
        yaml, MPI_COMM_WORLD, [](const DgtdProblem& problem) { return makeCpuEngine<float>(problem, 1); },
        [choice](FieldEngine<float>& engine, const HaloPlan& plan, MPI_Comm own) {
          return makeTraceExchange<float>(engine, plan, choice, own);
        });
  };
  for (const RouteChoice choice :
       {RouteChoice::pinned, RouteChoice::staged, RouteChoice::gpuAware, RouteChoice::peer}) {
    if (mpiSize(MPI_COMM_WORLD) == 1) {
      EXPECT_NO_THROW(make(choice));
    } else {
      EXPECT_THROW(make(choice), InputError);
    }
  }
}

TEST(HostExchange, MayEndBetweenTheTwoHalvesOfAMessageWhenAnErrorEndsTheRun) {
  MPI_Comm own;  // what is sent to rank 0 stays there for ever
  mpiCheck(MPI_Comm_dup(MPI_COMM_WORLD, &own));
  EXPECT_THROW(
      {
        auto run = onCpu<double>(exchangeCase(2, ", precision: double"), own);
        // Rank 0 fails before it starts; nobody may wait for it.
        if (mpiRank(own) != 0) run.exchange->start(Field::E);
        throw RunError("the error");
      },
      RunError);
  mpiCheck(MPI_Barrier(MPI_COMM_WORLD));
}

}  // namespace
}  // namespace fluxtet::test
