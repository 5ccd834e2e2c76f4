// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fluxtet::partition {

/// What a time step of an element costs, in tenths of an element's in empty space away from all boundaries: `plain` and
/// what its faces and its region add. Two empty lists: all elements cost the same.
struct ElementWork {
  static constexpr std::int32_t plain = 10;
  std::vector<std::int32_t> ofSurface;  ///< [surfaces] each face of the group adds
  std::vector<std::int32_t> ofRegion;   ///< [regions] the region adds

  bool isUniform() const { return ofSurface.empty() && ofRegion.empty(); }
};

/// Weight of each element for a partition; empty for uniform work. `region`: [n], `faceGroup`: [n][4], -1 for none.
std::vector<std::int32_t> elementWeights(const ElementWork& work, std::span<const std::int32_t> region,
                                         std::span<const std::int32_t> faceGroup);

/// The work that a partition is to balance, once the groups of the mesh are known.
using WorkOfGroups = std::function<ElementWork(const MeshGroups&)>;
/// All elements cost the same.
inline ElementWork uniformWork(const MeshGroups&) {
  return {};
}

}  // namespace fluxtet::partition
