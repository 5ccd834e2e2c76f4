// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Makes the tests that all static engines share run on the CUDA engine.
#include "kernels/device/gpu.hpp"
#include "tests/support/statics/staticEngineKind.hpp"

namespace fluxtet::test {

using namespace fluxtet::statics;

namespace {
template <class Real>
std::unique_ptr<StaticEngine<Real>> onFirstGpu(FemProblem problem, const StaticEngineSettings& settings) {
  useGpu(0);
  return makeCudaStaticEngine<Real>(std::move(problem), settings);
}
}  // namespace

StaticEngineKind staticEngineKind() {
  return {onFirstGpu<float>, onFirstGpu<double>, cudaStaticBytes};
}

std::string whyNoStaticEngine() {
  return whyNoGpu();
}

}  // namespace fluxtet::test
