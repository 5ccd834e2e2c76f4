// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/post/sar/voxelGrid.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace fluxtet::sar {

/// An axis-aligned box in voxel units: voxel i reaches from i to i + 1 along each axis.
struct VoxelBox {
  std::array<double, 3> low{}, high{};
};

/// Content of a box; voxels on its border count by the share that lies inside.
struct BoxContent {
  double mass = 0;    ///< kg
  double power = 0;   ///< W
  double tissue = 0;  ///< volume that is not background, in voxels
};

/// Sums of mass, power and tissue over any box of a grid in constant time, from a table of the sums over all voxels
/// before each corner [k][j][i] (a summed-area table, Crow 1984, in three dimensions). Between corners the sums are
/// trilinear, since the voxels are uniform. Outside the grid there is nothing.
class SummedVolume {
 public:
  explicit SummedVolume(const TissueVoxels& voxels);

  /// Content of a box, in voxel units; what lies outside the grid is empty.
  BoxContent inside(const VoxelBox& box) const;
  /// Content of the whole grid.
  BoxContent total() const { return table_.back(); }
  std::int64_t longestEdge() const;  ///< of the grid, in voxels
  /// Memory of the table of a grid, bytes.
  static std::int64_t bytes(const VoxelGrid& grid);

 private:
  /// The up to four corners along an axis that a box's ends refer to, with their weights, offsets in the table.
  struct AxisWeights {
    int count = 0;
    std::array<std::size_t, 4> offset{};
    std::array<double, 4> weight{};
    void add(std::size_t at, double value);
  };
  AxisWeights axisWeights(std::size_t axis, double low, double high) const;
  void addEnd(AxisWeights& weights, std::size_t axis, double end, double sign) const;
  void fill(const TissueVoxels& voxels);
  void sumAlong(std::size_t axis);

  std::array<std::size_t, 3> corners_{}, stride_{};
  std::vector<BoxContent> table_;
};

}  // namespace fluxtet::sar
