// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/sar/voxelGrid.hpp"

#include <array>
#include <cstdint>
#include <functional>

namespace fluxtet::test {

struct VoxelValue {
  double density = 0;  ///< kg/m^3, 0: background
  double power = 0;    ///< W/m^3
};

/// Voxels of `size` m whose values follow from their place (i, j, k).
inline sar::TissueVoxels makeVoxels(const std::array<std::int64_t, 3>& count, double size,
                                    const std::function<VoxelValue(std::array<std::int64_t, 3>)>& valueAt) {
  sar::TissueVoxels voxels;
  voxels.grid = {{0, 0, 0}, size, count};
  for (std::int64_t v = 0; v < voxels.grid.total(); ++v) {
    const VoxelValue value = valueAt(voxels.grid.place(v));
    voxels.tissue.push_back(value.density > 0 ? std::int16_t{0} : sar::TissueVoxels::background);
    voxels.density.push_back(static_cast<float>(value.density));
    voxels.power.push_back(static_cast<float>(value.power));
  }
  return voxels;
}

/// Whether a place is at least `margin` voxels away from all ends of the grid.
inline bool within(const std::array<std::int64_t, 3>& place, const std::array<std::int64_t, 3>& count,
                   std::int64_t margin) {
  for (std::size_t c = 0; c < 3; ++c)
    if (place[c] < margin || place[c] >= count[c] - margin) return false;
  return true;
}

}  // namespace fluxtet::test
