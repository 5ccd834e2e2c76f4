// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/methods.hpp"

#include <array>

namespace fluxtet::statics::cpu {

/// Threads of one block of the GPU, and so the number of values that are summed together.
inline constexpr int reductionBlock = 256;

/// Returns the sum of one block in the order in which the threads of a GPU form it:
/// adjacent: neighbours first, then neighbours of sums (figure 5 of the EBE paper);
/// remapped: the second half onto the first, again and again (its figure 6);
/// shuffle: the same within each warp of 32 threads, then over the warps' sums.
/// Overwrites the values.
double reduceBlock(ReductionKind kind, std::array<double, reductionBlock>& values);

}  // namespace fluxtet::statics::cpu
