// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The power through nested closed surfaces round the same sources, which centred fluxes conserve exactly
// (docs/theory.md, section 5.4), on surfaces that parts of the mesh cut.
#include "lib/base/mpi.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/latticeMeshes.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

constexpr int cells = 8;
constexpr double cell = 0.1;  ///< m
/// From the innermost to the outermost: one lies close round the source, the last one cell from the open boundary.
const std::vector<std::string> surfaces{"Inner", "Middle", "Last"};

/// Moves a vertex inside of the cube by up to 0.15 cells, so that no two elements are alike and no surface is plane.
void shift(double* x, std::size_t vertex) {
  if (*std::max_element(x, x + 3) > 3.5 * cell || *std::min_element(x, x + 3) < -3.5 * cell) return;
  for (std::size_t c = 0; c < 3; ++c) x[c] += 0.15 * cell * std::sin(13.0 * static_cast<double>(3 * vertex + c));
}

/// A cube of 0.8 m with the region "Source", the 2 x 2 x 2 cells in the middle, "Air" elsewhere, and three surfaces.
Mesh cubeWithSurfaces() {
  Mesh mesh = nestedCubes(cells, cell, 3);
  mesh.groups = {{"Air", "Source"}, {"Outer", surfaces[0], surfaces[1], surfaces[2]}};
  for (const int margin : {2, 1}) {
    const Mesh wider = nestedCubes(cells, cell, margin);
    for (std::size_t i = 0; i < mesh.faceGroup.size(); ++i)
      if (wider.faceGroup[i] == 1) mesh.faceGroup[i] = 4 - margin;
  }
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    const bool inSource = std::all_of(&mesh.elements[4 * e], &mesh.elements[4 * e] + 4, [&](std::int64_t v) {
      const double* x = &mesh.vertices[3 * static_cast<std::size_t>(v)];
      return *std::max_element(x, x + 3)<1.5 * cell&& * std::min_element(x, x + 3)> - 1.5 * cell;
    });
    mesh.region[e] = inSource ? 1 : 0;
  }
  for (std::size_t v = 0; 3 * v < mesh.vertices.size(); ++v) shift(&mesh.vertices[3 * v], v);
  return mesh;
}

/// Powers of a run at its frequencies.
struct Powers {
  std::vector<double> through;   ///< through the surface, of the traces of opposite sides
  std::vector<double> radiated;  ///< of the far field of the averaged traces
};

class PowerThroughNestedSurfaces : public ::testing::Test {
 protected:
  void SetUp() override {
    if (mpiRank(MPI_COMM_WORLD) == 0) folder_.emplace();
    file_ = broadcast(MPI_COMM_WORLD, folder_ ? (*folder_ / "cube.h5").string() : std::string());
    if (folder_) writeMeshFile(file_, cubeWithSurfaces(), {}, 1);
    MPI_Barrier(MPI_COMM_WORLD);
  }

  /// Powers through the surfaces, from the innermost to the outermost; each has a run of its own.
  std::vector<Powers> powers(int order, const std::string& flux, const std::string& waveform, const std::string& end,
                             const std::string& spectra) const {
    std::vector<Powers> all;
    for (const std::string& surface : surfaces) {
      const CaseRun run = runCase("nestedSurfaces", fmt::format(R"(
mesh: {{file: {}}}
materials: {{air: {{}}}}
regions: {{Air: air, Source: air}}
boundaries: {{Outer: absorbing}}
sources: [{{current: {{region: Source, density: [0.3, 0.2, 1], waveform: {}}}}}]
dgtd: {{order: {}, flux: {}, precision: double}}
time: {{end: {}}}
output: {{farField: {{surface: {}, {}, theta: {{points: 3}}, phi: {{points: 4}}}}}}
)",
                                                                file_, waveform, order, flux, end, surface, spectra));
      Powers powers;
      for (const auto& entry : run.summary["farField"]["frequencies"]) {
        const std::string unit = entry.contains("through_surface_W") ? "W" : "W_s2";
        powers.through.push_back(entry["through_surface_" + unit]);
        powers.radiated.push_back(entry["radiated_" + unit]);
      }
      all.push_back(powers);
    }
    return all;
  }

 private:
  std::optional<TemporaryFolder> folder_;
  std::string file_;
};

/// Largest difference of numbers from surface to surface, relative to those of the innermost.
double largestDifference(const std::vector<Powers>& powers, std::vector<double> Powers::*of) {
  double largest = 0;
  for (const Powers& here : powers)
    for (std::size_t k = 0; k < (here.*of).size(); ++k)
      largest = std::max(largest, std::abs((here.*of)[k] / (powers[0].*of)[k] - 1));
  return largest;
}

void print(const std::string& what, const std::vector<Powers>& powers) {
  if (mpiRank(MPI_COMM_WORLD) == 0)
    fmt::print("| {} | through the surfaces {:.1e} | of averaged traces {:.1e} |\n", what,
               largestDifference(powers, &Powers::through), largestDifference(powers, &Powers::radiated));
}

/// The theorem to rounding; and that the surfaces hold different fields: averaged traces conserve nothing exactly.
void expectConserved(const std::string& what, const std::vector<Powers>& powers) {
  print(what, powers);
  for (const double power : powers[0].through) EXPECT_GT(power, 0) << what;
  EXPECT_LT(largestDifference(powers, &Powers::through), 1e-11) << what;
  EXPECT_GT(largestDifference(powers, &Powers::radiated), 1e-5) << what;
}

// The current starts as a cosine, so that it leaves no charge and no static field behind. What its beginning excites at
// other frequencies dies away before sampling begins, at P1 more slowly.
const std::string sine = "{sine: {frequency: 300 MHz, ramp: 30, phase: 90 deg}}",
                  steady = "frequencies: [300 MHz], after: ";
// A pulse that holds less than rounding at frequency 0, where its field would stay.
const std::string pulse = "{gaussian: {frequency: 300 MHz, bandwidth: 60 MHz, delay: 60 ns}}",
                  integrals = "frequencies: [270 MHz, 300 MHz, 320 MHz]";

TEST_F(PowerThroughNestedSurfaces, IsTheSameInASteadyState) {
  expectConserved("steady, P1", powers(1, "centred", sine, "300 ns", steady + "250 ns"));
  expectConserved("steady, P2", powers(2, "centred", sine, "200 ns", steady + "160 ns"));
}

TEST_F(PowerThroughNestedSurfaces, IsTheSameAtEveryFrequencyOfAPulse) {
  expectConserved("pulse, P1", powers(1, "centred", pulse, "160 ns", integrals));
  expectConserved("pulse, P2", powers(2, "centred", pulse, "160 ns", integrals));
}

// A penalty takes power from what jumps between elements, so that less arrives at each further surface: the
// equality above is that of the centred flux, not of any power that is computed so.
TEST_F(PowerThroughNestedSurfaces, FallsOutwardsWithAPenalty) {
  const auto lossy = powers(1, "penalised", pulse, "160 ns", integrals);
  print("pulse, P1, penalised", lossy);
  for (std::size_t s = 1; s < lossy.size(); ++s)
    for (std::size_t k = 0; k < lossy[s].through.size(); ++k)
      EXPECT_LT(lossy[s].through[k] / lossy[s - 1].through[k], 1 - 1e-5) << surfaces[s];
}

}  // namespace
}  // namespace fluxtet::test
