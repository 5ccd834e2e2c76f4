// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that describes the sources of a static field.
#include "app/static/case/staticKeys.hpp"

namespace fluxtet::statics {

using namespace config;

namespace {

template <class Source>
Field<Source> regionKey() {
  return value(&Source::region, {.name = "region",
                                 .required = true,
                                 .help = "Physical volume (physical surface of a mesh of triangles).",
                                 .example = "Core"});
}

Field<StaticSources> chargeKey() {
  return itemOf(
      &StaticSources::charges, {.name = "charge", .help = "Charge spread evenly over a region (electrostatic)."},
      {
          regionKey<RegionCharge>(),
          value(
              &RegionCharge::density,
              {.name = "density", .unit = "C/m^3", .required = true, .help = "Charge density.", .example = "1 uC/m^3"}),
      });
}

Field<StaticSources> currentKey() {
  return itemOf(
      &StaticSources::currents,
      {.name = "current",
       .help = "Current along z or phi, spread evenly over a region (magnetostatic).",
       .exactlyOneOf = {{"density", "total"}}},
      {
          regionKey<RegionCurrent>(),
          value(&RegionCurrent::density,
                {.name = "density", .unit = "A/m^2", .help = "Current density.", .example = "5 A/mm^2"}),
          value(&RegionCurrent::total,
                {.name = "total", .unit = "A", .help = "Current through the whole region.", .example = "100 A"}),
      });
}

Section<Coil> coilKeys() {
  const std::vector<Key> region{{.name = "region", .type = KeyType::text}};
  return {
      value(&Coil::name, {.name = "name",
                          .type = KeyType::fileName,
                          .required = true,
                          .help = "Name in the results, used once.",
                          .example = "primary"}),
      value(&Coil::plus, {.name = "plus",
                          .required = true,
                          .minSize = 1,
                          .help = "Regions through which the turns go along z or phi.",
                          .example = "[CoilPlus]",
                          .keys = region}),
      value(&Coil::minus, {.name = "minus",
                           .fallback = "[]",
                           .help = "Regions through which they come back; empty: outside the mesh, or none "
                                   "(axisymmetric).",
                           .example = "[CoilMinus]",
                           .keys = region}),
      value(&Coil::turns, {.name = "turns",
                           .fallback = "1",
                           .range = {.min = 0, .minOpen = true},
                           .help = "Number of turns, spread evenly over each side.",
                           .example = "200"}),
      value(&Coil::current,
            {.name = "current", .unit = "A", .fallback = "0 A", .help = "Current in each turn.", .example = "2 A"}),
  };
}

Field<StaticSources> coilKey() {
  return itemOf(&StaticSources::coils,
                {.name = "coil", .help = "A coil, which has a flux linkage and an inductance (magnetostatic)."},
                coilKeys());
}

}  // namespace

Field<StaticCase> staticSourcesKey() {
  return collect(
      &StaticCase::sources,
      {.name = "sources", .fallback = "[]", .help = "What drives the field beside the boundaries and magnets."},
      group<StaticSources>(
          {.name = "source", .help = "One source, of one kind.", .exactlyOneOf = {{"charge", "current", "coil"}}},
          {chargeKey(), currentKey(), coilKey()}));
}

}  // namespace fluxtet::statics
