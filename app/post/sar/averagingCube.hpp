// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/sar/summedVolume.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace fluxtet::sar {

/// Growth of a cube from its voxel: `centred` keeps the voxel in the middle; the others keep it in the middle of one
/// face, the one towards the named side, and grow away from it.
enum class CubeGrowth : std::uint8_t { centred, xLow, xHigh, yLow, yHigh, zLow, zHigh };

/// Cube of `side` voxels that belongs to `voxel` (i, j, k), in voxel units.
VoxelBox cubeOf(const std::array<std::int64_t, 3>& voxel, CubeGrowth growth, double side);

/// Cube with its content.
struct FilledCube {
  VoxelBox box;
  double side = 0;  ///< in voxels
  BoxContent content;
  double sar() const { return content.power / content.mass; }                           ///< W/kg
  double backgroundShare() const { return 1 - content.tissue / (side * side * side); }  ///< of its volume
};

/// Grows the cube of `voxel` (i, j, k) until it holds `mass` kg (to 1e-12 of it; a layer that it cuts counts by the
/// share inside). `guess`: first guess of the side, in voxels. Nothing if the whole grid holds less.
std::optional<FilledCube> growCube(const SummedVolume& sums, const std::array<std::int64_t, 3>& voxel,
                                   CubeGrowth growth, double mass, double guess);

/// True if each of the six faces touches or cuts tissue: some voxel of the layer inside it, whole or cut, is tissue.
/// `cube`: in voxel units.
bool allFacesTouchTissue(const SummedVolume& sums, const VoxelBox& cube);

}  // namespace fluxtet::sar
