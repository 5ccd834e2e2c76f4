// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fluxtet::sar {

/// A regular grid of cubic voxels. Voxel (i, j, k) has its centre at origin + (i + 1/2, j + 1/2, k + 1/2) size; arrays
/// over it are [k][j][i], x running fastest.
struct VoxelGrid {
  Vec3 origin{0, 0, 0};  ///< m
  double size = 0;       ///< m
  std::array<std::int64_t, 3> count{0, 0, 0};

  std::int64_t total() const { return count[0] * count[1] * count[2]; }
  /// Index of voxel (i, j, k) in arrays over the grid.
  std::int64_t index(std::int64_t i, std::int64_t j, std::int64_t k) const { return (k * count[1] + j) * count[0] + i; }
  /// Voxel (i, j, k) of an index.
  std::array<std::int64_t, 3> place(std::int64_t index) const {
    return {index % count[0], index / count[0] % count[1], index / (count[0] * count[1])};
  }
  /// Centre of voxel (i, j, k), m.
  Vec3 centre(const std::array<std::int64_t, 3>& place) const {
    Vec3 x = origin;
    for (std::size_t c = 0; c < 3; ++c) x[c] += (static_cast<double>(place[c]) + 0.5) * size;
    return x;
  }
};

/// Tissue on a grid of voxels, each of one tissue or of none (background).
struct TissueVoxels {
  static constexpr std::int16_t background = -1;
  VoxelGrid grid;
  std::vector<std::int16_t> tissue;  ///< [voxel] index of the tissue, or background
  std::vector<float> density;        ///< [voxel] kg/m^3, 0 in the background
  std::vector<float> power;          ///< [voxel] W/m^3 absorbed at the centre, 0 in the background
};

}  // namespace fluxtet::sar
