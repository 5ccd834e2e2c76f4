// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/sar/averagingCube.hpp"
#include "app/post/sar/summedVolume.hpp"
#include "app/post/sar/voxelGrid.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace fluxtet::sar {

/// Kind of a voxel: the origin of its average (IEC/IEEE 62704-1:2017, 6.2).
enum class CubeKind : std::uint8_t {
  background,  ///< no tissue, no average
  valid,       ///< of the cube round the voxel: less than 10 % of it is background and all its faces touch tissue
  used,        ///< the largest average of the valid cubes that hold the whole voxel
  unused       ///< of a cube with the voxel in the middle of a face
};

/// The specific absorption rate averaged over cubes of one mass.
struct AveragedSar {
  double mass = 0;             ///< kg
  std::vector<float> sar;      ///< [voxel] W/kg, 0 in the background
  std::vector<float> side;     ///< [voxel] m, of the voxel's own cube; 0 where it has none (background, used)
  std::vector<CubeKind> kind;  ///< [voxel]
};

/// Voxel of the largest average; of equals the first.
struct AveragePeak {
  std::array<std::int64_t, 3> voxel{};
  CubeKind kind = CubeKind::valid;
  double sar = 0;              ///< W/kg
  double side = 0;             ///< m
  double mass = 0;             ///< kg, that the cube holds
  double backgroundShare = 0;  ///< of the cube's volume
};

/// Averages over cubes of `mass` kg by the algorithm of IEC/IEEE 62704-1:2017, 6.2: first the cube round every tissue
/// voxel, which is valid if less than 10 % of its volume is background and none of its faces lies wholly in the
/// background; a voxel without one of its own gets the largest average of the valid cubes that hold it; and a voxel in
/// none of them the largest average of those among its six one-sided cubes whose volume exceeds that of the smallest by
/// at most 5 %. Parallel over voxels; the result does not depend on the threads. The tissue must weigh at least `mass`.
AveragedSar averageOverCubes(const TissueVoxels& voxels, const SummedVolume& sums, double mass);

/// Largest average, among the voxels that are valid or unused: the others have the value of one of these.
AveragePeak peakOf(const AveragedSar& average, const TissueVoxels& voxels, const SummedVolume& sums);

/// One-sided cube of `mass` kg that the unused `voxel` (i, j, k) gets its average from; nothing if none holds that
/// mass. `guess`: first guess of the side, in voxels.
std::optional<FilledCube> oneSidedCube(const SummedVolume& sums, const std::array<std::int64_t, 3>& voxel, double mass,
                                       double guess);

/// Memory that averaging takes beyond TissueVoxels and SummedVolume, bytes.
std::int64_t averagingBytes(const VoxelGrid& grid);

}  // namespace fluxtet::sar
