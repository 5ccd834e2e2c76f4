// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/sar/summedVolume.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace fluxtet::sar {

/// How a cube grows from its voxel: `centred` keeps the voxel in the middle; the others keep it in the middle of one
/// face, the one towards the named side, and grow away from it.
enum class CubeGrowth : std::uint8_t { centred, xLow, xHigh, yLow, yHigh, zLow, zHigh };

/// The cube of `side` voxels that belongs to a voxel.
VoxelBox cubeOf(const std::array<std::int64_t, 3>& voxel, CubeGrowth growth, double side);

/// A cube with its content.
struct FilledCube {
  VoxelBox box;
  double side = 0;  ///< in voxels
  BoxContent content;
  double sar() const { return content.power / content.mass; }                           ///< W/kg
  double backgroundShare() const { return 1 - content.tissue / (side * side * side); }  ///< of its volume
};

/// Grows the cube of a voxel until it holds `mass` kg (to 1e-12 of it; a layer that it cuts counts by the share
/// inside). `guess`: a side in voxels to start from. Nothing if the whole grid holds less.
std::optional<FilledCube> growCube(const SummedVolume& sums, const std::array<std::int64_t, 3>& voxel,
                                   CubeGrowth growth, double mass, double guess);

/// Whether each of the six faces touches or cuts tissue: some voxel of the layer inside it, whole or cut, is tissue.
bool allFacesTouchTissue(const SummedVolume& sums, const VoxelBox& cube);

}  // namespace fluxtet::sar
