// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/benchCase.hpp"

#include "lib/base/error.hpp"
#include "lib/basis/orders.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::bench {
namespace {
constexpr std::int64_t elementsPerCell = 6;
}  // namespace

Cells defaultCells(int order, bool onGpu) {
  constexpr std::array<std::int64_t, 4> gpuSide{80, 80, 60, 50};
  static_assert(gpuSide.size() == numOrders);
  constexpr std::int64_t cpuSide = 26;
  const std::int64_t side = onGpu ? gpuSide.at(static_cast<std::size_t>(order - minOrder)) : cpuSide;
  return {side, side, side};
}

Cells cellsFor(std::int64_t elements) {
  require(elements >= elementsPerCell, "--elements {}: too few: one cell of the box has {} elements", elements,
          elementsPerCell);
  const double cells = static_cast<double>(elements) / static_cast<double>(elementsPerCell);
  const auto side = static_cast<std::int64_t>(std::llround(std::cbrt(cells)));
  return {side, side, side};
}

dgtd::DgtdCase boxCase(const Cells& cells) {
  const auto longest = static_cast<double>(*std::max_element(cells.begin(), cells.end()));
  BoxMesh box;
  box.cells = cells;
  for (std::size_t c = 0; c < 3; ++c) box.size[c] = static_cast<double>(cells[c]) / longest;
  dgtd::DgtdCase result;
  result.dgtd.flux = dgtd::Flux::centred;
  result.mesh.box = box;
  result.materials = {{"vacuum", 1, 1, 0}};
  result.regions = {{"box", 0, {}}};
  for (const char* surface : {"x-", "x+", "y-", "y+", "z-", "z+"})
    result.boundaries.push_back({surface, dgtd::BoundaryKind::pec, {}, {}});
  return result;
}

Cells blocksOf(int ranks) {
  Cells best{1, 1, ranks};
  const auto surface = [](const Cells& n) { return n[0] * n[1] + n[1] * n[2] + n[2] * n[0]; };
  for (std::int64_t a = 1; a * a * a <= ranks; ++a)
    for (std::int64_t b = a; a * b * b <= ranks; ++b) {
      const Cells blocks{a, b, ranks / (a * b)};
      if (a * b * blocks[2] == ranks && surface(blocks) < surface(best)) best = blocks;
    }
  return best;
}

dgtd::DgtdCase cavityCase(const Cells& cells) {
  dgtd::DgtdCase result = boxCase(cells);
  result.mesh.box->size = {1, 1, 1};
  CavityMode mode;
  mode.m = mode.n = mode.p = 1;
  result.cavityMode = mode;
  return result;
}

dgtd::DgtdCase stripped(dgtd::DgtdCase theCase) {
  theCase.sources.clear();
  theCase.cavityMode.reset();
  if (theCase.dgtd.flux == dgtd::Flux::upwind) theCase.dgtd.flux = dgtd::Flux::centred;
  theCase.dgtd.scheme = dgtd::TimeScheme::leapFrog;
  return theCase;
}

}  // namespace fluxtet::bench
