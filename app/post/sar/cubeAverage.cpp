// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/cubeAverage.hpp"

#include "app/post/sar/boxMaximum.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace fluxtet::sar {

namespace {

constexpr double largestBackgroundShare = 0.10;
constexpr double largestVolumeExcess = 1.05;
/// Ends of a cube are known to about 1e-7 of a voxel once its side has been stored in single precision.
constexpr double sideTolerance = 1e-5;
constexpr float noAverage = -1;

/// What the steps of the algorithm share.
struct Averaging {
  const TissueVoxels& voxels;
  const SummedVolume& sums;
  AveragedSar& result;

  double guess(std::size_t v) const { return std::cbrt(result.mass / voxels.density[v]) / voxels.grid.size; }
  void set(std::size_t v, CubeKind kind, const FilledCube& cube) const {
    result.kind[v] = kind;
    result.sar[v] = static_cast<float>(cube.sar());
    result.side[v] = static_cast<float>(cube.side * voxels.grid.size);
  }
  /// Whole voxels on either side of the middle one that the centred cube holds.
  std::int64_t reach(std::size_t v) const {
    const double side = static_cast<double>(result.side[v]) / voxels.grid.size;
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor((side * (1 + sideTolerance) - 1) / 2)));
  }
  void centredCubes() const;
  void shareValidCubes() const;
  void oneSidedCubes() const;
};

void Averaging::centredCubes() const {
  const std::int64_t total = voxels.grid.total();
#pragma omp parallel for schedule(dynamic, 4096)
  for (std::int64_t i = 0; i < total; ++i) {
    const auto v = static_cast<std::size_t>(i);
    if (voxels.tissue[v] == TissueVoxels::background) continue;
    const auto cube = growCube(sums, voxels.grid.place(i), CubeGrowth::centred, result.mass, guess(v));
    result.kind[v] = CubeKind::unused;
    if (cube && cube->backgroundShare() < largestBackgroundShare && allFacesTouchTissue(sums, cube->box))
      set(v, CubeKind::valid, *cube);
  }
}

/// Valid cubes of one reach at a time: the largest average within that reach of a voxel is that of the cubes that hold
/// it.
void Averaging::shareValidCubes() const {
  const std::size_t total = result.kind.size();
  std::set<std::int64_t> reaches;
  for (std::size_t v = 0; v < total; ++v)
    if (result.kind[v] == CubeKind::valid) reaches.insert(reach(v));
  std::vector<float> best(total, noAverage), ofReach(total);
  for (const std::int64_t wanted : reaches) {
    for (std::size_t v = 0; v < total; ++v)
      ofReach[v] = result.kind[v] == CubeKind::valid && reach(v) == wanted ? result.sar[v] : noAverage;
    boxMaximum(ofReach, voxels.grid, wanted);
    for (std::size_t v = 0; v < total; ++v) best[v] = std::max(best[v], ofReach[v]);
  }
  for (std::size_t v = 0; v < total; ++v)
    if (result.kind[v] == CubeKind::unused && best[v] >= 0) {
      result.kind[v] = CubeKind::used;
      result.sar[v] = best[v];
    }
}

void Averaging::oneSidedCubes() const {
  const std::int64_t total = voxels.grid.total();
#pragma omp parallel for schedule(dynamic, 256)
  for (std::int64_t i = 0; i < total; ++i) {
    const auto v = static_cast<std::size_t>(i);
    if (result.kind[v] != CubeKind::unused) continue;
    if (const auto cube = oneSidedCube(sums, voxels.grid.place(i), result.mass, guess(v)))
      set(v, CubeKind::unused, *cube);
  }
}

}  // namespace

std::optional<FilledCube> oneSidedCube(const SummedVolume& sums, const std::array<std::int64_t, 3>& voxel, double mass,
                                       double guess) {
  std::vector<FilledCube> cubes;
  for (const auto growth :
       {CubeGrowth::xLow, CubeGrowth::xHigh, CubeGrowth::yLow, CubeGrowth::yHigh, CubeGrowth::zLow, CubeGrowth::zHigh})
    if (const auto cube = growCube(sums, voxel, growth, mass, guess)) cubes.push_back(*cube);
  if (cubes.empty()) return std::nullopt;
  const auto bySide = [](const FilledCube& a, const FilledCube& b) { return a.side < b.side; };
  const double smallest = std::min_element(cubes.begin(), cubes.end(), bySide)->side;
  const FilledCube* best = nullptr;
  for (const FilledCube& cube : cubes) {
    if (std::pow(cube.side / smallest, 3) > largestVolumeExcess) continue;
    if (best == nullptr || cube.sar() > best->sar()) best = &cube;
  }
  return *best;
}

AveragedSar averageOverCubes(const TissueVoxels& voxels, const SummedVolume& sums, double mass) {
  const auto total = static_cast<std::size_t>(voxels.grid.total());
  AveragedSar result{mass, std::vector<float>(total), std::vector<float>(total),
                     std::vector<CubeKind>(total, CubeKind::background)};
  const Averaging averaging{voxels, sums, result};
  averaging.centredCubes();
  averaging.shareValidCubes();
  averaging.oneSidedCubes();
  return result;
}

AveragePeak peakOf(const AveragedSar& average, const TissueVoxels& voxels, const SummedVolume& sums) {
  std::size_t best = average.sar.size();
  for (std::size_t v = 0; v < average.sar.size(); ++v) {
    if (average.kind[v] != CubeKind::valid && average.kind[v] != CubeKind::unused) continue;
    if (best == average.sar.size() || average.sar[v] > average.sar[best]) best = v;
  }
  AveragePeak peak;
  if (best == average.sar.size()) return peak;
  peak.voxel = voxels.grid.place(static_cast<std::int64_t>(best));
  peak.kind = average.kind[best];
  const double guess = static_cast<double>(average.side[best]) / voxels.grid.size;
  const auto cube = peak.kind == CubeKind::valid ? growCube(sums, peak.voxel, CubeGrowth::centred, average.mass, guess)
                                                 : oneSidedCube(sums, peak.voxel, average.mass, guess);
  if (!cube) return peak;
  peak.sar = cube->sar();
  peak.side = cube->side * voxels.grid.size;
  peak.mass = cube->content.mass;
  peak.backgroundShare = std::max(0.0, cube->backgroundShare());
  return peak;
}

std::int64_t averagingBytes(const VoxelGrid& grid) {
  constexpr std::int64_t perVoxel = 4 * sizeof(float) + sizeof(CubeKind);
  return grid.total() * perVoxel;
}

}  // namespace fluxtet::sar
