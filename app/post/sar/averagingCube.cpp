// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/averagingCube.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::sar {

namespace {

constexpr double massTolerance = 1e-12;  // relative
/// Ends this close to a whole voxel, in voxels, count as whole: far above rounding, far below what changes a mass.
constexpr double wholeTolerance = 1e-9;

/// Root of mass(side) = wanted in [low, high], where the mass is monotone and smooth: regula falsi, halving the weight
/// of an end that stays (Illinois; Dowell and Jarratt 1971).
template <class MassOf>
double sideOfMass(const MassOf& massOf, double wanted, double low, double massLow, double high, double massHigh) {
  double below = massLow - wanted, above = massHigh - wanted;
  int stays = 0;
  for (int iteration = 0; iteration < 100 && high - low > 1e-14 * high; ++iteration) {
    const double side = std::clamp((low * above - high * below) / (above - below), low, high);
    const double excess = massOf(side) - wanted;
    if (std::abs(excess) <= massTolerance * wanted) return side;
    if (excess < 0) {
      low = side;
      below = excess;
      if (stays < 0) above /= 2;
      stays = -1;
    } else {
      high = side;
      above = excess;
      if (stays > 0) below /= 2;
      stays = 1;
    }
  }
  return high;
}

/// The nearest odd number of voxels, at least one: centred cubes of such sides consist of whole voxels.
double oddSide(double side) {
  return std::max(1.0, 2 * std::floor(side / 2) + 1);
}

double largestSide(const SummedVolume& sums) {
  return 2 * static_cast<double>(sums.longestEdge()) + 1;
}

}  // namespace

VoxelBox cubeOf(const std::array<std::int64_t, 3>& voxel, CubeGrowth growth, double side) {
  VoxelBox box;
  for (std::size_t c = 0; c < 3; ++c) {
    const double middle = static_cast<double>(voxel[c]) + 0.5;
    box.low[c] = middle - side / 2;
    box.high[c] = middle + side / 2;
  }
  if (growth == CubeGrowth::centred) return box;
  const int face = static_cast<int>(growth) - 1;
  const auto axis = static_cast<std::size_t>(face / 2);
  const auto at = static_cast<double>(voxel[axis]);
  box.low[axis] = face % 2 == 0 ? at : at + 1 - side;
  box.high[axis] = box.low[axis] + side;
  return box;
}

std::optional<FilledCube> growCube(const SummedVolume& sums, const std::array<std::int64_t, 3>& voxel,
                                   CubeGrowth growth, double mass, double guess) {
  const auto massOf = [&](double side) { return sums.inside(cubeOf(voxel, growth, side)).mass; };
  const double enough = mass * (1 - massTolerance), limit = largestSide(sums);
  // Bracket the side between odd numbers of voxels, in steps of one layer from the guess.
  double high = std::min(oddSide(guess), limit), massHigh = massOf(high);
  while (massHigh < enough) {
    if (high >= limit) return std::nullopt;
    high += 2;
    massHigh = massOf(high);
  }
  double low = high > 1 ? high - 2 : 0, massLow = low > 0 ? massOf(low) : 0;
  while (massLow >= enough) {
    high = low;
    massHigh = massLow;
    low = high > 1 ? high - 2 : 0;
    massLow = low > 0 ? massOf(low) : 0;
  }
  FilledCube cube;
  cube.side = sideOfMass(massOf, mass, low, massLow, high, massHigh);
  cube.box = cubeOf(voxel, growth, cube.side);
  cube.content = sums.inside(cube.box);
  return cube;
}

bool allFacesTouchTissue(const SummedVolume& sums, const VoxelBox& cube) {
  VoxelBox whole;  // all voxels that the cube holds or cuts
  for (std::size_t c = 0; c < 3; ++c) {
    whole.low[c] = std::floor(cube.low[c] + wholeTolerance);
    whole.high[c] = std::ceil(cube.high[c] - wholeTolerance);
  }
  for (std::size_t c = 0; c < 3; ++c)
    for (const bool upper : {false, true}) {
      VoxelBox layer = whole;
      if (upper)
        layer.low[c] = whole.high[c] - 1;
      else
        layer.high[c] = whole.low[c] + 1;
      if (sums.inside(layer).tissue < 0.5) return false;
    }
  return true;
}

}  // namespace fluxtet::sar
