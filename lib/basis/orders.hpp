// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// Polynomial orders of the time domain, P1 to P4. Tables and lists with an entry for each order assert that they have
/// them all.
inline constexpr int minOrder = 1, maxOrder = 4;
inline constexpr int numOrders = maxOrder - minOrder + 1;
inline constexpr int allOrders[] = {1, 2, 3, 4};
static_assert(sizeof(allOrders) == numOrders * sizeof(int) && allOrders[0] == minOrder);

}  // namespace fluxtet
