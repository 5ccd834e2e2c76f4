// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/sar/cubeAverage.hpp"

namespace fluxtet::test {

/// The averaging rules of IEC/IEEE 62704-1:2017, 6.2, voxel by voxel in plain loops, for small grids.
sar::AveragedSar slowAverage(const sar::TissueVoxels& voxels, double mass);

/// What a box holds, voxel by voxel.
sar::BoxContent slowContent(const sar::TissueVoxels& voxels, const sar::VoxelBox& box);

}  // namespace fluxtet::test
