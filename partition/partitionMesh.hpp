// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"
#include "partition/elementWork.hpp"
#include "partition/partitionSettings.hpp"

#include <cstdint>
#include <vector>

namespace fluxtet::partition {

/// Part 0..parts-1 of each element, [element], by the method of `settings` (automatic: METIS). No part is empty. METIS
/// balances `work`, the box method the number of elements. Serial. Throws InputError for more parts than elements,
/// RunError if METIS fails.
std::vector<std::int32_t> partitionMesh(const Mesh& mesh, const PartitionSettings& settings, int parts,
                                        const ElementWork& work = {});

}  // namespace fluxtet::partition
