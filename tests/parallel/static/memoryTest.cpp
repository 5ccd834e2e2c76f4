// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What a run is said to need, and the end of one that needs more than there is.
#include "app/static/rankTeam.hpp"
#include "lib/base/mpi.hpp"
#include "tests/unit/static/staticTestSupport.hpp"

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

const MPI_Comm world = MPI_COMM_WORLD;
constexpr std::int64_t noHostHas = std::int64_t{1} << 60;

struct Plates {
  explicit Plates(const std::string& settings, const std::string& right = "{potential: 0 V}")
      : model(squareModel("x-: {potential: 1 V}, x+: " + right, "problem: electrostatic" + settings, "[90, 90]")),
        dofs(makeDofMap(model, model.statics.boundaries)) {}
  StaticMemoryNeed need(int ranks) const { return staticMemoryNeed(model, dofs, StaticDevice{}, ranks); }
  StaticModel model;
  DofMap dofs;
};

TEST(StaticMemoryNeed, isWhatTheSolverThenHolds) {
  for (const char* settings : {", assembly: gather", ", assembly: sortReduce, precision: single, order: 2"}) {
    const Plates plates(settings);
    const auto solver = makeStaticSolver(plates.model, plates.dofs, StaticDevice{});
    solver->assemble(excitationOf(plates.model));
    const auto held = static_cast<double>(solver->memory().peak);
    EXPECT_NEAR(static_cast<double>(plates.need(1).engine), held, 0.1 * held) << settings;
  }
}

TEST(StaticMemoryNeed, growsWithWhatTheCaseAsksFor) {
  const Plates plain(""), amg(", solve: {preconditioner: amg}");
  EXPECT_EQ(plain.need(1).preconditioner, 0);
  EXPECT_GT(amg.need(1).preconditioner, 30 * 7 * std::int64_t{plain.dofs.numDofs} / 2);
  Plates floating("", "{floating: {charge: 0}}");
  const std::int64_t one = floating.need(1).engine;
  floating.model.statics.output.capacitance = true;
  EXPECT_EQ(floating.need(1).engine, 2 * one);
}

TEST(StaticMemoryNeed, isSharedByRanksExceptWhatTheFirstPrepares) {
  const Plates plates(", assembly: scatter");  // holds nothing that does not grow with its part
  const StaticMemoryNeed one = plates.need(1), four = plates.need(4);
  EXPECT_EQ(one.whole, 0);
  EXPECT_GT(four.whole, 0);
  EXPECT_EQ(four.mesh, one.mesh);
  EXPECT_NEAR(static_cast<double>(four.engine), static_cast<double>(one.engine) / 4,
              0.01 * static_cast<double>(one.engine));
}

TEST(StaticMemoryNeed, beyondWhatTheHostHasEndsEveryRankWithBothFigures) {
  const ComputeDevice compute(Backend::cpu, 1, world);
  try {
    requireStaticMemory(compute, noHostHas, 0);
    ADD_FAILURE() << "nothing was refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::runFailed);
    EXPECT_NE(std::string(error.what()).find("out of memory"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("TB"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("available"), std::string::npos) << error.what();
  }
  requireStaticMemory(compute, 1, 0);
}

TEST(StaticMemoryNeed, ofATeamEndsEveryRankWhereTheFirstAsks) {
  const ComputeDevice compute(Backend::cpu, 1, world);
  const StaticSettings settings;
  for (const StaticMemoryNeed need : {StaticMemoryNeed{.whole = noHostHas}, StaticMemoryNeed{.engine = noHostHas}}) {
    RankTeam team(settings, StaticDevice{}, compute);
    EXPECT_THROW(team.run([&] {
      team.requireMemory(need);
      return ExitCode::done;
    }),
                 Error);
  }
  RankTeam team(settings, StaticDevice{}, compute);
  EXPECT_EQ(team.run([&] {
    team.requireMemory({.engine = 1});
    return ExitCode::done;
  }),
            ExitCode::done);
}

}  // namespace
}  // namespace fluxtet::test
