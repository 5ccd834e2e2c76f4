// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"
#include "tests/support/solverCase.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace fluxtet::test {

/// A case that is as short as can be; further top-level keys may be appended.
inline const std::string smallestCase = R"(mesh: {box: {size: [1, 1, 1], cells: [2, 2, 2]}}
materials: {vacuum: {}}
regions: {box: vacuum}
time: {end: 1 ns}
)";

inline dgtd::DgtdCase parse(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parseDgtdCase(text, "case.yaml", overrides);
}
inline statics::StaticCase parseStatic(const std::string& text, const std::vector<std::string>& overrides = {}) {
  return parseStaticCase(text, "case.yaml", overrides);
}

/// The message of the InputError that parsing throws; fails the test if there is none.
inline std::string faultsOf(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    parseCase(text, "case.yaml", overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no fault found in:\n" << text;
  return "";
}

/// The text contains the part; shows both if not.
inline void expectContains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "found:    " << text << "\nexpected: " << part;
}

/// A folder of its own for each test, removed at its end.
class Folder {
 public:
  Folder() {
    std::string name = ::testing::TempDir() + "/fluxtetXXXXXX";
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot create " + name);
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace fluxtet::test
