// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What element-by-element methods on one GPU can count. RunError where it does not suffice.
namespace fluxtet::statics::cuda {

/// Positions of element nodes are 32-bit.
void requireNodesInReach(std::int32_t numElements, int nodesPerElement);
/// Dofs share their words with flags.
void requireDofsInReach(std::int32_t numDofs, std::int32_t most);
[[noreturn]] void throwTooManyColours(int most);

}  // namespace fluxtet::statics::cuda
