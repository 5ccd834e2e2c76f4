// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/model.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace fluxtet::statics {

/// Indices of the nodes of a boundary, each once, ascending; without facets that lie on the axis of an A-problem, where
/// A is 0 under any condition.
std::vector<std::int32_t> boundaryNodes(const StaticModel& model, const std::string& surface);

/// Pairs (node of boundary.surface, node of its partner) of node indices, one translation apart. Throws InputError that
/// says where a node has no counterpart.
std::vector<std::pair<std::int32_t, std::int32_t>> periodicPairs(const StaticModel& model,
                                                                 const StaticBoundary& boundary);

}  // namespace fluxtet::statics
