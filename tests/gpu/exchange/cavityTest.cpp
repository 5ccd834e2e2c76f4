// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/exchange/onGpus.hpp"

#include "app/dgtd/setup/exactFields.hpp"
#include "lib/basis/orders.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

std::string cavityYaml(int order) {
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [1 m, 2 m, 1 m], cells: [9, 9, 10], perturb: 0.2, origin: [-1 m, 0 m, 3 m]}}}}
materials: {{glass: {{epsilon_r: 2}}}}
regions: {{box: glass}}
boundaries: {{x-: pec, x+: pec, y-: pec, y+: pec, z-: pec, z+: pec}}
initial: {{cavityMode: {{m: 1, n: 2, p: 1, type: tm}}}}
dgtd: {{order: {}}}
time: {{steps: 1}}
)",
                     order);
}

template <class Real>
double largestDifference(const std::vector<Real>& a, const std::vector<Real>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  return largest;
}

template <class Real>
void expectSetAsInterpolated(int order, double tolerance) {
  auto run = onGpus<Real>(cavityYaml(order), MPI_COMM_WORLD, routesOf(RouteChoice::automatic));
  const auto exact = exactSolutionOf(run.theCase, run.d);
  const double time = 0.7e-9;
  EXPECT_TRUE(run.engine->setStandingWave(Field::E, exact->electric(time)));
  EXPECT_TRUE(run.engine->setStandingWave(Field::H, exact->magnetic(time)));
  for (const Field field : {Field::E, Field::H}) {
    const std::vector<Real> expected = interpolate<Real>(*exact, run.d, field, time);
    EXPECT_GT(largestDifference(expected, std::vector<Real>(expected.size())), 0.1);
    EXPECT_LT(largestDifference(run.download(field), expected), tolerance) << "P" << order;
  }
}

TEST_F(GpuExchange, ACavityModeIsSetOnTheGpuAsTheHostInterpolatesIt) {
  for (const int order : allOrders) {
    expectSetAsInterpolated<float>(order, 1e-5);
    expectSetAsInterpolated<double>(order, 1e-12);
  }
}

TEST_F(GpuExchange, AnEngineWithoutCornersLeavesACavityModeToTheHost) {
  auto run = onGpus<float>(exchangeCase(1, ""), MPI_COMM_WORLD, routesOf(RouteChoice::automatic));
  EXPECT_FALSE(run.engine->setStandingWave(Field::E, {}));
}

}  // namespace
}  // namespace fluxtet::test
