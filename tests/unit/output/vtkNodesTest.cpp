// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// That VTK itself understands the order is tested by tests/parallel/output/readVtkhdf.py.
#include "lib/output/vtkNodes.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace fluxtet::test {
namespace {

template <std::size_t N>
void expectEachNodeOnce(const std::vector<std::array<int, N>>& nodes, int order, std::size_t count) {
  EXPECT_EQ(nodes.size(), count);
  EXPECT_EQ((std::set<std::array<int, N>>(nodes.begin(), nodes.end()).size()), count);
  for (const auto& node : nodes) EXPECT_EQ(std::accumulate(node.begin(), node.end(), 0), order);
}

TEST(VtkNodes, everyNodeStandsOnceForP1ToP4) {
  for (std::size_t p = 1; p <= 4; ++p) {
    const int order = static_cast<int>(p);
    expectEachNodeOnce(vtkTriangleNodes(order), order, (p + 1) * (p + 2) / 2);
    expectEachNodeOnce(vtkTetrahedronNodes(order), order, (p + 1) * (p + 2) * (p + 3) / 6);
  }
}

TEST(VtkNodes, verticesComeFirst) {
  const auto nodes = vtkTetrahedronNodes(3);
  for (int v = 0; v < 4; ++v) EXPECT_EQ(nodes[v][v], 3);
}

TEST(VtkNodes, aThirdOrderTetrahedronHasOneNodeInsideEachFace) {
  const auto nodes = vtkTetrahedronNodes(3);
  EXPECT_EQ(nodes[16], (std::array{1, 1, 0, 1}));
  EXPECT_EQ(nodes[17], (std::array{0, 1, 1, 1}));
  EXPECT_EQ(nodes[18], (std::array{1, 0, 1, 1}));
  EXPECT_EQ(nodes[19], (std::array{1, 1, 1, 0}));
}

TEST(VtkNodes, aFourthOrderTetrahedronEndsWithItsCentre) {
  EXPECT_EQ(vtkTetrahedronNodes(4).back(), (std::array{1, 1, 1, 1}));
}

}  // namespace
}  // namespace fluxtet::test
