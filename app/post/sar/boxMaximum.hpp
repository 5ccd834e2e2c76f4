// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/sar/voxelGrid.hpp"

#include <cstdint>
#include <vector>

namespace fluxtet::sar {

/// Replaces each value by the largest of those at most `reach` voxels away along every axis, in a time that does not
/// depend on the reach (running maxima of blocks, axis by axis: van Herk 1992; Gil and Werman 1993). `values` [voxel].
void boxMaximum(std::vector<float>& values, const VoxelGrid& grid, std::int64_t reach);

}  // namespace fluxtet::sar
