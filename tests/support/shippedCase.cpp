// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/shippedCase.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace fluxtet::test {

CaseRun runShipped(const std::string& file, const std::vector<std::string>& overrides) {
  const std::filesystem::path path = std::filesystem::path(FLUXTET_SHIPPED_CASES) / file;
  std::ifstream stream(path);
  if (!stream) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << stream.rdbuf();
  // The text is parsed away from its folder.
  const std::string yaml = std::regex_replace(text.str(), std::regex("file: ([A-Za-z]+\\.geo)"),
                                              "file: " + path.parent_path().string() + "/$1");
  std::string name = file;
  std::replace(name.begin(), name.end(), '/', '-');
  return runCase(name, yaml, overrides);
}

}  // namespace fluxtet::test
