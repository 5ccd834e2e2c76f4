// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/runs/richCase.hpp"

#include "kernels/device/gpu.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/gpu/runs/results.hpp"
#include "tests/support/latticeMeshes.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <ostream>

namespace fluxtet::test {
namespace {

std::string capitalised(std::string word) {
  word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

std::string methodSection(const Method& m, const std::string& more = "") {
  return fmt::format("dgtd: {{order: {}, precision: {}, flux: {}, scheme: {}, kernels: {}{}}}\n", m.order, m.precision,
                     m.flux, m.scheme, m.kernels, more);
}

/// Moves the vertices along z, from 0 to 1 m, so that cells in the middle of region "Far" are up to 40 times smaller
/// than at the ends of the guide.
void gradeAlongZ(Mesh& mesh, int cells) {
  std::vector<double> plane{0};
  for (int i = 0; i < cells; ++i) {
    const double distance = (i + 0.5) / cells - 0.75;
    plane.push_back(plane.back() + 1 / (1 + 39 * std::exp(-distance * distance / 0.004)));
  }
  for (std::size_t z = 2; z < mesh.vertices.size(); z += 3) {
    const auto index = static_cast<std::size_t>(std::lround(mesh.vertices[z] * cells));
    mesh.vertices[z] = plane[index] / plane.back();
  }
}

constexpr const char* materials = R"(
materials:
  vacuum: {}
  lossy: {epsilon_r: 3, mu_r: 1.5, sigma: 20 mS/m}
)";

}  // namespace

std::string nameOf(const Method& m) {
  return fmt::format("P{}{}{}{}{}", m.order, capitalised(m.precision), capitalised(m.flux), capitalised(m.scheme),
                     capitalised(m.kernels));
}

void PrintTo(const Method& method, std::ostream* stream) {
  *stream << nameOf(method);
}

void RunsTest::SetUp() {
  if (gpuCount() == 0) GTEST_SKIP() << whyNoGpu();
}

void RunsTest::writeBall(const Method& method, std::int64_t steps) const {
  writeMeshFile(program_.file("ball.h5").string(), ballMesh(4), {}, 1);
  std::string text = fmt::format("solver: dgtd\nmesh: {{file: ball.h5}}{}{}time: {{steps: {}, maxStep: 12 ps}}",
                                 materials, methodSection(method), steps);
  setText(program_.file("case.yaml"), text += R"(
regions: {Inner: lossy, Outer: vacuum}
boundaries: {Wall: absorbing}
sources:
  - planeWave: {direction: [0, 0.6, 0.8], polarization: [1, 0, 0], boundary: Wall,
                waveform: {ricker: {frequency: 300 MHz, delay: 1 ns}}}
  - dipole: {at: [0.7, -0.1, 0.15], moment: [0, 2 mA*m, 1 mA*m],
             waveform: {sine: {frequency: 300 MHz, ramp: 0, phase: 60 deg}}}
  - current: {region: Inner, density: [1 mA/m^2, 0, 3 mA/m^2],
              waveform: {gaussian: {frequency: 200 MHz, bandwidth: 200 MHz, delay: 2 ns}}}
output:
  snapshots: {every: 40}
  slices: [{name: plane, origin: [-1.1, -1, 0.05], u: [2.2, 0, 0], v: [0, 2, 0.1], points: [23, 21], every: 40}]
  probes:
    - {name: always, at: [0.3, 0.2, -0.1]}
    - {name: seventh, at: [-0.61, 0.2, 0.33], every: 7}
  energy: {every: 10}
  dft: {frequencies: [500 MHz, 1.1 GHz], kind: integral, every: 3}
  checkpoint: {every: 40, keep: 10}
)");
}

void RunsTest::writeGuide(const Method& method, std::int64_t steps) const {
  writeGuideCase(guideMesh({4, 4, 24}), methodSection(method),
                 fmt::format("time: {{steps: {}, maxStep: 2 ps}}", steps));
}

void RunsTest::writeGradedGuide(const Method& method, std::int64_t steps) const {
  constexpr int cells = 24;
  Mesh mesh = guideMesh({4, 4, cells});
  gradeAlongZ(mesh, cells);
  writeGuideCase(mesh, methodSection(method, ", localTimeStepping: {levels: 2}"),
                 fmt::format("time: {{steps: {}, maxStep: 4.5 ps}}", steps));
}

void RunsTest::writeGuideCase(const Mesh& mesh, const std::string& dgtd, const std::string& time) const {
  writeMeshFile(program_.file("guide.h5").string(), mesh, {}, 1);
  std::string text = fmt::format("solver: dgtd\nmesh: {{file: guide.h5}}{}{}{}", materials, dgtd, time);
  setText(program_.file("case.yaml"), text += R"(
regions: {Near: vacuum, Far: lossy}
boundaries: {WallX: pec, WallY: pmc, Inlet: absorbing, Outlet: absorbing}
sources:
  - planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], boundary: Inlet,
                waveform: {sine: {frequency: 4 GHz, ramp: 0, phase: 60 deg}}}
  - planeWave: {direction: [0, 0, 1], polarization: [1, 0, 0], surface: auto, inside: [Far], ellipticity: {axialRatio: 3 dB},
                waveform: {sine: {frequency: 3 GHz, ramp: 0, phase: 20 deg}}}
  - dipole: {at: [31 mm, 44 mm, 330 mm], moment: [10 uA*m, 20 uA*m, 0],
             waveform: {sine: {frequency: 5 GHz, ramp: 0, phase: 60 deg}}}
  - current: {region: Far, density: [0.3 A/m^2, 0, 1 A/m^2],
              waveform: {sine: {frequency: 4 GHz, ramp: 0, phase: 30 deg}}}
output:
  snapshots: {every: 40}
  probes:
    - {name: always, at: [41 mm, 61 mm, 512 mm]}
    - {name: seventh, at: [45 mm, 55 mm, 340 mm], every: 7}
  energy: {every: 10}
  dft: {frequencies: [3 GHz, 5 GHz], kind: integral, every: 3}
  checkpoint: {every: 40, keep: 10}
)");
}

void RunsTest::run(const std::string& name, const HowToRun& how) const {
  std::vector<std::string> arguments{"run", "case.yaml", "--output", name, "--backend", how.backend};
  if (how.restart) arguments.insert(arguments.end(), {"--restart", "latest"});
  for (const auto& override : how.overrides) arguments.insert(arguments.end(), {"--set", override});
  const Finished finished = program_.run(arguments, how.ranks);
  ASSERT_EQ(finished.code, 0) << finished.text;
  const auto summary = summaryOf(directory(name));
  EXPECT_EQ(summary["backend"].get<std::string>().rfind(how.backend, 0), 0U) << summary["backend"];
  EXPECT_EQ(summary["ranks"], how.ranks);
}

}  // namespace fluxtet::test
