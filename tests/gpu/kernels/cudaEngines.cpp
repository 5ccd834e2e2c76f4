// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The tests of every engine, for the CUDA engine.
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

// Warps have 32 threads, clusters 64 to 256 elements.
std::vector<int> raggedSizes() {
  return {1, 5, 31, 64, 65, 127, 128, 129, 300};
}

}  // namespace fluxtet::test
