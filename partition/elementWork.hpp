// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fluxtet::partition {

/// Cost of an element in a time step, in tenths of the cost of an element in empty space away from all boundaries:
/// `plain`, and what its faces and its region add. With two empty lists all elements cost the same.
struct ElementWork {
  static constexpr std::int32_t plain = 10;
  std::vector<std::int32_t> ofSurface;  ///< [surfaces] each face of the group adds
  std::vector<std::int32_t> ofRegion;   ///< [regions] the region adds

  bool isUniform() const { return ofSurface.empty() && ofRegion.empty(); }
};

/// Weight of each element for a partition, [element], in the unit of ElementWork; empty for uniform work. `region`:
/// [element] index into ofRegion; `faceGroup`: [element][face] index into ofSurface, or -1.
std::vector<std::int32_t> elementWeights(const ElementWork& work, std::span<const std::int32_t> region,
                                         std::span<const std::int32_t> faceGroup);

/// The work that a partition is to balance, once the groups of the mesh are known.
using WorkOfGroups = std::function<ElementWork(const MeshGroups&)>;
/// All elements cost the same.
inline ElementWork uniformWork(const MeshGroups&) {
  return {};
}

}  // namespace fluxtet::partition
