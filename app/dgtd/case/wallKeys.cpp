// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The keys of walls and sheets in `boundaries:`.
#include "app/dgtd/case/dgtdKeys.hpp"

namespace fluxtet::dgtd {

using namespace config;

namespace {

constexpr Range positive{.min = 0, .minOpen = true};

config::Field<BoundaryAssignment> impedanceKey() {
  return section(
      &BoundaryAssignment::impedance,
      {.name = toString(BoundaryKind::impedance),
       .help = "A wall with a surface impedance: a circuit for each square of it, with at least one element."},
      {
          value(&ImpedanceSettings::R, {.name = "R",
                                        .unit = "ohm",
                                        .range = positive,
                                        .help = "Resistance of a square. Absent: none.",
                                        .example = "20 ohm"}),
          value(&ImpedanceSettings::L, {.name = "L",
                                        .unit = "H",
                                        .range = positive,
                                        .help = "Inductance of a square. Absent: none.",
                                        .example = "5 nH"}),
          value(&ImpedanceSettings::C, {.name = "C",
                                        .unit = "F",
                                        .range = positive,
                                        .help = "Capacitance of a square. Absent: none.",
                                        .example = "1 pF"}),
          value(&ImpedanceSettings::connection, {.name = "connection",
                                                 .fallback = "series",
                                                 .help = "How those that are given are connected with each other.",
                                                 .example = "parallel"}),
      });
}

config::Field<BoundaryAssignment> conductorKey() {
  return section(
      &BoundaryAssignment::conductor,
      {.name = toString(BoundaryKind::conductor),
       .help = "The surface of a metal, with the losses that its skin depth causes; the metal itself is not meshed.",
       .exactlyOneOf = {{"material", "sigma"}}},
      {
          value(&ConductorSettings::material,
                {.name = "material",
                 .help = "A material of the case that conducts, or one of copper, silver, gold, aluminium, brass and "
                         "tungsten.",
                 .example = "copper"}),
          value(&ConductorSettings::sigma, {.name = "sigma",
                                            .unit = "S/m",
                                            .range = positive,
                                            .help = "Conductivity of the metal.",
                                            .example = "5.8e7 S/m"}),
          value(&ConductorSettings::muR, {.name = "muR",
                                          .fallback = "1",
                                          .range = positive,
                                          .help = "Relative permeability of the metal.",
                                          .example = "100"}),
          value(&ConductorSettings::thickness,
                {.name = "thickness",
                 .unit = "m",
                 .range = positive,
                 .help = "Thickness of the metal, behind which there is no field; of a surface inside of the mesh, "
                         "whose two sides do not see each other, that of both halves together. Absent: many skin "
                         "depths.",
                 .example = "18 um"}),
          value(&ConductorSettings::band,
                {.name = "band",
                 .unit = "Hz",
                 .derived = "that of output.dft, or of the sources, not below a hundredth of its highest frequency",
                 .range = positive,
                 .minSize = 2,
                 .maxSize = 2,
                 .help = "Lowest and highest frequency at which the surface impedance is approximated.",
                 .example = "[1 GHz, 20 GHz]"}),
      });
}

config::Field<BoundaryAssignment> sheetKey() {
  return section(
      &BoundaryAssignment::sheet,
      {.name = toString(BoundaryKind::sheet), .help = "A thin resistive film inside of the mesh, which fields pass."},
      {value(&SheetSettings::resistance, {.name = "resistance",
                                          .unit = "ohm",
                                          .required = true,
                                          .range = positive,
                                          .help = "Resistance of each square of it.",
                                          .example = "377 ohm"})});
}

}  // namespace

Section<BoundaryAssignment> wallKeys() {
  return {impedanceKey(), conductorKey(), sheetKey()};
}

}  // namespace fluxtet::dgtd
