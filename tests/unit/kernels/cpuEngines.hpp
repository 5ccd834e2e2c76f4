// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/engines/engineKind.hpp"

#include <cstdlib>

namespace fluxtet::test {

/// Makes engines of the given instruction set while it lives.
class WithInstructionSet {
 public:
  explicit WithInstructionSet(const std::string& name) { setenv("FLUXTET_ISA", name.c_str(), 1); }
  ~WithInstructionSet() { unsetenv("FLUXTET_ISA"); }
  WithInstructionSet(const WithInstructionSet&) = delete;
  WithInstructionSet& operator=(const WithInstructionSet&) = delete;
};

/// The CPU engine with the instruction set that it chooses itself.
EngineKind cpuEngine(int threads);

}  // namespace fluxtet::test
