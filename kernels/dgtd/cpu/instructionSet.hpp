// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuKernels.hpp"

#include <string>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// Names of the instruction sets that this build has kernels for and this processor can run, best first:
/// some of "avx512", "avx2", and always "baseline".
std::vector<std::string> availableInstructionSets();

/// The kernels for the best instruction set, or for the one that the environment variable FLUXTET_ISA names.
/// Throws InputError if that one is unknown or this processor lacks it.
template <class Real>
KernelTable<Real> chooseKernels();

}  // namespace fluxtet::dgtd::cpu
