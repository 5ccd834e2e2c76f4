// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/boxPartition.hpp"

#include "lib/base/error.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace fluxtet::partition {

namespace {

using Index3 = std::array<std::int64_t, 3>;

/// Largest blocks that differ by less than this share count as equal.
constexpr double equalWithin = 0.02;

Index3 extent(const CellRange& block) {
  return {block.end[0] - block.begin[0], block.end[1] - block.begin[1], block.end[2] - block.begin[2]};
}

std::int64_t numCells(const Index3& n) {
  return n[0] * n[1] * n[2];
}

/// A way to divide the cells: its cost, and the blocks' grid where it is one (else repeated bisection).
struct Division {
  Index3 grid{0, 0, 0};
  std::int64_t largest = 0;  ///< cells of the largest block
  std::int64_t cut = 0;      ///< cell faces between blocks
};

bool better(const Division& a, const Division& b) {
  const double margin = equalWithin * static_cast<double>(b.largest);
  const double excess = static_cast<double>(a.largest - b.largest);
  if (excess < -margin) return true;
  return excess <= margin && a.cut < b.cut;
}

Division gridDivision(const Index3& cells, const Index3& grid) {
  Division result{grid, 1, 0};
  for (int a = 0; a < 3; ++a) {
    result.largest *= (cells[a] + grid[a] - 1) / grid[a];
    result.cut += (grid[a] - 1) * (numCells(cells) / cells[a]);
  }
  return result;
}

std::vector<CellRange> gridBlocks(const Index3& cells, const Index3& grid) {
  std::vector<CellRange> blocks;
  Index3 i{};
  for (i[2] = 0; i[2] < grid[2]; ++i[2])
    for (i[1] = 0; i[1] < grid[1]; ++i[1])
      for (i[0] = 0; i[0] < grid[0]; ++i[0]) {
        CellRange& block = blocks.emplace_back();
        for (int a = 0; a < 3; ++a) {
          block.begin[a] = cells[a] * i[a] / grid[a];
          block.end[a] = cells[a] * (i[a] + 1) / grid[a];
        }
      }
  return blocks;
}

/// Halves the ranks and cuts the longest axis in proportion; ranks move to the other side where one has too few cells
/// for them.
void bisectBlock(const CellRange& block, int parts, Division& cost, std::vector<CellRange>& blocks) {
  const Index3 n = extent(block);
  if (parts == 1) {
    cost.largest = std::max(cost.largest, numCells(n));
    blocks.push_back(block);
    return;
  }
  const int axis = static_cast<int>(std::max_element(n.begin(), n.end()) - n.begin());
  const std::int64_t area = numCells(n) / n[axis];
  const std::int64_t cut = std::clamp<std::int64_t>((n[axis] * (parts / 2) + parts / 2) / parts, 1, n[axis] - 1);
  const std::int64_t lowCells = cut * area, highCells = numCells(n) - lowCells;
  const std::int64_t lowParts = std::clamp<std::int64_t>(parts / 2, std::max<std::int64_t>(1, parts - highCells),
                                                         std::min<std::int64_t>(parts - 1, lowCells));
  CellRange low = block, high = block;
  low.end[axis] = high.begin[axis] = block.begin[axis] + cut;
  cost.cut += area;
  bisectBlock(low, static_cast<int>(lowParts), cost, blocks);
  bisectBlock(high, parts - static_cast<int>(lowParts), cost, blocks);
}

/// Centroids (times four) of the elements, [n][3].
std::vector<double> centroidSums(const Mesh& mesh) {
  std::vector<double> sums(3 * static_cast<std::size_t>(mesh.numElements()), 0.0);
  for (std::size_t i = 0; i < mesh.elements.size(); ++i)
    for (int a = 0; a < 3; ++a) sums[3 * (i / 4) + a] += mesh.vertices[3 * mesh.elements[i] + a];
  return sums;
}

int longestAxis(std::span<const std::int64_t> elements, const std::vector<double>& point) {
  std::array<double, 3> low, high;
  for (int a = 0; a < 3; ++a) low[a] = high[a] = point[3 * elements[0] + a];
  for (const std::int64_t e : elements)
    for (int a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], point[3 * e + a]);
      high[a] = std::max(high[a], point[3 * e + a]);
    }
  int axis = 0;
  for (int a = 1; a < 3; ++a)
    if (high[a] - low[a] > high[axis] - low[axis]) axis = a;
  return axis;
}

void bisectPoints(std::span<std::int64_t> elements, int firstPart, int parts, const std::vector<double>& point,
                  std::vector<std::int32_t>& part) {
  if (parts == 1) {
    for (const std::int64_t e : elements) part[e] = firstPart;
    return;
  }
  const int axis = longestAxis(elements, point);
  const int lowParts = parts / 2;
  const std::size_t middle = elements.size() * lowParts / parts;
  // The order is total (ties by element), so the halves do not depend on the library's selection.
  std::nth_element(elements.begin(), elements.begin() + middle, elements.end(), [&](std::int64_t a, std::int64_t b) {
    const double xa = point[3 * a + axis], xb = point[3 * b + axis];
    return xa != xb ? xa < xb : a < b;
  });
  bisectPoints(elements.first(middle), firstPart, lowParts, point, part);
  bisectPoints(elements.subspan(middle), firstPart + lowParts, parts - lowParts, point, part);
}

}  // namespace

std::vector<CellRange> partitionCells(const std::array<std::int64_t, 3>& cells, int parts) {
  require(parts >= 1, "a box cannot be partitioned into {} parts", parts);
  require(parts <= numCells(cells),
          "more ranks than cells: the box has {} x {} x {} = {} cells and the box partition gives each of the {} ranks "
          "whole "
          "cells; use at most {} ranks, more cells, or `partition: {{method: metis}}`",
          cells[0], cells[1], cells[2], numCells(cells), parts, numCells(cells));
  Division best;
  std::vector<CellRange> bisected;
  bisectBlock({{0, 0, 0}, cells}, parts, best, bisected);
  for (std::int64_t px = 1; px <= std::min<std::int64_t>(parts, cells[0]); ++px) {
    if (parts % px != 0) continue;
    for (std::int64_t py = 1; py <= std::min(parts / px, cells[1]); ++py) {
      const std::int64_t pz = parts / px / py;
      if (parts / px % py != 0 || pz > cells[2]) continue;
      const Division candidate = gridDivision(cells, {px, py, pz});
      // A regular grid has fewer neighbours, so it wins at equal cost.
      const bool equal = best.grid[0] == 0 && candidate.largest == best.largest && candidate.cut == best.cut;
      if (equal || better(candidate, best)) best = candidate;
    }
  }
  return best.grid[0] == 0 ? bisected : gridBlocks(cells, best.grid);
}

std::vector<std::int32_t> partitionByCoordinates(const Mesh& mesh, int parts) {
  const std::int64_t n = mesh.numElements();
  require(parts >= 1, "a mesh cannot be partitioned into {} parts", parts);
  require(parts <= n, "{} parts of a mesh of {} elements would leave some empty: use at most {} ranks", parts, n, n);
  std::vector<std::int32_t> part(static_cast<std::size_t>(n), 0);
  std::vector<std::int64_t> elements(static_cast<std::size_t>(n));
  std::iota(elements.begin(), elements.end(), std::int64_t{0});
  bisectPoints(elements, 0, parts, centroidSums(mesh), part);
  return part;
}

}  // namespace fluxtet::partition
