// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The table of keys, the JSON schema and the documentation say the same.
#include "caseText.hpp"

#include "config/keys.hpp"
#include "config/node.hpp"
#include "config/units.hpp"
#include "config/value.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <sstream>

using namespace fluxtet;
using namespace fluxtet::test;
using config::Key;
using config::KeyType;

namespace {

/// Calls `visit` for every key of the table with its path.
void forEachKey(const Key& key, const std::string& path,
                const std::function<void(const Key&, const std::string&)>& visit) {
  visit(key, path);
  for (const Key& child : key.keys) forEachKey(child, path + "/" + child.name, visit);
}

/// Faults of `yaml` as the value of `key`, missing files aside.
std::string faultsAs(const Key& key, const std::string& yaml) {
  config::Faults faults;
  config::validate(config::readYaml(yaml, {.file = "table"}, faults), key, faults);
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

/// The part of the schema that describes `key`, references followed.
void checkSchema(const Key& key, const std::string& path, const nlohmann::json& schema,
                 const nlohmann::json& definitions) {
  if (schema.contains("$ref") && schema["$ref"] != "#/$defs/quantity") {
    checkSchema(key, path, definitions.at(schema["$ref"].get<std::string>().substr(8)), definitions);
    return;
  }
  if (key.type == KeyType::section) {
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
  } else if (key.type == KeyType::choice) {
    EXPECT_EQ(schema.at("enum").get<std::vector<std::string>>(), key.choices) << path;
  }
}

}  // namespace

TEST(TableOfKeys, everyDefaultIsValid) {
  forEachKey(config::caseKey(), "", [](const Key& key, const std::string& path) {
    if (!key.fallback.empty() && key.type != KeyType::section) {
      EXPECT_EQ(faultsAs(key, key.fallback), "") << path;
    }
  });
}

TEST(TableOfKeys, everyExampleIsValid) {
  forEachKey(config::caseKey(), "", [](const Key& key, const std::string& path) {
    if (!key.example.empty()) {
      EXPECT_EQ(faultsAs(key, key.example), "") << path;
    }
  });
}

TEST(TableOfKeys, everyUnitIsAnSiUnit) {
  forEachKey(config::caseKey(), "",
             [](const Key& key, const std::string& path) { EXPECT_EQ(config::parseUnit(key.unit).factor, 1) << path; });
}

TEST(TableOfKeys, everyKeySaysWhatItIs) {
  forEachKey(config::caseKey(), "", [](const Key& key, const std::string& path) {
    // The elements of plain lists are explained by the list.
    const bool element = key.type != KeyType::section && key.help.empty();
    if (element) return;
    EXPECT_TRUE(key.help.ends_with('.')) << path;
    EXPECT_TRUE(key.type == KeyType::section || key.type == KeyType::list || !key.example.empty()) << path;
  });
}

TEST(TableOfKeys, alternativesAndConditionsNameKeysOfTheirSection) {
  forEachKey(config::caseKey(), "", [](const Key& key, const std::string& path) {
    for (const auto& group : key.exactlyOneOf)
      for (const std::string& name : group) EXPECT_TRUE(key.find(name)) << path << " " << name;
    for (const Key& child : key.keys)
      if (!child.onlyWith.empty()) {
        EXPECT_TRUE(key.find(child.onlyWith)) << path << " " << child.name;
      }
  });
}

TEST(Schema, describesEveryKeyOfTheTable) {
  const auto schema = nlohmann::json::parse(caseSchemaJson());
  EXPECT_EQ(schema.at("$schema"), "https://json-schema.org/draft/2020-12/schema");
  checkSchema(config::caseKey(), "", schema, schema.at("$defs"));
}

TEST(Documentation, isWhatTheTableSays) {
  // Run `fluxtet schema --markdown > docs/caseFile.md` after a change of the table.
  EXPECT_TRUE(readFile(FLUXTET_CASE_FILE_DOC) == caseFileMarkdown()) << FLUXTET_CASE_FILE_DOC << " is stale";
}

TEST(Documentation, itsExampleIsAValidCase) {
  const std::string document = caseFileMarkdown();
  const std::size_t begin = document.find("```yaml\n") + 8;
  Folder folder;
  folder.write("sphere.geo", "");
  const std::string file = folder.write("case.yaml", document.substr(begin, document.find("```\n", begin) - begin));
  EXPECT_EQ(loadCase(file, {}).title, "Pulse on a dielectric sphere");
}
