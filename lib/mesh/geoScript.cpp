// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/geoScript.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

namespace fluxtet {
namespace {

std::string readText(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool isScript(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return extension == ".geo" || extension == ".geo_unrolled";
}

/// The string literals of a script's text.
std::vector<std::string> literalsOf(const std::string& text) {
  std::vector<std::string> literals;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '"' && text[i] != '\'') continue;
    const std::size_t end = endOfGeoString(text, i);
    if (end >= i + 2) literals.push_back(text.substr(i + 1, end - i - 2));
    i = end - 1;
  }
  return literals;
}

bool hasHiddenInput(const std::string& text) {
  static const std::regex hidden(R"(\b(SystemCall|NonBlockingSystemCall|OnelabRun|Plugin|GetEnv|CurrentDirectory|)"
                                 R"(CurrentDir|AbsolutePath|Today|Rand|Cpu|Memory|TotalMemory|GetString|GetNumber|)"
                                 R"(NewModel|Save|Print|FileName)\b)");
  // The name of a file that is read is no literal.
  static const std::regex madeUp(R"(\b(Merge|Include|ShapeFromFile|MergeFile)\b\s*\(?\s*[^"'\s(])");
  return std::regex_search(text, hidden) || std::regex_search(text, madeUp);
}

/// Adds a file and those that it reads; false if its text does not tell them all.
bool addFiles(const std::filesystem::path& file, std::set<std::filesystem::path>& seen,
              std::vector<std::filesystem::path>& found) {
  if (!seen.insert(file.lexically_normal()).second) return true;
  found.push_back(file);
  if (!isScript(file)) return true;
  const std::string text = geoScriptText(file);
  bool isAll = !hasHiddenInput(text);
  for (const std::string& literal : literalsOf(text)) {
    std::error_code ignored;
    const auto named = file.parent_path() / literal;
    if (!literal.empty() && std::filesystem::is_regular_file(named, ignored))
      isAll = addFiles(named, seen, found) && isAll;
  }
  return isAll;
}

}  // namespace

std::size_t endOfGeoString(const std::string& text, std::size_t i) {
  const std::size_t close = text.find(text[i], i + 1);
  return close == std::string::npos ? text.size() : close + 1;
}

std::string geoScriptText(const std::filesystem::path& file) {
  const std::string text = readText(file);
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"' || text[i] == '\'') {
      const std::size_t end = endOfGeoString(text, i);
      result += text.substr(i, end - i);
      i = end;
    } else if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      const std::size_t close = text.find("*/", i);
      i = close == std::string::npos ? text.size() : close + 2;
    } else {
      result += text[i++];
    }
  }
  return result;
}

std::string withoutStrings(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"' || text[i] == '\'') {
      i = endOfGeoString(text, i);
    } else {
      result += text[i++];
    }
  }
  return result;
}

std::string geoStatements(const std::filesystem::path& file) {
  std::set<std::filesystem::path> seen;
  std::vector<std::filesystem::path> found;
  addFiles(file, seen, found);
  std::string result;
  for (const auto& one : found)
    if (isScript(one)) result += withoutStrings(geoScriptText(one)) + "\n";
  return result;
}

std::optional<std::vector<std::filesystem::path>> filesOfGeoScript(const std::filesystem::path& file) {
  std::set<std::filesystem::path> seen;
  std::vector<std::filesystem::path> found;
  return addFiles(file, seen, found) ? std::optional(found) : std::nullopt;
}

}  // namespace fluxtet
