// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that describes conditions on surfaces.
#include "app/static/case/staticKeys.hpp"

namespace fluxtet::statics {

using namespace config;

namespace {

/// A condition of a given strength.
Field<StaticBoundary> strengthKey(StaticBoundaryKind kind, Key key) {
  key.name = toString(kind);
  key.type = KeyType::number;
  return {std::move(key), [kind](const Value& given, StaticBoundary& boundary) {
            boundary.kind = kind;
            store(given, boundary.value);
          }};
}

/// One side of a pair of surfaces.
Field<StaticBoundary> pairKey(StaticBoundaryKind kind, Key key) {
  key.name = toString(kind);
  key.type = KeyType::text;
  key.example = "Right";
  return {std::move(key), [kind](const Value& given, StaticBoundary& boundary) {
            boundary.kind = kind;
            store(given, boundary.partner);
          }};
}

/// A plain number leaves it open whether the charge is that of one metre.
Field<StaticBoundary> chargeKey() {
  return {{.name = "charge",
           .type = KeyType::number,
           .unit = "C",
           .otherUnits = {"C/m"},
           .fallback = "0",
           .help = "Charge of the conductor; in a plane that of one metre of depth.",
           .example = "2 pC"},
          [](const Value& given, StaticBoundary& boundary) {
            store(given, boundary.value);
            if (!given.unit.empty()) boundary.perMetre = given.unit == "C/m";
          }};
}

Field<StaticBoundary> floatingKey() {
  Field<StaticBoundary> field = group<StaticBoundary>(
      {.name = toString(StaticBoundaryKind::floating),
       .help = "A conductor whose potential follows from its charge (electrostatic); the word alone: no charge."},
      {chargeKey()});
  field.bind = [bindCharge = std::move(field.bind)](const Value& given, StaticBoundary& boundary) {
    boundary.kind = StaticBoundaryKind::floating;
    bindCharge(given, boundary);
  };
  return field;
}

Section<StaticBoundary> conditionKeys() {
  return {
      strengthKey(StaticBoundaryKind::potential,
                  {.unit = "V",
                   .otherUnits = {"A", "Wb/m"},
                   .help = "Potential: in V (electrostatic), A (scalarMagnetic) or Wb/m (magnetostatic).",
                   .example = "48 V"}),
      strengthKey(StaticBoundaryKind::chargeDensity,
                  {.unit = "C/m^2", .help = "Surface charge (electrostatic).", .example = "1 nC/m^2"}),
      strengthKey(StaticBoundaryKind::fluxDensity,
                  {.unit = "T", .help = "Normal flux density into the domain (scalarMagnetic).", .example = "0.5 T"}),
      strengthKey(StaticBoundaryKind::surfaceCurrent,
                  {.unit = "A/m", .help = "Surface current along z or phi (magnetostatic).", .example = "1 kA/m"}),
      floatingKey(),
      pairKey(StaticBoundaryKind::periodic,
              {.help = "The physical surface, a translation away, on which the potential is the same."}),
      pairKey(StaticBoundaryKind::antiperiodic,
              {.help = "The physical surface, a translation away, on which the potential has the other sign."}),
  };
}

Field<StaticBoundary> conditionKey() {
  Field<StaticBoundary> field = group<StaticBoundary>(
      {.name = "SURFACE",
       .type = KeyType::wordOrSection,
       .choices = {toString(StaticBoundaryKind::natural), toString(StaticBoundaryKind::floating)},
       .help = "natural: no flux through it (magnetostatic: no tangential H), or what follows. A surface with "
               "potential or floating is a conductor of the capacitance matrix.",
       .example = "natural"},
      conditionKeys());
  field.key.exactlyOneOf.emplace_back();
  for (const Key& key : field.key.keys) field.key.exactlyOneOf.back().push_back(key.name);
  field.bind = [bindKeys = std::move(field.bind)](const Value& given, StaticBoundary& boundary) {
    store(given, boundary.kind);
    bindKeys(given, boundary);
  };
  return field;
}

}  // namespace

Field<StaticCase> staticBoundariesKey() {
  return mapOf(&StaticCase::boundaries, &StaticBoundary::surface,
               {.name = "boundaries",
                .fallback = "{}",
                .help = "Conditions on physical surfaces of the mesh (physical curves of a mesh of triangles); those "
                        "without one are natural.",
                .example = "{Plate: {potential: 48 V}, Outer: natural}"},
               conditionKey());
}

}  // namespace fluxtet::statics
