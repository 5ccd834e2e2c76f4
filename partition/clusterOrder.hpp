// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace fluxtet::partition {

/// Reorders elements that stand along a space-filling curve so that each `size` consecutive ones share many faces:
/// elements of neighbouring pieces of the curve change places, the best exchange for each element, as long as that
/// leaves fewer faces between clusters (two passes; a third gains nothing worth its time). `neighbour`: [elements][4]
/// place on the curve, -1 for none. Returns the places on the curve in their new order.
std::vector<std::int32_t> clusterOrder(const std::vector<std::int32_t>& neighbour, int size);

}  // namespace fluxtet::partition
