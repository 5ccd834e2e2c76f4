// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Local time steps on several GPUs against those of one CPU, where the mesh is cut beside and through small elements.
#include "tests/gpu/exchange/onGpus.hpp"
#include "tests/parallel/dgtd/levelRun.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

TEST_F(GpuExchange, LocalStepsAreTheSameWhereTheMeshIsCutBesideALevel) {
  const int ranks = mpiSize(MPI_COMM_WORLD);
  if (ranks == 1) GTEST_SKIP() << "needs several ranks";
  for (const int order : {1, 2}) {
    const MeshCutBesideLevel cut(order);
    for (const int lowest : {1, 2, 3}) {
      SCOPED_TRACE(fmt::format("P{}, level {}", order, lowest));
      const MeshOfTest file(cut.mesh, cut.partsBeside(lowest, ranks), ranks);
      LevelRun whole(cut.textWith(file), MPI_COMM_SELF);
      LevelRun part(
          cut.textWith(file), MPI_COMM_WORLD,
          [](const DgtdProblem& problem) { return makeCudaEngine<double>(problem); },
          [](FieldEngine<double>& engine, const HaloPlan& plan, MPI_Comm own) {
            return makeTraceExchange<double>(engine, plan, RouteChoice::automatic, own);
          });
      ASSERT_FALSE(part.levels()[static_cast<std::size_t>(lowest - 1)].crossesRanks);
      expectSameFields(whole, part);
    }
  }
}

TEST_F(GpuExchange, LocalStepsAreTheSameByAllRoutesWhereLevelsAreCut) {
  const int ranks = mpiSize(MPI_COMM_WORLD);
  if (ranks == 1) GTEST_SKIP() << "needs several ranks";
  const MeshCutBesideLevel cut(2);
  const MeshOfTest file(cut.mesh, cut.partsThrough(ranks), ranks);
  LevelRun whole(cut.textWith(file), MPI_COMM_SELF);
  std::map<Route, double> bytes;
  for (const auto& [name, route] : forcedRoutes) {
    SCOPED_TRACE(name);
    LevelRun part(
        cut.textWith(file), MPI_COMM_WORLD, [](const DgtdProblem& problem) { return makeCudaEngine<double>(problem); },
        [only = route](FieldEngine<double>& engine, const HaloPlan& plan,
                       MPI_Comm own) -> std::unique_ptr<TraceExchange<double>> {
          return std::make_unique<DeviceTraceExchange<double>>(engine.traces().makeDeviceHalo(plan.offset), plan,
                                                               std::vector<Route>{only}, own);
        });
    ASSERT_TRUE(part.levels().back().crossesRanks);
    expectSameFields(whole, part);
    bytes[route] = sumOverRanks(MPI_COMM_WORLD, static_cast<double>(part.exchange->statistics().bytes));
  }
  // Kernels that store into another GPU send only what lies near elements of a level.
  EXPECT_LT(bytes[Route::peer], 0.7 * bytes[Route::pinnedMpi]);
  EXPECT_EQ(bytes[Route::pinnedShared], bytes[Route::pinnedMpi]);
}

}  // namespace
}  // namespace fluxtet::test
