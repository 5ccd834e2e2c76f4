// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuKernels.hpp"

#include <string>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// Returns the names of the instruction sets for which this build has kernels and which this processor can run, best
/// first: "avx512" and "avx2" if so, and always "baseline".
std::vector<std::string> availableInstructionSets();

/// Returns the kernels of the best available instruction set, or of the one that the environment variable FLUXTET_ISA
/// names. Throws InputError if that one is unknown, or missing in this processor or build.
template <class Real>
KernelTable<Real> chooseKernels();

}  // namespace fluxtet::dgtd::cpu
