// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/case/staticKeys.hpp"

#include <fmt/format.h>

namespace fluxtet::statics {

using namespace config;

namespace {

void deriveTolerance(Value& settings) {
  Value* solve = settings.find("solve");
  const std::string* precision = settings.get<std::string>("precision");
  if (solve && precision && !solve->find("tolerance"))
    solve->set("tolerance", {.data = defaultTolerance(*precision == "single"), .mark = solve->mark});
}

void deriveNames(Value* list, const char* stem) {
  if (!list) return;
  for (std::size_t i = 0; i < list->items.size(); ++i)
    if (Value& item = list->items[i]; !item.find("name"))
      item.set("name", {.data = fmt::format("{}{}", stem, i + 1), .mark = item.mark});
}

/// A plain number is in the unit of the problem's potential.
void derivePotentialUnits(Value& boundaries, const std::string& problem) {
  const std::string unit = potentialUnit(problem);
  for (auto& [surface, boundary] : boundaries.members)
    if (Value* potential = boundary.find("potential"); potential && potential->unit.empty()) potential->unit = unit;
}

}  // namespace

/// Conjugate gradients cannot get the residual much below the rounding of the right-hand side: eps is 6e-8 and 1e-16.
double defaultTolerance(bool singlePrecision) {
  return singlePrecision ? 1e-5 : 1e-10;
}

std::string potentialUnit(const std::string& problem) {
  if (problem == "electrostatic") return "V";
  return problem == "magnetostatic" ? "Wb/m" : "A";
}

void deriveStatic(Value& root) {
  Value* settings = root.find("static");
  if (!settings) return;
  deriveTolerance(*settings);
  Value* boundaries = root.find("boundaries");
  if (const std::string* problem = settings->get<std::string>("problem"); problem && boundaries)
    derivePotentialUnits(*boundaries, *problem);
  if (Value* output = root.find("output")) {
    deriveNames(output->find("points"), "point");
    deriveNames(output->find("lines"), "line");
  }
}

}  // namespace fluxtet::statics
