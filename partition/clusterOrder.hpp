// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace fluxtet::partition {

/// Reorders elements that stand along a space-filling curve so that each `size` consecutive ones share many faces.
/// Elements of neighbouring pieces of the curve change places, the best exchange for each element, as long as that
/// leaves fewer faces between clusters; two passes suffice. Threads share the work, and the order does not depend on
/// how many there are. `neighbour`: [element][face] place of the neighbour on the curve, -1 for none. Only elements of
/// one `group`, [element], change places; groups stand one after the other. Returns [element] the places on the curve
/// in their new order.
std::vector<std::int32_t> clusterOrder(const std::vector<std::int32_t>& neighbour,
                                       const std::vector<std::uint32_t>& group, int size);

}  // namespace fluxtet::partition
