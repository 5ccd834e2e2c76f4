// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A fed antenna beside lossy tissue as a whole, as a half and as a quarter: impedance, powers, S-parameters, far field
// and absorbed power of the parts are those of the whole, because the whole consists of their images.
#include "lib/base/constants.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/meshFile.hpp"
#include "tests/support/caseRun.hpp"
#include "tests/support/copiedMeshes.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

/// The quarter x > 0, z > 0 of a cube of 1 m: a gap along z in the middle, "Feed", between two conducting rods on the z
/// axis, of which "Rod" is the surface; a block of "Tissue" beside them; surfaces "CutX" and "CutZ", "Outer" elsewhere.
Mesh quarter() {
  BoxMesh box;
  box.origin = {0, -0.5, 0};
  box.size = {0.5, 1, 0.5};
  box.cells = {5, 10, 5};
  box.perturb = 0;
  Mesh mesh = makeBoxMesh(box);
  mesh.groups.regions = {"Air", "Feed", "Tissue"};
  mesh.groups.surfaces = {"Outer", "CutX", "CutZ", "Rod"};
  const auto isIn = [](const Vec3& x, const Vec3& low, const Vec3& high) {
    for (std::size_t a = 0; a < 3; ++a)
      if (x[a] < low[a] || x[a] > high[a]) return false;
    return true;
  };
  for (std::size_t e = 0; e < mesh.region.size(); ++e) {
    std::array<Vec3, 4> x;
    Vec3 middle{};
    for (std::size_t v = 0; v < 4; ++v) {
      const double* at = &mesh.vertices[3 * static_cast<std::size_t>(mesh.elements[4 * e + v])];
      x[v] = {at[0], at[1], at[2]};
      middle = middle + 0.25 * x[v];
    }
    if (isIn(middle, {0, -0.1, 0}, {0.1, 0.1, 0.1})) mesh.region[e] = 1;
    if (isIn(middle, {0, 0.1, 0}, {0.2, 0.2, 0.2})) mesh.region[e] = 2;
    for (std::size_t f = 0; f < 4; ++f) {
      std::int32_t& group = mesh.faceGroup[4 * e + f];
      group = group < 0 ? -1 : group == 0 ? 1 : group == 4 ? 2 : 0;
      Vec3 face{};
      for (std::size_t v = 0; v < 4; ++v)
        if (v != f) face = face + 1.0 / 3 * x[v];
      const double rounding = 1e-9;
      const bool isCap = isIn(face, {0, -0.1, 0.1 - rounding}, {0.1, 0.1, 0.1 + rounding});
      if (group < 0 && isCap) group = 3;
    }
  }
  return mesh;
}

struct Part {
  std::string name, boundaries;
  Mesh mesh;
};

/// `ofPulse`: S-parameters and far field; else the powers of an oscillation.
CaseRun runPart(const Part& part, bool ofPulse) {
  TemporaryFolder folder;
  const auto file = (folder / (part.name + ".h5")).string();
  writeMeshFile(file, part.mesh, {}, 1);
  const std::string output =
      ofPulse ? "sParameters: {frequencies: [250 MHz, 300 MHz]}, "
                "farField: {frequencies: [300 MHz], theta: {points: 7}, phi: {from: 0, to: 300, points: 6}}"
              : "dft: {frequencies: [300 MHz], after: 12 ns}, sar: {averages: []}";
  return runCase("symmetry-" + part.name, fmt::format(R"(
mesh: {{file: {}}}
materials: {{air: {{}}, tissue: {{epsilon_r: 2, sigma: 0.05, density: 1000}}}}
regions: {{Air: air, Feed: air, Tissue: tissue}}
boundaries: {{Outer: absorbing, Rod: pec{}}}
ports: [{{name: P, region: Feed, direction: [0, 0, 1], impedance: 50 ohm, excite: true, voltage: 2 V,
         waveform: {{{}}}}}]
dgtd: {{order: 1, precision: double}}
time: {{end: {}, maxStep: 60 ps}}
output: {{{}}}
)",
                                                      file, part.boundaries,
                                                      ofPulse ? "gaussian: {frequency: 300 MHz, bandwidth: 200 MHz}"
                                                              : "sine: {frequency: 300 MHz}",
                                                      ofPulse ? "25 ns" : "16 ns", output));
}

/// All numbers of a tree, in order.
void numbersIn(const nlohmann::json& json, std::vector<double>& numbers) {
  if (json.is_number()) numbers.push_back(json.get<double>());
  if (json.is_structured())
    for (const auto& each : json) numbersIn(each, numbers);
}

/// Largest difference of the numbers of two trees, relative to the larger of the number and `least`.
double difference(const nlohmann::json& a, const nlohmann::json& b, double least) {
  std::vector<double> one, other;
  numbersIn(a, one);
  numbersIn(b, other);
  EXPECT_EQ(one.size(), other.size());
  EXPECT_FALSE(one.empty());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i)
    largest = std::max(largest, std::abs(one[i] - other[i]) / std::max(std::abs(one[i]), least));
  return largest;
}

TEST(Symmetry, PartsGiveTheNumbersOfTheWhole) {
  const Mesh mesh = quarter(), half = mirrored(mesh, 2);
  const std::vector<Part> parts{
      {"whole", "", mirrored(half, 0)},
      {"half", ", CutX: {symmetry: magnetic}", half},
      {"quarter", ", CutX: {symmetry: magnetic}, CutZ: {symmetry: electric}", mesh},
  };
  std::vector<nlohmann::json> powers, tissues, ports, farFields;
  std::vector<Table> tables;
  for (const Part& part : parts) {
    const CaseRun steady = runPart(part, false);
    powers.push_back(steady.summary.at("powers"));
    powers.back().erase("imbalance");
    for (auto& gap : powers.back()["gaps"]) gap.erase("current_rounding_A");
    tissues.push_back(steady.summary.at("sar").at("whole_body"));
    const CaseRun pulse = runPart(part, true);
    tables.push_back(readTable(pulse.directory / "sParameters.csv", 2));
    farFields.push_back(pulse.summary.at("farField").at("frequencies")[0]);
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const double inPowers = difference(powers[0], powers[i], 1e-6), inTissue = difference(tissues[0], tissues[i], 0);
    fmt::print("| {} against whole: powers, port | 0 | {:.1e} | 1e-8 |\n", parts[i].name, inPowers);
    fmt::print("| mass, absorbed power, SAR | 0 | {:.1e} | 1e-8 |\n", inTissue);
    EXPECT_LT(inPowers, 1e-8) << powers[0].dump(1) << powers[i].dump(1);
    EXPECT_LT(inTissue, 1e-8) << tissues[0].dump(1) << tissues[i].dump(1);
    for (const char* column : {"S_re", "S_im", "Z_re", "Z_im"})
      for (std::size_t f = 0; f < 2; ++f)
        EXPECT_NEAR(tables[i][column][f], tables[0][column][f], 1e-8 * std::max(1.0, std::abs(tables[0][column][f])))
            << column;
    for (const char* name : {"efficiency", "total_efficiency"})
      EXPECT_NEAR(farFields[i].at(name).get<double>(), farFields[0].at(name).get<double>(), 1e-6) << name;
    fmt::print("| efficiency | {:.6f} | {:.6f} | 1e-6 |\n", farFields[0].at("efficiency").get<double>(),
               farFields[i].at("efficiency").get<double>());
  }
}

}  // namespace
}  // namespace fluxtet::test
