// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The tests of every engine, for the CPU engine with each instruction set.
#include "tests/unit/kernels/cpuEngines.hpp"

#include "kernels/dgtd/cpu/instructionSet.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

constexpr int threads = 2;

EngineKind withInstructionSet(const std::string& name) {
  const EngineKind engine = cpuEngine(threads);
  return {name,
          [=](const DgtdProblem& problem) {
            const WithInstructionSet instructionSet(name);
            return engine.makeSingle(problem);
          },
          [=](const DgtdProblem& problem) {
            const WithInstructionSet instructionSet(name);
            return engine.makeDouble(problem);
          }};
}

}  // namespace

EngineKind cpuEngine(int threads) {
  return {"cpu", [=](const DgtdProblem& problem) { return makeCpuEngine<float>(problem, threads); },
          [=](const DgtdProblem& problem) { return makeCpuEngine<double>(problem, threads); }};
}

std::vector<EngineKind> engineKinds() {
  std::vector<EngineKind> kinds;
  for (const std::string& name : dgtd::cpu::availableInstructionSets()) kinds.push_back(withInstructionSet(name));
  return kinds;
}

EngineKind defaultEngineKind() {
  return cpuEngine(threads);
}

std::string whyNoEngine() {
  return {};
}

// Vectors have 2 to 16 lanes.
std::vector<int> raggedSizes() {
  return {1, 5, 17, 33, 108};
}

}  // namespace fluxtet::test
