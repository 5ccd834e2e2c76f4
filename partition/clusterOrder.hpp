// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace fluxtet {

/// Elements of a cluster: what a thread block of the GPU kernels owns. Its neighbours outside are gathered one by one, so that
/// a cluster should have few.
inline constexpr int elementsPerCluster = 128;

/// Reorders elements that stand along a space-filling curve so that each `size` consecutive ones share many faces: a cluster grows by
/// the element with most faces on it (of several the first on the curve), and the next one starts at the first that is left.
/// `neighbour`: [elements][4] place on the curve, -1 for none. Returns the places on the curve in their new order.
std::vector<std::int32_t> clusterOrder(const std::vector<std::int32_t>& neighbour, int size);

}  // namespace fluxtet
