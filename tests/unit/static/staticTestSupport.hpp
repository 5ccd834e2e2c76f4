// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/model.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/loadSimplexMesh.hpp"
#include "tests/support/solverCase.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace fluxtet::test {

inline statics::StaticModel modelOf(const std::string& yaml) {
  const statics::StaticCase theCase = parseStaticCase(yaml, "case.yaml", {});
  return statics::makeStaticModel(theCase, loadSimplexMesh(theCase.mesh));
}

/// A rectangle of 1 m x 1 m, 8 x 8 cells, in air, with the given boundaries and settings (YAML).
inline statics::StaticModel squareModel(const std::string& boundaries, const std::string& settings,
                                        const std::string& cells = "[8, 8]") {
  return modelOf("solver: static\nmesh: {rectangle: {size: [1, 1], cells: " + cells +
                 "}}\nmaterials: {air: {}}\nregions: {box: air}\nboundaries: {" + boundaries + "}\nstatic: {" +
                 settings + "}\n");
}
inline statics::StaticModel cubeModel(const std::string& boundaries, const std::string& settings) {
  return modelOf(
      "solver: static\nmesh: {box: {size: [1, 1, 1], cells: [4, 4, 4]}}\nmaterials: {air: {}}\nregions: {box: air}\n"
      "boundaries: {" +
      boundaries + "}\nstatic: {" + settings + "}\n");
}

/// Cuts a second region of the same material out of the first: the elements whose centroid it holds.
inline void addRegion(statics::StaticModel& model, const std::string& name,
                      const std::function<bool(const Vec3&)>& holds) {
  const auto index = static_cast<std::int32_t>(model.material.size());
  model.mesh.groups.regions.push_back(name);
  model.material.push_back(model.material.front());
  for (std::int32_t e = 0; e < model.mesh.numElements(); ++e)
    if (holds(statics::centroid(model.mesh, e))) model.mesh.region[static_cast<std::size_t>(e)] = index;
}

/// The node values of a function of place.
inline std::vector<double> interpolate(const statics::StaticModel& model, const std::function<double(const Vec3&)>& f) {
  std::vector<double> values;
  for (std::int32_t node = 0; node < model.nodes.numNodes(); ++node)
    values.push_back(f(statics::nodePlace(model.mesh, model.nodes, node)));
  return values;
}

/// Expects an InputError whose text holds all words.
inline void expectRefused(const std::function<void()>& action, const std::vector<std::string>& words) {
  try {
    action();
    ADD_FAILURE() << "nothing was refused";
  } catch (const InputError& error) {
    for (const std::string& word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

}  // namespace fluxtet::test
