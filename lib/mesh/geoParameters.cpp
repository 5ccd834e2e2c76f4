// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/geoParameters.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/geoScript.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace fluxtet {
namespace {

/// Splits at commas that stand in no bracket and no string, from `begin` up to the bracket that closes the list.
std::vector<std::string> listItems(const std::string& text, std::size_t begin) {
  std::vector<std::string> items(1);
  int depth = 0;
  for (std::size_t i = begin; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      const std::size_t end = endOfGeoString(text, i);
      items.back() += text.substr(i, end - i);
      i = end;
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && depth-- == 0) break;
    if (c == ',' && depth == 0) {
      items.emplace_back();
    } else {
      items.back() += c;
    }
    ++i;
  }
  return items;
}

void scan(const std::filesystem::path& file, std::set<std::filesystem::path>& seen, std::vector<GeoParameter>& found) {
  if (!seen.insert(file.lexically_normal()).second) return;
  const std::string text = geoScriptText(file);
  static const std::regex list(R"(\bDefineConstant\s*[\[\(])");
  static const std::regex variable(R"(^\s*([A-Za-z_]\w*))");
  static const std::regex label(R"re(\bName\s*["']([^"']*)["'])re");
  static const std::regex include(R"re(\b(?:Include|Merge)\s*["']([^"']*\.geo)["'])re");
  for (auto it = std::sregex_iterator(text.begin(), text.end(), list); it != std::sregex_iterator(); ++it) {
    for (const auto& item : listItems(text, static_cast<std::size_t>(it->position() + it->length()))) {
      std::smatch name, labelText;
      if (!std::regex_search(item, name, variable)) continue;
      const bool labelled = std::regex_search(item, labelText, label);
      found.push_back({name[1], labelled ? labelText[1].str() : std::string()});
    }
  }
  for (auto it = std::sregex_iterator(text.begin(), text.end(), include); it != std::sregex_iterator(); ++it)
    scan(file.parent_path() / (*it)[1].str(), seen, found);
}

std::string listed(const std::vector<GeoParameter>& parameters) {
  if (parameters.empty()) return "it declares none (DefineConstant)";
  std::string text = "it declares";
  for (const auto& p : parameters) text += (&p == &parameters.front() ? " " : ", ") + p.variable;
  return text;
}

}  // namespace

std::vector<GeoParameter> geoParameters(const std::filesystem::path& file) {
  std::vector<GeoParameter> found;
  std::set<std::filesystem::path> seen;
  scan(file, seen, found);
  return found;
}

std::map<std::string, double> resolveParameters(const std::filesystem::path& file,
                                                const std::map<std::string, double>& given) {
  if (given.empty()) return {};
  const auto declared = geoParameters(file);
  std::map<std::string, double> values;
  for (const auto& [name, value] : given) {
    const auto parameter = std::find_if(declared.begin(), declared.end(), [&name = name](const GeoParameter& p) {
      return p.variable == name || p.label == name;
    });
    require(parameter != declared.end(), "{} has no parameter `{}`: {}", file.string(), name, listed(declared));
    values[parameter->variable] = value;
  }
  return values;
}

}  // namespace fluxtet
