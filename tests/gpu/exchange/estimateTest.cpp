// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The time step estimate on GPUs against that of one CPU, and the data that it moves.
#include "tests/gpu/exchange/onGpus.hpp"

#include "app/dgtd/setup/stability.hpp"
#include "lib/basis/orders.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

std::string lossyBox(int order, const char* flux, const char* precision) {
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [1 m, 0.8 m, 1.3 m], cells: [8, 8, 8], perturb: 0.2}}}}
materials: {{dielectric: {{epsilon_r: 2.5, mu_r: 1.5, sigma: 1 mS/m}}}}
regions: {{box: dielectric}}
boundaries: {{x-: pec, x+: pmc, y-: pec, y+: pmc, z-: absorbing, z+: absorbing}}
dgtd: {{order: {}, flux: {}, precision: {}}}
time: {{steps: 1}}
)",
                     order, flux, precision);
}

template <class Real>
StabilityEstimate estimate(RankRun<Real>& run) {
  return estimateStability(*run.engine, *run.exchange, run.d, run.theCase.dgtd.scheme, run.comm);
}

template <class Real>
void expectEstimateOfTheCpu(const std::string& yaml) {
  SCOPED_TRACE(yaml);
  RankRun<Real> onCpu(
      yaml, MPI_COMM_SELF, [](const DgtdProblem& problem) { return makeCpuEngine<Real>(problem, 1); },
      [](FieldEngine<Real>& engine, const HaloPlan& plan, MPI_Comm own) {
        return makeTraceExchange<Real>(engine, plan, RouteChoice::automatic, own);
      });
  const StabilityEstimate expected = estimate(onCpu);
  for (const NamedRoute& named : forcedRoutes) {
    SCOPED_TRACE(named.name);
    auto together = onGpus<Real>(yaml, MPI_COMM_WORLD, {named.route});
    const StabilityEstimate found = estimate(together);
    EXPECT_NEAR(found.spectralBound, expected.spectralBound, 1e-4 * expected.spectralBound);
    EXPECT_NEAR(found.maxStep, expected.maxStep, 1.1e-3 * expected.maxStep);  // a point of the grid
    EXPECT_EQ(found.limitingElement, expected.limitingElement);
  }
}

TEST_F(GpuExchange, TheTimeStepEstimateIsThatOfTheCpu) {
  for (const int order : allOrders) expectEstimateOfTheCpu<float>(lossyBox(order, "penalised", "single"));
  expectEstimateOfTheCpu<double>(lossyBox(2, "centred", "double"));
  expectEstimateOfTheCpu<double>(lossyBox(2, "upwind", "double"));
}

// An upload or download of a field would make the engine allocate its staging buffer, and keep it.
TEST_F(GpuExchange, TheTimeStepEstimateTakes112ProductsWithTheOperatorAndMovesNoField) {
  auto run = onGpus<float>(lossyBox(2, "penalised", "single"), MPI_COMM_WORLD, {forcedRoutes[0].route});
  const std::int64_t bytesBefore = run.engine->bytes();
  run.exchange->resetStatistics();
  estimate(run);
  constexpr std::int64_t scalesOfMaterials = 1024;
  EXPECT_LE(run.engine->bytes(), bytesBefore + scalesOfMaterials);
  if (mpiSize(run.comm) > 1) {
    EXPECT_EQ(run.exchange->statistics().messages, 2 * 112);
  }
}

}  // namespace
}  // namespace fluxtet::test
