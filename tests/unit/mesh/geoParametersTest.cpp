// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/geoParameters.hpp"

#include "tests/unit/mesh/meshTestSupport.hpp"

namespace fluxtet::test {
namespace {

const std::string script = R"(// DefineConstant[ commented = 1 ];
/* DefineConstant[ alsoCommented = 1 ]; */
DefineConstant[ radius = {0.5, Min 0.1, Max 2, Name "Sphere/radius, outer"}, lc = 0.3 ];
DefineConstant[ plain ];
Include "more.geo";
)";

TEST(GeoParameters, areFoundInTheScriptAndItsIncludes) {
  const MeshFolder folder;
  folder.write("more.geo", "Include \"main.geo\";\nDefineConstant(gap = {0.01, Name 'Gap'});");
  const auto found = geoParameters(folder.write("main.geo", script));
  std::vector<std::string> names, labels;
  for (const auto& p : found) {
    names.push_back(p.variable);
    labels.push_back(p.label);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"radius", "lc", "plain", "gap"}));
  EXPECT_EQ(labels, (std::vector<std::string>{"Sphere/radius, outer", "", "", "Gap"}));
}

TEST(GeoParameters, resolveByVariableOrLabel) {
  const MeshFolder folder;
  folder.write("more.geo", "");
  const auto values = resolveParameters(folder.write("main.geo", script), {{"Sphere/radius, outer", 2.5}, {"lc", 0.1}});
  EXPECT_EQ(values, (std::map<std::string, double>{{"radius", 2.5}, {"lc", 0.1}}));
}

TEST(GeoParameters, anUnknownNameListsThoseThatTheFileHas) {
  const MeshFolder folder;
  folder.write("more.geo", "");
  const std::string file = folder.write("main.geo", script);
  expectInputError(
      [&] {
        resolveParameters(file, {{"raduis", 1}});
      },
      {"no parameter `raduis`", "declares radius, lc, plain"});
  const std::string none = folder.write("none.geo", "Point(1) = {0, 0, 0};");
  expectInputError([&] { resolveParameters(none, {{"radius", 1}}); }, {"no parameter `radius`", "declares none"});
}

}  // namespace
}  // namespace fluxtet::test
