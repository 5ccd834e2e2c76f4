// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/checkCommon.hpp"

#include "app/case/commonKeys.hpp"
#include "lib/config/nearest.hpp"
#include "lib/mesh/sideNames.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <vector>

namespace fluxtet {

using namespace config;

namespace {

constexpr double mostElements = 2147483648.0;

void checkBoxCount(const BoxMesh& box, int refine, const Mark& mark, Faults& faults) {
  const double tetrahedra = 6.0 * static_cast<double>(box.cells[0]) * static_cast<double>(box.cells[1]) *
                            static_cast<double>(box.cells[2]) * std::pow(8.0, refine);
  if (tetrahedra > mostElements)
    faults.add(mark,
               fmt::format("mesh.box: {:.4g} tetrahedra are more than the 2^31 that fluxtet addresses: use fewer cells "
                           "or refinements",
                           tetrahedra));
}

void checkRectangleCount(const RectangleMesh& rectangle, int refine, const Mark& mark, Faults& faults) {
  const double triangles =
      2.0 * static_cast<double>(rectangle.cells[0]) * static_cast<double>(rectangle.cells[1]) * std::pow(4.0, refine);
  if (triangles > mostElements)
    faults.add(mark, fmt::format("mesh.rectangle: {:.4g} triangles are more than the 2^31 that fluxtet addresses: use "
                                 "fewer cells or refinements",
                                 triangles));
}

void checkMargins(const Value& airBox, Faults& faults) {
  const std::vector<std::string> sides(sideNames.begin(), sideNames.end());
  if (airBox.find("margin") && airBox.find("wavelengths"))
    faults.add(airBox.mark, "mesh.airBox: margin and wavelengths are two ways to say the same: give one of them");
  if (const Value* margins = airBox.find("margins"))
    for (const auto& [side, margin] : margins->members)
      if (std::find(sides.begin(), sides.end(), side) == sides.end())
        faults.add(margin.nameMark,
                   fmt::format("mesh.airBox.margins: '{}' is no side; these are {}", side, listOf(sides)));
}

void checkMesh(const Value& value, const MeshSource& mesh, Faults& faults) {
  std::error_code ignored;
  if (mesh.file && !std::filesystem::is_regular_file(*mesh.file, ignored))
    faults.add(mesh.mark,
               fmt::format("mesh.file: there is no file '{}' (relative paths start at the case's folder)", *mesh.file));
  if (mesh.accuracy && !mesh.sizeOfWaves)
    faults.add(value.find("accuracy")->mark, "mesh.accuracy has a meaning only with 'mesh.size: auto'");
  if (const Value* airBox = value.find("airBox")) checkMargins(*airBox, faults);
  if (mesh.box) checkBoxCount(*mesh.box, mesh.refine, value.find("box")->mark, faults);
  if (mesh.rectangle) checkRectangleCount(*mesh.rectangle, mesh.refine, value.find("rectangle")->mark, faults);
}

void checkMaterialsOfRegions(const Value& regions, const std::vector<Material>& materials, Faults& faults) {
  std::vector<std::string> names;
  for (const Material& material : materials) names.push_back(material.name);
  const bool isTaken = std::find(names.begin(), names.end(), cutOutWord) != names.end();
  names.emplace_back(cutOutWord);
  for (const auto& [region, assigned] : regions.members) {
    const std::string* wanted = assigned.get<std::string>();
    if (wanted && *wanted == cutOutWord && isTaken)
      faults.add(assigned.mark,
                 fmt::format("regions.{}: {} is a conductor that is cut out of the mesh, but the case has "
                             "a material of that name too: rename the material",
                             region, cutOutWord));
    if (wanted && std::find(names.begin(), names.end(), *wanted) == names.end())
      faults.add(assigned.mark, fmt::format("regions.{}: unknown material '{}'{}; the case has {}", region, *wanted,
                                            didYouMean(*wanted, names), listOf(names)));
  }
}

}  // namespace

void checkCommon(const Value& root, const CommonCase& theCase, Faults& faults) {
  if (const Value* mesh = root.find("mesh")) checkMesh(*mesh, theCase.mesh, faults);
  const Value* regions = root.find("regions");
  if (!regions) return;
  checkMaterialsOfRegions(*regions, theCase.materials, faults);
  if (!theCase.mesh.cutOut.empty() && !theCase.mesh.file)
    faults.add(
        regions->find(theCase.mesh.cutOut.front())->mark,
        fmt::format("regions.{}: a box or rectangle of the program has one region, which cannot be {}: give it a "
                    "material",
                    theCase.mesh.cutOut.front(), cutOutWord));
}

void checkDirectory(const Value& output, const std::string& directory, Faults& faults) {
  if (directory.empty())
    faults.add(output.find("directory")->mark,
               "output.directory: the name of the folder is empty: write . for the working directory");
}

void checkNamesDiffer(const Value& list, const std::string& path, Faults& faults) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string* name = list.items[i].get<std::string>("name");
    if (name && !names.insert(*name).second)
      faults.add(list.items[i].find("name")->mark,
                 fmt::format("{}[{}].name: '{}' is already taken: each needs a name of its own", path, i, *name));
  }
}

}  // namespace fluxtet
