// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that describes what a static run writes.
#include "app/case/commonKeys.hpp"
#include "app/static/case/staticKeys.hpp"

#include <algorithm>

namespace fluxtet::statics {

using namespace config;

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

template <class Output>
Field<Output> nameKey(const std::string& what, const std::string& example) {
  return value(&Output::name, {.name = "name",
                               .type = KeyType::fileName,
                               .derived = "`" + what + "1`, `" + what + "2`, ... by their place in the list",
                               .help = "Name of the " + what + " in the results, used once.",
                               .example = example});
}

Field<StaticOutput> pointsKey() {
  return listOf(
      &StaticOutput::points, {.name = "points", .fallback = "[]", .help = "Potential and fields at points, as CSV."},
      element<StaticPoint>(
          {.name = "point", .help = "One point."},
          {
              nameKey<StaticPoint>("point", "centre"),
              value(
                  &StaticPoint::at,
                  placeKey("at", "Where it is: x, y, z; x and y in a plane, r and z where axisymmetric.", "[0, 5 mm]")),
          }));
}

Field<StaticOutput> linesKey() {
  return listOf(&StaticOutput::lines,
                {.name = "lines", .fallback = "[]", .help = "Potential and fields along straight lines, as CSV."},
                element<StaticLine>({.name = "line", .help = "One line."},
                                    {
                                        nameKey<StaticLine>("line", "gap"),
                                        value(&StaticLine::from, placeKey("from", "First point.", "[0, 0]")),
                                        value(&StaticLine::to, placeKey("to", "Last point.", "[0, 10 mm]")),
                                        value(&StaticLine::points, {.name = "points",
                                                                    .fallback = "101",
                                                                    .range = {.min = 2, .max = 1000000},
                                                                    .help = "Number of points, both ends among them.",
                                                                    .example = "201"}),
                                    }));
}

/// The entry of a region: force and torque on it stand in one.
ForceQuantity& entryOf(const std::string& region, const Mark& mark, std::vector<ForceQuantity>& forces) {
  const auto found =
      std::find_if(forces.begin(), forces.end(), [&](const ForceQuantity& force) { return force.region == region; });
  if (found != forces.end()) return *found;
  return forces.emplace_back(ForceQuantity{.region = region, .mark = mark});
}

Key forceKey() {
  return {.name = "force",
          .type = KeyType::text,
          .help = "The region on which the force is sought; a uniform material such as air has to surround it.",
          .example = "Armature"};
}

/// Torque brings the force along.
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

/// The quantities that a word asks for.
const std::vector<Choice<bool StaticOutput::*>> quantityWords = {{"energy", &StaticOutput::energy},
                                                                 {"capacitance", &StaticOutput::capacitance},
                                                                 {"inductance", &StaticOutput::inductance}};

void bindQuantity(const Value& given, StaticOutput& output) {
  if (bool StaticOutput::*asked = nullptr; storeChoice<bool StaticOutput::*>(given, quantityWords, asked))
    output.*asked = true;
  if (const std::string* region = given.get<std::string>("force")) entryOf(*region, given.mark, output.forces);
  const Value* torque = given.find("torque");
  if (const std::string* region = torque ? torque->get<std::string>("region") : nullptr) {
    std::optional<Vec3>& about = entryOf(*region, given.mark, output.forces).torqueAbout;
    about = Vec3{};
    if (const Vec3* point = torque->get<Vec3>("about")) about = *point;
  }
}

Field<StaticOutput> quantitiesKey() {
  Key quantity{.name = "quantity",
               .type = KeyType::wordOrSection,
               .help =
                   "energy of the field; capacitance: matrix over the conductors (surfaces with potential or "
                   "floating); inductance: matrix over the coils; or what follows.",
               .example = "energy",
               .keys = {forceKey(), torqueKey()},
               .exactlyOneOf = {{"force", "torque"}}};
  for (const auto& word : quantityWords) quantity.choices.emplace_back(word.name);
  return {{.name = "quantities",
           .type = KeyType::list,
           .fallback = "[]",
           .help = "Numbers for summary.json; in a plane all are those of one metre of depth.",
           .example = "[energy, {force: Armature}]",
           .keys = {quantity}},
          [](const Value& given, StaticOutput& output) {
            for (const Value& item : given.items) bindQuantity(item, output);
          }};
}

}  // namespace

Field<StaticCase> staticOutputKey() {
  return section(&StaticCase::output, {.name = "output", .fallback = "{}", .help = "What the run writes, and where."},
                 {
                     value(&StaticOutput::directory, directoryKey()),
                     value(&StaticOutput::fields,
                           {.name = "fields",
                            .fallback = "true",
                            .help = "Whether potential and fields are written for ParaView (fields.vtkhdf).",
                            .example = "false"}),
                     pointsKey(),
                     linesKey(),
                     quantitiesKey(),
                 });
}

}  // namespace fluxtet::statics
