// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The JSON schema of the case file, for editors that check and complete while one types.
#include "lib/config/schemaJson.hpp"
#include "lib/config/node.hpp"
#include "lib/config/quantityPattern.hpp"
#include "lib/config/scalars.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace fluxtet::config {

namespace {

using Json = nlohmann::ordered_json;

/// The value of a default or an example: what stands in the table as YAML.
Json toJson(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return nullptr;
    case Node::Kind::scalar: {
      Json plain = Json::parse(node.scalar, nullptr, false);
      return plain.is_number() || plain.is_boolean() ? plain : Json(node.scalar);
    }
    case Node::Kind::sequence: {
      Json list = Json::array();
      for (const Node& item : node.items) list.push_back(toJson(item));
      return list;
    }
    case Node::Kind::mapping:
      break;
  }
  Json object = Json::object();
  for (const Node::Member& member : node.members) object[member.name] = toJson(member.value);
  return object;
}

Json yamlToJson(const std::string& yaml) {
  Faults ignored;
  return toJson(readYaml(yaml, {.file = "table of keys"}, ignored));
}

Json numberSchema(const Range& range) {
  Json schema{{"type", "number"}};
  if (std::isfinite(range.min)) schema[range.minOpen ? "exclusiveMinimum" : "minimum"] = range.min;
  if (std::isfinite(range.max)) schema[range.maxOpen ? "exclusiveMaximum" : "maximum"] = range.max;
  return schema;
}

/// "#/$defs/quantity_V_per_m2", the definition of a quantity in V/m^2, which is added where it is missing.
Json quantityIn(const std::string& unit, Json& definitions) {
  std::string name = "quantity_";
  for (const char c : unit) name += c == '/' ? "_per_" : c == '*' ? "_" : c == '^' ? "" : std::string(1, c);
  if (!definitions.contains(name))
    definitions[name] = {{"type", "string"},
                         {"pattern", quantityPattern(unit)},
                         {"description", "A number with its unit, " + unit + " or another one of that kind."}};
  return {{"$ref", "#/$defs/" + name}};
}

/// A plain number is in the SI unit; with a unit it is a text ("10 mm").
Json quantitySchema(const Key& key, Json& definitions) {
  Json number = numberSchema(key.range);
  if (key.unit.empty() && key.choices.empty()) return number;
  Json alternatives = Json::array({number});
  if (!key.unit.empty()) alternatives.push_back(quantityIn(key.unit, definitions));
  for (const std::string& unit : key.otherUnits) alternatives.push_back(quantityIn(unit, definitions));
  if (!key.choices.empty()) alternatives.push_back({{"enum", key.choices}});
  return {{"anyOf", alternatives}};
}

Json intervalSchema(Json& definitions) {
  return {{"anyOf", Json::array({{{"type", "integer"}, {"minimum", 0}},
                                 quantityIn("s", definitions),
                                 {{"type", "string"}, {"pattern", stepsPattern()}}})}};
}

Json schemaOf(const Key& key, Json& definitions);

Json sectionSchema(const Key& key, Json& definitions) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Key& child : key.keys) {
    properties[child.name] = schemaOf(child, definitions);
    if (child.required) required.push_back(child.name);
  }
  // "vacuum:" without a value is an empty section, where nothing is required.
  Json schema{{"type", required.empty() && key.exactlyOneOf.empty() ? Json{"object", "null"} : Json("object")},
              {"properties", properties},
              {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = required;
  Json groups = Json::array();
  for (const auto& group : key.exactlyOneOf) {
    Json alternatives = Json::array();
    for (const std::string& name : group) alternatives.push_back({{"required", Json::array({name})}});
    groups.push_back({{"oneOf", alternatives}});
  }
  if (!groups.empty()) schema["allOf"] = groups;
  for (const Key& child : key.keys)
    if (!child.onlyWith.empty()) schema["dependentRequired"][child.name] = Json::array({child.onlyWith});
  return schema;
}

Json listSchema(const Key& key, Json& definitions) {
  Json schema{{"type", "array"}, {"items", schemaOf(key.keys.front(), definitions)}};
  if (key.minSize > 0) schema["minItems"] = key.minSize;
  if (key.maxSize != std::numeric_limits<std::size_t>::max()) schema["maxItems"] = key.maxSize;
  return schema;
}

Json nameMapSchema(const Key& key, Json& definitions) {
  Json schema{{"type", key.minSize > 0 ? Json("object") : Json{"object", "null"}},
              {"additionalProperties", schemaOf(key.keys.front(), definitions)}};
  if (key.minSize > 0) schema["minProperties"] = key.minSize;
  return schema;
}

Json valueSchema(const Key& key, Json& definitions) {
  switch (key.type) {
    case KeyType::section:
      return sectionSchema(key, definitions);
    case KeyType::wordOrSection:
      return {{"anyOf", Json::array({{{"enum", key.choices}}, sectionSchema(key, definitions)})}};
    case KeyType::nameMap:
      return nameMapSchema(key, definitions);
    case KeyType::list:
      return listSchema(key, definitions);
    case KeyType::text:
      return {
          {"type", {"string", "number", "boolean"}}};  // names such as 1 or yes are texts here, numbers to an editor
    case KeyType::fileName:
      return {{"type", {"string", "number"}}};
    case KeyType::filePath:
      return {{"type", "string"}};
    case KeyType::choice:
      return {{"enum", key.choices}};
    case KeyType::boolean:
      return {{"type", "boolean"}};
    case KeyType::integer: {
      Json schema = numberSchema(key.range);
      schema["type"] = "integer";
      return schema;
    }
    case KeyType::number:
      return quantitySchema(key, definitions);
    case KeyType::vector:
      return {{"type", "array"},
              {"items", quantitySchema(key, definitions)},
              {"minItems", componentCount(key).least},
              {"maxItems", componentCount(key).most}};
    case KeyType::tensor: {
      Key component = key;
      component.range = {};
      const auto list = [&](int items) {
        return Json{{"type", "array"},
                    {"items", quantitySchema(component, definitions)},
                    {"minItems", items},
                    {"maxItems", items}};
      };
      return {{"anyOf", Json::array({quantitySchema(key, definitions), list(3), list(6)})}};
    }
    case KeyType::interval:
    case KeyType::wallInterval:
      return intervalSchema(definitions);
  }
  return {};
}

Json schemaOf(const Key& key, Json& definitions) {
  Json schema;
  if (key.definition.empty()) {
    schema = valueSchema(key, definitions);
  } else {
    if (!definitions.contains(key.definition)) definitions[key.definition] = valueSchema(key, definitions);
    schema["$ref"] = "#/$defs/" + key.definition;
  }
  std::string description = key.help;
  if (!key.unit.empty()) description += " A plain number is in " + unitText(key) + ".";
  if (!key.derived.empty()) description += " Default: " + key.derived + ".";
  if (!description.empty()) schema["description"] = description;
  if (!key.fallback.empty()) schema["default"] = yamlToJson(key.fallback);
  if (!key.example.empty()) schema["examples"] = Json::array({yamlToJson(key.example)});
  return schema;
}

}  // namespace

std::string schemaJson(const std::string& title, const SolverTable& usual, const SolverTable& other) {
  const auto reference = [](const SolverTable& table) { return Json{{"$ref", "#/$defs/" + table.solver}}; };
  Json definitions = Json::object();
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", title},
              {"type", "object"},
              {"properties", {{"solver", schemaOf(*usual.root.find("solver"), definitions)}}},
              {"if", {{"properties", {{"solver", {{"const", other.solver}}}}}, {"required", Json::array({"solver"})}}},
              {"then", reference(other)},
              {"else", reference(usual)}};
  for (const SolverTable* table : {&usual, &other}) definitions[table->solver] = schemaOf(table->root, definitions);
  schema["$defs"] = definitions;
  return schema.dump(2) + "\n";
}

}  // namespace fluxtet::config
