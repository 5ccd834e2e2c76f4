// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/commonKeys.hpp"

#include <algorithm>

namespace fluxtet {

using namespace config;

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr Range nonNegative{.min = 0};

Field<CommonCase> solverKey() {
  Key key{.name = "solver",
          .type = KeyType::choice,
          .fallback = toString(SolverKind::dgtd),
          .help = "Maxwell's equations in the time domain (dgtd), or static electric and magnetic fields (static).",
          .example = "static"};
  for (const Choice<SolverKind>& solver : solverKinds) key.choices.emplace_back(solver.name);
  return {key, [](const Value&, CommonCase&) {}};  // the type of the case tells its solver
}

Section<Material> materialKeys() {
  return {
      value(
          &Material::epsilonR,
          {.name = "epsilon_r", .fallback = "1", .range = positive, .help = "Relative permittivity.", .example = "4"}),
      value(&Material::muR,
            {.name = "mu_r", .fallback = "1", .range = positive, .help = "Relative permeability.", .example = "1"}),
      value(&Material::sigma, {.name = "sigma",
                               .unit = "S/m",
                               .fallback = "0 S/m",
                               .range = nonNegative,
                               .help = "Electric conductivity.",
                               .example = "0.02 S/m",
                               .solver = toString(SolverKind::dgtd)}),
      value(
          &Material::density,
          {.name = "density",
           .unit = "kg/m^3",
           .range = positive,
           .help = "Mass density of a tissue, for the specific absorption rate; without it the material is no tissue.",
           .example = "1050 kg/m^3",
           .solver = toString(SolverKind::dgtd)}),
      value(&Material::remanence, {.name = "remanence",
                                   .unit = "T",
                                   .fallback = "[0, 0, 0]",
                                   .minSize = 2,
                                   .help = "Remanent flux density of a permanent magnet: x, y, z; x and y in a plane, "
                                           "r and z where axisymmetric.",
                                   .example = "[0, 1.2 T]",
                                   .solver = toString(SolverKind::statics)}),
  };
}

Field<CommonCase> materialsKey() {
  return mapOf(&CommonCase::materials, &Material::name,
               {.name = "materials",
                .required = true,
                .minSize = 1,
                .help = "Materials by name; `{}` is vacuum.",
                .example = "{vacuum: {}, glass: {epsilon_r: 4}}"},
               element<Material>({.name = "NAME", .help = "One material."}, materialKeys()));
}

/// Regions of a material that the case lacks are left out; checkCommon() names them.
void bindRegions(const Value& given, CommonCase& theCase) {
  for (const auto& [region, assigned] : given.members) {
    const std::string* wanted = assigned.get<std::string>();
    const auto found = std::find_if(theCase.materials.begin(), theCase.materials.end(),
                                    [&](const Material& material) { return wanted && material.name == *wanted; });
    if (found != theCase.materials.end())
      theCase.regions.push_back({region, static_cast<int>(found - theCase.materials.begin()), assigned.nameMark});
  }
}

Field<CommonCase> regionsKey() {
  return marked(
      &CommonCase::regionsMark,
      {{.name = "regions",
        .type = KeyType::nameMap,
        .required = true,
        .minSize = 1,
        .help = "Material of each physical volume of the mesh (physical surface of a mesh of triangles).",
        .example = "{Air: vacuum, Ball: glass}",
        .keys = {{.name = "VOLUME", .type = KeyType::text, .help = "Name of a material.", .example = "vacuum"}}},
       bindRegions});
}

}  // namespace

Key directoryKey() {
  return {
      .name = "directory",
      .fallback = "out",
      .help =
          "Folder of all results, relative to the directory in which fluxtet is started; files that are read, such as "
          "mesh.file, are relative to the case's folder.",
      .example = "out"};
}

Section<CommonCase> commonKeys() {
  return {
      value(&CommonCase::title,
            {.name = "title", .fallback = "''", .help = "One line for people.", .example = "Dielectric sphere"}),
      solverKey(),
      meshKey(),
      materialsKey(),
      regionsKey(),  // after the materials, among which it finds its own
  };
}

}  // namespace fluxtet
