// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Makes the tests that all engines share run on the CUDA engine.
#include "kernels/dgtd/cudaEngine.hpp"

#include "kernels/device/gpu.hpp"
#include "tests/support/engines/engineKind.hpp"

namespace fluxtet::test {

using namespace fluxtet::dgtd;

EngineKind defaultEngineKind() {
  return {"cuda",
          [](const DgtdProblem& problem) {
            useGpu(0);
            return makeCudaEngine<float>(problem);
          },
          [](const DgtdProblem& problem) {
            useGpu(0);
            return makeCudaEngine<double>(problem);
          }};
}

std::vector<EngineKind> engineKinds() {
  return {defaultEngineKind()};
}

std::string whyNoEngine() {
  return whyNoGpu();
}

// Numbers of elements round the sizes of a warp, 32, and of clusters, 64 and 128.
std::vector<int> raggedSizes() {
  return {1, 5, 31, 64, 65, 127, 128, 129, 300};
}

}  // namespace fluxtet::test
