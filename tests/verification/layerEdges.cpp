// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Absorbing layers that meet at edges: those that the program adds and those of a mesh, against open space.
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

constexpr double cell = 0.2;  // m
constexpr int inner = 10, layer = 4, open = 42;

/// One sheet of cells between conducting plates, `cells` along x and z, whose middle is a column "Feed" of two by two.
/// With `hasLayers` the outermost cells are layers: regions "x-", "x+", "z-", "z+" and "Edge" where two of them meet.
Mesh plateMesh(int cells, bool hasLayers) {
  BoxMesh box;
  box.size = {cells * cell, cell, cells * cell};
  box.origin = {-cells * cell / 2, 0, -cells * cell / 2};
  box.cells = {cells, 1, cells};
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions = {"Air", "Feed", "x-", "x+", "z-", "z+", "Edge"};
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    std::array<double, 3> centre{};
    for (std::size_t v = 0; v < 4; ++v)
      for (std::size_t c = 0; c < 3; ++c)
        centre[c] += mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[4 * e + v]) + c] / 4;
    const auto sideOf = [&](double x) { return hasLayers && std::abs(x) > inner * cell / 2 ? (x < 0 ? 1 : 2) : 0; };
    const int x = sideOf(centre[0]), z = sideOf(centre[2]);
    const bool isFeed = std::max(std::abs(centre[0]), std::abs(centre[2])) < cell;
    mesh.region[e] = isFeed ? 1 : x > 0 && z > 0 ? 6 : x > 0 ? 1 + x : z > 0 ? 3 + z : 0;
  }
  if (!hasLayers) mesh.groups.regions.resize(2);
  return mesh;
}

/// E_y over time at a probe, V/m and s.
struct Series {
  std::vector<double> time, value;
  double at(double t) const {
    const auto next = std::upper_bound(time.begin(), time.end(), t);
    if (next == time.begin() || next == time.end()) return value.back();
    const auto i = static_cast<std::size_t>(next - time.begin());
    return value[i - 1] + (value[i] - value[i - 1]) * (t - time[i - 1]) / (time[i] - time[i - 1]);
  }
};

/// Those of a run on a mesh, with what the case says of its sides: beside a side, and in a corner.
std::array<Series, 2> fieldsOf(const Mesh& mesh, const std::string& name, const std::string& keys) {
  const TemporaryFolder folder;
  const std::string file = (folder / "plate.h5").string();
  writeMeshFile(file, mesh, {}, 1);
  std::string regions;
  for (const std::string& region : mesh.groups.regions) regions += fmt::format("{}: air, ", region);
  const CaseRun run = runCase("layer-edges-" + name, fmt::format(R"(
solver: dgtd
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{{}}}
sources: [{{current: {{region: Feed, density: [0, 1, 0], waveform: {{ricker: {{frequency: 250 MHz}}}}}}}}]
dgtd: {{order: 3}}
time: {{end: 22 ns}}
output:
  probes:
    - {{name: side, at: [0.7, 0.1, 0.05], fields: [E], every: 1}}
    - {{name: corner, at: [0.72, 0.1, 0.71], fields: [E], every: 1}}
{}
)",
                                                                 file, regions, keys));
  const Table side = run.probe("side"), corner = run.probe("corner");
  return {Series{side["time_E"], side["Ey"]}, Series{corner["time_E"], corner["Ey"]}};
}

/// The largest difference of a series from another one over the largest value of that.
double difference(const Series& a, const Series& b) {
  double largest = 0, peak = 0;
  for (std::size_t i = 0; i + 1 < b.time.size(); ++i) {
    largest = std::max(largest, std::abs(a.at(b.time[i]) - b.value[i]));
    peak = std::max(peak, std::abs(b.value[i]));
  }
  return largest / peak;
}

// The wave of a line of current, which meets the layers at all angles, and the edges where two of them are one region.
// The open plates are so large that nothing comes back from their ends in this time.
TEST(LayerEdges, absorbAsOpenSpaceWhetherAddedOrOfTheMesh) {
  const auto expected =
      fieldsOf(plateMesh(open, false), "open",
               "boundaries: {y-: pec, y+: pec, x-: absorbing, x+: absorbing, z-: absorbing, z+: absorbing}");
  const auto added =
      fieldsOf(plateMesh(inner, false), "added", "boundaries: {y-: pec, y+: pec, x-: pml, x+: pml, z-: pml, z+: pml}");
  const auto own = fieldsOf(plateMesh(inner + 2 * layer, true), "own", R"(
boundaries: {y-: pec, y+: pec, x-: absorbing, x+: absorbing, z-: absorbing, z+: absorbing}
absorbingLayers:
  x-: {regions: ["x-", Edge]}
  x+: {regions: ["x+", Edge]}
  z-: {regions: ["z-", Edge]}
  z+: {regions: ["z+", Edge]}
)");
  for (std::size_t p = 0; p < 2; ++p) {
    const char* place = p == 0 ? "beside a side" : "in a corner";
    const double ofAdded = difference(added[p], expected[p]), ofOwn = difference(own[p], expected[p]);
    fmt::print("| line of current between plates, {}: added layers, the mesh's own | open space | {:.1e}, {:.1e} |\n",
               place, ofAdded, ofOwn);
    EXPECT_LT(ofAdded, 5e-3) << place;
    EXPECT_LT(ofOwn, 5e-3) << place;
  }
}

}  // namespace
}  // namespace fluxtet::test
