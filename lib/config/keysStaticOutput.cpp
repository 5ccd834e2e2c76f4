// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that describes what a static run writes.
#include "lib/config/keys.hpp"

namespace fluxtet::config {

namespace {

/// A point of space, or of the plane of a mesh of triangles.
Key placeKey(const std::string& name, const std::string& help, const std::string& example) {
  return {.name = name,
          .type = KeyType::vector,
          .unit = "m",
          .required = true,
          .minSize = 2,
          .help = help,
          .example = example};
}

Key pointsKey() {
  return {.name = "points",
          .type = KeyType::list,
          .fallback = "[]",
          .help = "Potential and fields at points, as CSV.",
          .keys = {
              {.name = "point",
               .help = "One point.",
               .keys = {
                   {.name = "name",
                    .type = KeyType::fileName,
                    .derived = "`point1`, `point2`, ... by their place in the list",
                    .help = "Name of the point in the results, used once.",
                    .example = "centre"},
                   placeKey("at", "Where it is: x, y, z; x and y in a plane, r and z where axisymmetric.", "[0, 5 mm]"),
               }}}};
}

Key linesKey() {
  return {.name = "lines",
          .type = KeyType::list,
          .fallback = "[]",
          .help = "Potential and fields along straight lines, as CSV.",
          .keys = {{.name = "line",
                    .help = "One line.",
                    .keys = {
                        {.name = "name",
                         .type = KeyType::fileName,
                         .derived = "`line1`, `line2`, ... by their place in the list",
                         .help = "Name of the line in the results, used once.",
                         .example = "gap"},
                        placeKey("from", "First point.", "[0, 0]"),
                        placeKey("to", "Last point.", "[0, 10 mm]"),
                        {.name = "points",
                         .type = KeyType::integer,
                         .fallback = "101",
                         .range = {.min = 2, .max = 1000000},
                         .help = "Number of points, both ends among them.",
                         .example = "201"},
                    }}}};
}

Key torqueKey() {
  Key about = placeKey("about", "Point about which it turns.", "[0, 0]");
  about.required = false;
  about.fallback = "[0, 0]";
  return {.name = "torque",
          .help = "Torque and force on a region: in a plane about the axis z through a point.",
          .keys = {
              {.name = "region", .type = KeyType::text, .required = true, .help = "The region.", .example = "Rotor"},
              about,
          }};
}

Key quantitiesKey() {
  return {.name = "quantities",
          .type = KeyType::list,
          .fallback = "[]",
          .help = "Numbers for summary.json; in a plane all are those of one metre of depth.",
          .example = "[energy, {force: Armature}]",
          .keys = {{.name = "quantity",
                    .type = KeyType::wordOrSection,
                    .choices = {"energy", "capacitance", "inductance"},
                    .help = "energy of the field; capacitance: matrix over the conductors (surfaces with potential or "
                            "floating); inductance: matrix over the coils; or what follows.",
                    .example = "energy",
                    .keys = {{.name = "force",
                              .type = KeyType::text,
                              .help = "The region on which the force is sought; a uniform material such as air "
                                      "has to surround it.",
                              .example = "Armature"},
                             torqueKey()},
                    .exactlyOneOf = {{"force", "torque"}}}}};
}

}  // namespace

Key staticOutputKey() {
  return {.name = "output",
          .fallback = "{}",
          .help = "What the run writes, and where.",
          .keys = {
              directoryKey(),
              {.name = "fields",
               .type = KeyType::boolean,
               .fallback = "true",
               .help = "Whether potential and fields are written for ParaView (fields.vtkhdf).",
               .example = "false"},
              pointsKey(),
              linesKey(),
              quantitiesKey(),
          }};
}

}  // namespace fluxtet::config
