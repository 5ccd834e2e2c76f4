// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/edgeTable.hpp"

#include "lib/mesh/boxMesh.hpp"
#include "tests/unit/mesh/meshTestSupport.hpp"

#include <set>

namespace fluxtet::test {
namespace {

TEST(EdgeTable, listsEveryEdgeOnceInLexicographicOrder) {
  BoxMesh box;
  box.cells = {3, 2, 2};
  const Mesh mesh = makeBoxMesh(box);
  std::set<std::pair<std::int64_t, std::int64_t>> expected;
  for (std::int64_t e = 0; e < mesh.numElements(); ++e)
    for (int a = 0; a < 4; ++a)
      for (int b = a + 1; b < 4; ++b) expected.emplace(mesh.elements[4 * e + a], mesh.elements[4 * e + b]);
  const EdgeTable edges(mesh.elements, mesh.numVertices());
  ASSERT_EQ(edges.numEdges(), static_cast<std::int64_t>(expected.size()));
  std::int64_t number = 0;
  for (const auto& [a, b] : expected) {
    const auto upper = edges.upper(a);
    EXPECT_TRUE(std::binary_search(upper.begin(), upper.end(), b));
    EXPECT_EQ(edges.edge(a, b), number++);
  }
}

}  // namespace
}  // namespace fluxtet::test
