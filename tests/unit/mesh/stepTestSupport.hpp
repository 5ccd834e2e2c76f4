// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/unit/mesh/gmshTestSupport.hpp"

#include <cstddef>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace fluxtet::test {

/// A STEP file of what `work` makes with the CAD kernel, its solids called `names` in their order.
inline std::string writeStep(const MeshFolder& folder, const std::vector<std::string>& names,
                             const std::function<void()>& work) {
  const std::string file = folder.file("model.step");
  withGmsh([&] {
    work();
    gmsh::model::occ::synchronize();
    gmsh::write(file);
  });
  std::ifstream in(file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t n = 0; n < names.size(); ++n) {
    const std::string number = names.size() == 1 ? "[0-9]+" : fmt::format("[0-9]+\\.{}", n + 1);
    const std::regex label("'Open CASCADE STEP translator [0-9.]+ " + number + "'");
    EXPECT_TRUE(std::regex_search(text, label)) << names[n];
    text = std::regex_replace(text, label, "'" + names[n] + "'");
  }
  return folder.write("named.step", text);
}

}  // namespace fluxtet::test
