// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/summedVolume.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::sar {

namespace {

BoxContent& operator+=(BoxContent& sum, const BoxContent& other) {
  sum.mass += other.mass;
  sum.power += other.power;
  sum.tissue += other.tissue;
  return sum;
}

std::size_t cornersOf(const VoxelGrid& grid) {
  std::size_t corners = 1;
  for (const auto count : grid.count) corners *= static_cast<std::size_t>(count) + 1;
  return corners;
}

}  // namespace

std::int64_t SummedVolume::bytes(const VoxelGrid& grid) {
  return static_cast<std::int64_t>(cornersOf(grid) * sizeof(BoxContent));
}

std::int64_t SummedVolume::longestEdge() const {
  return static_cast<std::int64_t>(*std::max_element(corners_.begin(), corners_.end())) - 1;
}

SummedVolume::SummedVolume(const TissueVoxels& voxels) : table_(cornersOf(voxels.grid)) {
  for (std::size_t c = 0; c < 3; ++c) corners_[c] = static_cast<std::size_t>(voxels.grid.count[c]) + 1;
  stride_ = {1, corners_[0], corners_[0] * corners_[1]};
  fill(voxels);
  for (std::size_t axis = 0; axis < 3; ++axis) sumAlong(axis);
}

/// Puts what voxel (i, j, k) holds to corner (i + 1, j + 1, k + 1).
void SummedVolume::fill(const TissueVoxels& voxels) {
  const VoxelGrid& grid = voxels.grid;
  const double volume = grid.size * grid.size * grid.size;
#pragma omp parallel for schedule(static)
  for (std::int64_t k = 0; k < grid.count[2]; ++k)
    for (std::int64_t j = 0; j < grid.count[1]; ++j)
      for (std::int64_t i = 0; i < grid.count[0]; ++i) {
        const auto v = static_cast<std::size_t>(grid.index(i, j, k));
        const auto at = static_cast<std::size_t>(i + 1) + static_cast<std::size_t>(j + 1) * stride_[1] +
                        static_cast<std::size_t>(k + 1) * stride_[2];
        table_[at] = {voxels.density[v] * volume, voxels.power[v] * volume,
                      voxels.tissue[v] == TissueVoxels::background ? 0.0 : 1.0};
      }
}

/// Running sums along one axis; every line is one thread's, so that sums do not depend on the threads.
void SummedVolume::sumAlong(std::size_t axis) {
  const std::size_t first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < corners_[second]; ++b)
    for (std::size_t c = 1; c < corners_[axis]; ++c)
      for (std::size_t a = 0; a < corners_[first]; ++a) {
        const std::size_t at = a * stride_[first] + b * stride_[second] + c * stride_[axis];
        table_[at] += table_[at - stride_[axis]];
      }
}

void SummedVolume::AxisWeights::add(std::size_t at, double value) {
  if (value == 0) return;
  offset[static_cast<std::size_t>(count)] = at;
  weight[static_cast<std::size_t>(count)] = value;
  ++count;
}

void SummedVolume::addEnd(AxisWeights& weights, std::size_t axis, double end, double sign) const {
  const double last = static_cast<double>(corners_[axis] - 1);
  const double inside = std::clamp(end, 0.0, last);
  const double corner = std::floor(inside);
  const auto at = static_cast<std::size_t>(corner) * stride_[axis];
  weights.add(at, sign * (1 - (inside - corner)));
  weights.add(at + stride_[axis], sign * (inside - corner));
}

SummedVolume::AxisWeights SummedVolume::axisWeights(std::size_t axis, double low, double high) const {
  AxisWeights weights;
  addEnd(weights, axis, low, -1);
  addEnd(weights, axis, high, 1);
  return weights;
}

BoxContent SummedVolume::inside(const VoxelBox& box) const {
  const AxisWeights x = axisWeights(0, box.low[0], box.high[0]), y = axisWeights(1, box.low[1], box.high[1]),
                    z = axisWeights(2, box.low[2], box.high[2]);
  BoxContent sum;
  for (std::size_t k = 0; k < static_cast<std::size_t>(z.count); ++k)
    for (std::size_t j = 0; j < static_cast<std::size_t>(y.count); ++j) {
      const double yz = y.weight[j] * z.weight[k];
      const BoxContent* line = &table_[y.offset[j] + z.offset[k]];
      for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
        const BoxContent& corner = line[x.offset[i]];
        const double weight = x.weight[i] * yz;
        sum.mass += weight * corner.mass;
        sum.power += weight * corner.power;
        sum.tissue += weight * corner.tissue;
      }
    }
  return sum;
}

}  // namespace fluxtet::sar
