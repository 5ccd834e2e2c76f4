// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/parallel/dgtd/exchangeChecks.hpp"

#include "kernels/device/gpu.hpp"
#include "kernels/dgtd/cudaEngine.hpp"
#include "partition/exchange/deviceTraceExchange.hpp"

namespace fluxtet::test {

/// Fixture of tests between GPUs: skips them on a host without a GPU. Each rank uses its GPU already
/// (gpuOfThisRank.cpp).
class GpuExchange : public ::testing::Test {
 protected:
  void SetUp() override {
    if (gpuCount() == 0) GTEST_SKIP() << whyNoGpu();
  }
};

/// A case on the GPUs of a communicator's ranks, connected by the first of the allowed routes that works.
template <class Real>
RankRun<Real> onGpus(const std::string& yaml, MPI_Comm comm, const std::vector<dgtd::Route>& routes) {
  return RankRun<Real>(
      yaml, comm, [](const dgtd::DgtdProblem& problem) { return dgtd::makeCudaEngine<Real>(problem); },
      [&routes](dgtd::FieldEngine<Real>& engine, const HaloPlan& plan,
                MPI_Comm own) -> std::unique_ptr<dgtd::TraceExchange<Real>> {
        return std::make_unique<dgtd::DeviceTraceExchange<Real>>(engine.traces().makeDeviceHalo(plan.offset), plan,
                                                                 routes, own);
      });
}

/// A route that can be forced on one host, with its name.
struct NamedRoute {
  const char* name;
  dgtd::Route route;
};
inline constexpr std::array forcedRoutes{NamedRoute{"peer", dgtd::Route::peer},
                                         NamedRoute{"pinned, shared", dgtd::Route::pinnedShared},
                                         NamedRoute{"pinned, MPI", dgtd::Route::pinnedMpi}};

}  // namespace fluxtet::test
