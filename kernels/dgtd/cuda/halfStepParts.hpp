// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// Where to divide the clusters of a half step among launches, as the end of each part: a multiprocessor holds the
/// fewer blocks of a launch at a time the more traces its cluster with most of them gathers. Parts in order of their
/// levels have clusters of elements that touch each other in few faces, which gather three times as many as others. One
/// part alone if dividing them does not pay. `numGathered`: [cluster].
template <class Real>
std::vector<std::int32_t> partsOfHalfStep(int order, bool withJumps, const std::vector<std::int32_t>& numGathered,
                                          int clusterSize);

}  // namespace fluxtet::dgtd::cuda
