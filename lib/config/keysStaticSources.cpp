// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that describes what drives a static field: boundaries and sources.
#include "lib/config/keys.hpp"

namespace fluxtet::config {

namespace {

Key floatingKey() {
  return {.name = "floating",
          .help = "A conductor whose potential follows from its charge (electrostatic); the word alone: no charge.",
          .keys = {{.name = "charge",
                    .type = KeyType::number,
                    .unit = "C",
                    .otherUnits = {"C/m"},
                    .fallback = "0",
                    .help = "Charge of the conductor; in a plane that of one metre of depth.",
                    .example = "2 pC"}}};
}

std::vector<Key> conditionKeys() {
  return {
      {.name = "potential",
       .type = KeyType::number,
       .unit = "V",
       .otherUnits = {"A", "Wb/m"},
       .help = "Potential: in V (electrostatic), A (scalarMagnetic) or Wb/m (magnetostatic).",
       .example = "48 V"},
      {.name = "chargeDensity",
       .type = KeyType::number,
       .unit = "C/m^2",
       .help = "Surface charge (electrostatic).",
       .example = "1 nC/m^2"},
      {.name = "fluxDensity",
       .type = KeyType::number,
       .unit = "T",
       .help = "Normal flux density into the domain (scalarMagnetic).",
       .example = "0.5 T"},
      {.name = "surfaceCurrent",
       .type = KeyType::number,
       .unit = "A/m",
       .help = "Surface current along z or phi (magnetostatic).",
       .example = "1 kA/m"},
      floatingKey(),
      {.name = "periodic",
       .type = KeyType::text,
       .help = "The physical surface, a translation away, on which the potential is the same.",
       .example = "Right"},
      {.name = "antiperiodic",
       .type = KeyType::text,
       .help = "The physical surface, a translation away, on which the potential has the other sign.",
       .example = "Right"},
  };
}

Key regionKey() {
  return {.name = "region",
          .type = KeyType::text,
          .required = true,
          .help = "Physical volume (physical surface of a mesh of triangles).",
          .example = "Core"};
}

Key chargeKey() {
  return {.name = "charge",
          .help = "Charge spread evenly over a region (electrostatic).",
          .keys = {
              regionKey(),
              {.name = "density",
               .type = KeyType::number,
               .unit = "C/m^3",
               .required = true,
               .help = "Charge density.",
               .example = "1 uC/m^3"},
          }};
}

Key currentKey() {
  return {.name = "current",
          .help = "Current along z or phi, spread evenly over a region (magnetostatic).",
          .keys =
              {
                  regionKey(),
                  {.name = "density",
                   .type = KeyType::number,
                   .unit = "A/m^2",
                   .help = "Current density.",
                   .example = "5 A/mm^2"},
                  {.name = "total",
                   .type = KeyType::number,
                   .unit = "A",
                   .help = "Current through the whole region.",
                   .example = "100 A"},
              },
          .exactlyOneOf = {{"density", "total"}}};
}

Key sideKey(const std::string& name, const std::string& help, const std::string& example) {
  return {.name = name,
          .type = KeyType::list,
          .help = help,
          .example = example,
          .keys = {{.name = "region", .type = KeyType::text}}};
}

Key coilKey() {
  Key plus = sideKey("plus", "Regions through which the turns go along z or phi.", "[CoilPlus]");
  plus.required = true;
  plus.minSize = 1;
  Key minus = sideKey("minus", "Regions through which they come back; empty: outside the mesh, or none (axisymmetric).",
                      "[CoilMinus]");
  minus.fallback = "[]";
  return {.name = "coil",
          .help = "A coil, which has a flux linkage and an inductance (magnetostatic).",
          .keys = {
              {.name = "name",
               .type = KeyType::fileName,
               .required = true,
               .help = "Name in the results, used once.",
               .example = "primary"},
              plus,
              minus,
              {.name = "turns",
               .type = KeyType::number,
               .fallback = "1",
               .range = {.min = 0, .minOpen = true},
               .help = "Number of turns, spread evenly over each side.",
               .example = "200"},
              {.name = "current",
               .type = KeyType::number,
               .unit = "A",
               .fallback = "0 A",
               .help = "Current in each turn.",
               .example = "2 A"},
          }};
}

}  // namespace

Key staticBoundariesKey() {
  return {.name = "boundaries",
          .type = KeyType::nameMap,
          .fallback = "{}",
          .help =
              "Conditions on physical surfaces of the mesh (physical curves of a mesh of triangles); those without "
              "one are natural.",
          .example = "{Plate: {potential: 48 V}, Outer: natural}",
          .keys = {{.name = "SURFACE",
                    .type = KeyType::wordOrSection,
                    .choices = {"natural", "floating"},
                    .help = "natural: no flux through it (magnetostatic: no tangential H), or what follows. A surface "
                            "with potential or floating is a conductor of the capacitance matrix.",
                    .example = "natural",
                    .keys = conditionKeys(),
                    .exactlyOneOf = {{"potential", "chargeDensity", "fluxDensity", "surfaceCurrent", "floating",
                                      "periodic", "antiperiodic"}}}}};
}

Key staticSourcesKey() {
  return {.name = "sources",
          .type = KeyType::list,
          .fallback = "[]",
          .help = "What drives the field beside the boundaries and magnets.",
          .keys = {{.name = "source",
                    .help = "One source, of one kind.",
                    .keys = {chargeKey(), currentKey(), coilKey()},
                    .exactlyOneOf = {{"charge", "current", "coil"}}}}};
}

}  // namespace fluxtet::config
