// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The table of keys, the JSON schema and the documentation say the same.
#include "tests/unit/config/caseText.hpp"

#include "app/caseFile/caseTables.hpp"
#include "lib/config/node.hpp"
#include "lib/config/quantityPattern.hpp"
#include "lib/config/units.hpp"
#include "lib/config/value.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <functional>
#include <regex>
#include <set>
#include <sstream>

namespace fluxtet::test {

using config::Key;
using config::KeyType;

namespace {

/// Calls `visit` for every key of the table with its path.
void forEachKey(const Key& key, const std::string& path,
                const std::function<void(const Key&, const std::string&)>& visit) {
  visit(key, path);
  for (const Key& child : key.keys) forEachKey(child, path + "/" + child.name, visit);
}

/// The same for the tables of all solvers.
void forEachKeyOfAllTables(const std::function<void(const Key&, const std::string&)>& visit) {
  for (const config::SolverTable& table : caseTables()) forEachKey(table.root, table.solver, visit);
}

/// Faults of `yaml` as the value of `key`, missing files aside.
std::string faultsAs(const Key& key, const std::string& yaml) {
  config::Faults faults;
  config::validate(config::readYaml(yaml, {.file = "table"}, faults), key, {}, faults);
  try {
    faults.throwIfAny();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string readFile(const std::string& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Quantities in each unit of `key` are allowed, its example among them.
void checkQuantities(const Key& key, const std::string& path, const nlohmann::json& schema,
                     const nlohmann::json& definitions) {
  std::vector<std::string> patterns;
  for (const auto& alternative : schema.at("anyOf"))
    if (alternative.contains("$ref"))
      patterns.push_back(definitions.at(alternative["$ref"].get<std::string>().substr(8)).at("pattern"));
  std::vector<std::string> expected{config::quantityPattern(key.unit)};
  for (const std::string& unit : key.otherUnits) expected.push_back(config::quantityPattern(unit));
  EXPECT_EQ(patterns, expected) << path;
  const auto example = config::splitQuantity(key.example);
  if (example && !example->unit.empty()) {
    EXPECT_TRUE(std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
      return std::regex_match(key.example, std::regex(pattern));
    })) << path;
  }
}

/// The part of the schema that describes `key`, references followed.
void checkSchema(const Key& key, const std::string& path, const nlohmann::json& schema,
                 const nlohmann::json& definitions) {
  if (schema.contains("$ref")) {
    checkSchema(key, path, definitions.at(schema["$ref"].get<std::string>().substr(8)), definitions);
    return;
  }
  if (key.type == KeyType::wordOrSection) {
    EXPECT_EQ(schema.at("anyOf")[0].at("enum").get<std::vector<std::string>>(), key.choices) << path;
    Key section = key;
    section.type = KeyType::section;
    checkSchema(section, path, schema["anyOf"][1], definitions);
  } else if (key.type == KeyType::section) {
    EXPECT_EQ(schema.at("properties").size(), key.keys.size()) << path;
    EXPECT_EQ(schema.at("additionalProperties"), false) << path;
    for (const Key& child : key.keys) {
      ASSERT_TRUE(schema.at("properties").contains(child.name)) << path << "/" << child.name;
      checkSchema(child, path + "/" + child.name, schema["properties"][child.name], definitions);
      const auto required = schema.value("required", std::vector<std::string>{});
      EXPECT_EQ(std::count(required.begin(), required.end(), child.name), child.required ? 1 : 0) << path;
    }
  } else if (key.type == KeyType::list) {
    checkSchema(key.keys.front(), path + "[]", schema.at("items"), definitions);
  } else if (key.type == KeyType::nameMap) {
    checkSchema(key.keys.front(), path + "/*", schema.at("additionalProperties"), definitions);
  } else if (key.type == KeyType::number && !key.unit.empty()) {
    checkQuantities(key, path, schema, definitions);
  } else if (key.type == KeyType::choice) {
    EXPECT_EQ(schema.at("enum").get<std::vector<std::string>>(), key.choices) << path;
  }
}

}  // namespace

TEST(TableOfKeys, everyDefaultIsValid) {
  forEachKeyOfAllTables([](const Key& key, const std::string& path) {
    if (!key.fallback.empty() && key.type != KeyType::section) {
      EXPECT_EQ(faultsAs(key, key.fallback), "") << path;
    }
  });
}

TEST(TableOfKeys, everyExampleIsValid) {
  forEachKeyOfAllTables([](const Key& key, const std::string& path) {
    if (!key.example.empty()) {
      EXPECT_EQ(faultsAs(key, key.example), "") << path;
    }
  });
}

TEST(TableOfKeys, everyUnitIsAnSiUnit) {
  forEachKeyOfAllTables([](const Key& key, const std::string& path) {
    EXPECT_EQ(config::parseUnit(key.unit).factor, 1) << path;
    for (const std::string& unit : key.otherUnits) EXPECT_EQ(config::parseUnit(unit).factor, 1) << path;
  });
}

TEST(TableOfKeys, everyKeySaysWhatItIs) {
  forEachKeyOfAllTables([](const Key& key, const std::string& path) {
    // The elements of plain lists are explained by the list.
    const bool element = key.type != KeyType::section && key.help.empty();
    if (element) return;
    EXPECT_TRUE(key.help.ends_with('.')) << path;
    EXPECT_TRUE(key.type == KeyType::section || key.type == KeyType::list || !key.example.empty()) << path;
  });
}

TEST(TableOfKeys, alternativesAndConditionsNameKeysOfTheirSection) {
  forEachKeyOfAllTables([](const Key& key, const std::string& path) {
    for (const auto& group : key.exactlyOneOf)
      for (const std::string& name : group) EXPECT_TRUE(key.find(name)) << path << " " << name;
    for (const Key& child : key.keys)
      if (!child.onlyWith.empty()) {
        EXPECT_TRUE(key.find(child.onlyWith)) << path << " " << child.name;
      }
  });
}

TEST(TableOfKeys, keysOfOneSolverAreNotInTheOthersTable) {
  const auto sharedSection = [](SolverKind solver, const char* name) { return caseTable(solver).root.find(name); };
  EXPECT_TRUE(sharedSection(SolverKind::statics, "mesh")->find("rectangle"));
  EXPECT_FALSE(sharedSection(SolverKind::dgtd, "mesh")->find("rectangle"));
  EXPECT_TRUE(sharedSection(SolverKind::dgtd, "materials")->keys.front().find("sigma"));
  EXPECT_FALSE(sharedSection(SolverKind::statics, "materials")->keys.front().find("sigma"));
  EXPECT_FALSE(sharedSection(SolverKind::statics, "time"));
  EXPECT_FALSE(sharedSection(SolverKind::dgtd, "static"));
}

TEST(Schema, describesEveryKeyOfTheTables) {
  const auto schema = nlohmann::json::parse(caseSchemaJson());
  EXPECT_EQ(schema.at("$schema"), "https://json-schema.org/draft/2020-12/schema");
  for (const config::SolverTable& table : caseTables())
    checkSchema(table.root, table.solver, schema.at("$defs").at(table.solver), schema["$defs"]);
}

TEST(Schema, choosesTheTableByTheSolver) {
  const auto schema = nlohmann::json::parse(caseSchemaJson());
  EXPECT_EQ(schema.at("if").at("properties").at("solver").at("const"), "static");
  EXPECT_EQ(schema.at("if").at("required"), nlohmann::json::array({"solver"}));  // without it the solver is dgtd
  EXPECT_EQ(schema.at("then").at("$ref"), "#/$defs/static");
  EXPECT_EQ(schema.at("else").at("$ref"), "#/$defs/dgtd");
}

TEST(Documentation, isWhatTheTableSays) {
  // Run `fluxtet schema --markdown > docs/caseFile.md` after a change of the table.
  EXPECT_TRUE(readFile(FLUXTET_CASE_FILE_DOC) == caseFileMarkdown()) << FLUXTET_CASE_FILE_DOC << " is stale";
}

TEST(Documentation, itsExamplesAreValidCases) {
  const std::string document = caseFileMarkdown();
  Folder folder;
  folder.write("sphere.geo", "");
  folder.write("capacitor.geo", "");
  std::vector<std::string> titles;
  std::size_t end = 0;
  for (std::size_t begin; (begin = document.find("```yaml\n", end)) != std::string::npos;) {
    begin += 8;
    end = document.find("```\n", begin);
    titles.push_back(commonPart(loadCase(folder.write("case.yaml", document.substr(begin, end - begin)), {})).title);
  }
  EXPECT_EQ(titles, (std::vector<std::string>{"Pulse on a dielectric sphere", "Plates of a capacitor"}));
}

TEST(Documentation, everyLinkLeadsToOneHeading) {
  const std::string document = caseFileMarkdown();
  std::multiset<std::string> anchors;
  std::istringstream lines(document);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("##")) continue;
    std::string anchor;
    for (const char c : line.substr(line.find(' ') + 1)) {
      if (std::isalnum(static_cast<unsigned char>(c))) anchor += static_cast<char>(std::tolower(c));
      if (c == ' ' || c == '-') anchor += '-';
    }
    anchors.insert(anchor);
  }
  for (std::size_t at = 0; (at = document.find("](#", at)) != std::string::npos;) {
    at += 3;
    const std::string target = document.substr(at, document.find(')', at) - at);
    EXPECT_EQ(anchors.count(target), 1U) << target;
  }
}

}  // namespace fluxtet::test
