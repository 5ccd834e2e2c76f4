// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/sar/slowAverage.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::test {

using namespace fluxtet::sar;

namespace {

using Place = std::array<std::int64_t, 3>;

/// Length that voxel i shares with [low, high].
double overlap(std::int64_t i, double low, double high) {
  const auto at = static_cast<double>(i);
  return std::max(0.0, std::min(at + 1, high) - std::max(at, low));
}

/// Cube of a voxel in half-widths from its middle; `face` 0..5 (x low, x high, ...) stays, -1: none.
VoxelBox slowCube(const Place& voxel, int face, double side) {
  VoxelBox box;
  for (int c = 0; c < 3; ++c) {
    const double middle = static_cast<double>(voxel[c]) + 0.5;
    double down = side / 2, up = side / 2;
    if (face == 2 * c) down = 0.5, up = side - 0.5;
    if (face == 2 * c + 1) down = side - 0.5, up = 0.5;
    box.low[c] = middle - down;
    box.high[c] = middle + up;
  }
  return box;
}

double slowSide(const TissueVoxels& voxels, const Place& voxel, int face, double mass) {
  double low = 0, high = 64;
  for (int i = 0; i < 60; ++i) {
    const double side = 0.5 * (low + high);
    (slowContent(voxels, slowCube(voxel, face, side)).mass < mass ? low : high) = side;
  }
  return high;
}

/// Calls visit(place, overlapping volume, whole voxel inside) for the voxels of the grid that a box touches.
template <class Visit>
void visitBox(const TissueVoxels& voxels, const VoxelBox& box, const Visit& visit) {
  Place first{}, last{};
  for (int c = 0; c < 3; ++c) {
    first[c] = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(box.low[c])));
    last[c] = std::min(voxels.grid.count[c] - 1, static_cast<std::int64_t>(std::floor(box.high[c])));
  }
  for (std::int64_t k = first[2]; k <= last[2]; ++k)
    for (std::int64_t j = first[1]; j <= last[1]; ++j)
      for (std::int64_t i = first[0]; i <= last[0]; ++i)
        visit(Place{i, j, k}, overlap(i, box.low[0], box.high[0]) * overlap(j, box.low[1], box.high[1]) *
                                  overlap(k, box.low[2], box.high[2]));
}

bool isTissue(const TissueVoxels& voxels, const Place& p) {
  return voxels.tissue[voxels.grid.index(p[0], p[1], p[2])] != TissueVoxels::background;
}

bool facesTouch(const TissueVoxels& voxels, const VoxelBox& box) {
  std::array<bool, 6> touched{};
  visitBox(voxels, box, [&](const Place& p, double shared) {
    if (shared < 1e-8 || !isTissue(voxels, p)) return;
    for (int c = 0; c < 3; ++c) {
      const auto at = static_cast<double>(p[c]);
      if (at <= box.low[c] + 1e-9) touched[2 * c] = true;
      if (at + 1 >= box.high[c] - 1e-9) touched[2 * c + 1] = true;
    }
  });
  return std::all_of(touched.begin(), touched.end(), [](bool t) { return t; });
}

}  // namespace

BoxContent slowContent(const TissueVoxels& voxels, const VoxelBox& box) {
  BoxContent content;
  const double volume = std::pow(voxels.grid.size, 3);
  visitBox(voxels, box, [&](const Place& p, double shared) {
    const auto v = voxels.grid.index(p[0], p[1], p[2]);
    content.mass += shared * volume * voxels.density[v];
    content.power += shared * volume * voxels.power[v];
    if (isTissue(voxels, p)) content.tissue += shared;
  });
  return content;
}

AveragedSar slowAverage(const TissueVoxels& voxels, double mass) {
  const auto total = static_cast<std::size_t>(voxels.grid.total());
  AveragedSar result{mass, std::vector<float>(total), std::vector<float>(total),
                     std::vector<CubeKind>(total, CubeKind::background)};
  std::vector<double> largest(total, -1);
  for (std::size_t v = 0; v < total; ++v) {
    if (voxels.tissue[v] == TissueVoxels::background) continue;
    result.kind[v] = CubeKind::unused;
    const Place place = voxels.grid.place(static_cast<std::int64_t>(v));
    const double side = slowSide(voxels, place, -1, mass);
    const VoxelBox box = slowCube(place, -1, side);
    const BoxContent content = slowContent(voxels, box);
    if (content.mass < 0.99 * mass || content.tissue / std::pow(side, 3) <= 0.9 || !facesTouch(voxels, box)) continue;
    result.kind[v] = CubeKind::valid;
    result.sar[v] = static_cast<float>(content.power / content.mass);
    visitBox(voxels, box, [&](const Place& p, double shared) {
      double& value = largest[voxels.grid.index(p[0], p[1], p[2])];
      if (shared > 1 - 1e-6) value = std::max(value, content.power / content.mass);
    });
  }
  for (std::size_t v = 0; v < total; ++v) {
    if (result.kind[v] != CubeKind::unused) continue;
    if (largest[v] >= 0) {
      result.kind[v] = CubeKind::used;
      result.sar[v] = static_cast<float>(largest[v]);
      continue;
    }
    std::array<double, 6> side{}, sar{};
    for (int face = 0; face < 6; ++face) {
      const Place place = voxels.grid.place(static_cast<std::int64_t>(v));
      side[face] = slowSide(voxels, place, face, mass);
      const BoxContent content = slowContent(voxels, slowCube(place, face, side[face]));
      if (content.mass < 0.99 * mass) side[face] = 1e9;
      sar[face] = content.power / content.mass;
    }
    const double smallest = *std::min_element(side.begin(), side.end());
    for (int face = 0; face < 6; ++face)
      if (std::pow(side[face], 3) <= 1.05 * std::pow(smallest, 3))
        result.sar[v] = std::max(result.sar[v], static_cast<float>(sar[face]));
  }
  return result;
}

}  // namespace fluxtet::test
