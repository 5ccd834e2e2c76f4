// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Limits of the numbers that element-by-element methods on one GPU can count.
namespace fluxtet::statics::cuda {

/// Throws RunError unless 32 bits tell the positions of all element nodes apart.
void requireNodesInReach(std::int32_t numElements, int nodesPerElement);
/// Throws RunError for more than `most` dofs: a word holds a dof and flags.
void requireDofsInReach(std::int32_t numDofs, std::int32_t most);
/// Throws RunError: more than `most` colours are needed.
[[noreturn]] void throwTooManyColours(int most);

}  // namespace fluxtet::statics::cuda
