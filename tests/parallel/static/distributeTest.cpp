// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/mpi.hpp"
#include "partition/simplexGraph.hpp"
#include "partition/static/distributeProblem.hpp"
#include "tests/parallel/static/gridProblem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace fluxtet::test {
using namespace fluxtet::statics;
using namespace fluxtet::partition;

namespace {

const MPI_Comm world = MPI_COMM_WORLD;

GridProblem onRankZero(const GridProblem& grid) {
  return mpiRank(world) == 0 ? grid : GridProblem{};
}

TEST(SimplexGraph, joinsTrianglesAtEdgesAndTetrahedraAtFaces) {
  // Two triangles over the edge 1-2, and one that touches them at a vertex only.
  const std::vector<std::int32_t> triangles{0, 1, 2, 3, 2, 1, 3, 4, 5};
  const DualGraph plane = buildSimplexGraph(triangles, 3, 6);
  EXPECT_EQ(plane.begin, (std::vector<idx_t>{0, 1, 2, 2}));
  EXPECT_EQ(plane.neighbour, (std::vector<idx_t>{1, 0}));
  const std::vector<std::int32_t> tetrahedra{4, 2, 3, 1, 0, 1, 2, 3, 1, 2, 5, 4};
  const DualGraph space = buildSimplexGraph(tetrahedra, 4, 6);
  EXPECT_EQ(space.begin, (std::vector<idx_t>{0, 2, 3, 4}));
  EXPECT_EQ(std::set<idx_t>(space.neighbour.begin(), space.neighbour.begin() + 2), (std::set<idx_t>{1, 2}));
}

TEST(SimplexGraph, joinsInnerFacetsOfAGridOnly) {
  const int n = 5;
  const FemProblem square = squareGrid(n, GridSides::none).problem, cube = cubeGrid(n, GridSides::none).problem;
  EXPECT_EQ(buildSimplexGraph(square.elementVertex, 3, square.numVertices()).neighbour.size(), 3u * 2 * n * n - 4 * n);
  EXPECT_EQ(buildSimplexGraph(cube.elementVertex, 4, cube.numVertices()).neighbour.size(),
            4u * 6 * n * n * n - 6 * 2 * n * n);
}

TEST(DistributeProblem, everyElementArrivesOnceWithItsVerticesAndDofs) {
  for (const GridProblem& grid : {squareGrid(9, GridSides::antiperiodic), cubeGrid(4, GridSides::floating)}) {
    const int nodes = nodesPerElement(grid.problem.form, 1), dimension = dimensionOf(grid.problem.form);
    const auto ranks = partitionProblem(grid.problem, mpiSize(world), 1);
    const ProblemPart part = distributeProblem(onRankZero(grid).problem, ranks, world);
    const FemProblem& p = part.problem;
    EXPECT_EQ(p.form, grid.problem.form);
    EXPECT_EQ(p.numCoefficientSets, 2);
    EXPECT_EQ(p.numPrescribed, 2);
    EXPECT_EQ(part.dofsOfWhole, grid.problem.numDofs);
    EXPECT_TRUE(std::is_sorted(part.wholeDof.begin(), part.wholeDof.end()));
    std::int32_t mine = 0;
    for (std::int32_t e = 0; e < grid.problem.numElements(); ++e) {
      if (ranks[e] != mpiRank(world)) continue;
      EXPECT_EQ(p.coefficientSet[mine], grid.problem.coefficientSet[e]);
      EXPECT_EQ(p.elementSign.empty(), grid.problem.elementSign.empty());
      if (!p.elementSign.empty()) {
        EXPECT_EQ(p.elementSign[mine], grid.problem.elementSign[e]);
      }
      for (int a = 0; a < nodes; ++a) {
        const std::int32_t dof = p.elementDof[mine * nodes + a], before = grid.problem.elementDof[e * nodes + a];
        EXPECT_EQ(dof < 0 ? dof : part.wholeDof[dof], before);
        for (int k = 0; k < dimension; ++k)
          EXPECT_EQ(p.vertices[p.elementVertex[mine * nodes + a] * dimension + k],
                    grid.problem.vertices[grid.problem.elementVertex[e * nodes + a] * dimension + k]);
      }
      ++mine;
    }
    EXPECT_EQ(p.numElements(), mine);
    EXPECT_GT(mine, 0);
  }
}

TEST(DistributeProblem, vectorsComeBackAsTheyWere) {
  const GridProblem grid = squareGrid(8, GridSides::floating);
  const ProblemPart part =
      distributeProblem(onRankZero(grid).problem, partitionProblem(grid.problem, mpiSize(world), 1), world);
  std::vector<float> values(part.wholeDof.begin(), part.wholeDof.end());
  const std::vector<float> whole = gatherDofs<float>(values, part);
  std::vector<float> expected(mpiRank(world) == 0 ? grid.problem.numDofs : 0);
  std::iota(expected.begin(), expected.end(), 0.0f);
  EXPECT_EQ(whole, expected);
}

TEST(DistributeProblem, loadsAtDofsAreAddedOnOneRankOnly) {
  const GridProblem grid = squareGrid(8, GridSides::floating);
  const ProblemPart part =
      distributeProblem(onRankZero(grid).problem, partitionProblem(grid.problem, mpiSize(world), 1), world);
  const FemLoads loads = distributeLoads(onRankZero(grid).loads, part);
  EXPECT_EQ(loads.prescribed, grid.loads.prescribed);
  std::vector<double> added(grid.problem.numDofs, 0), expected(grid.problem.numDofs, 0);
  for (const auto& [dof, value] : loads.atDofs) added[part.wholeDof[dof]] += value;
  for (const auto& [dof, value] : grid.loads.atDofs) expected[dof] += value;
  for (std::size_t i = 0; i < added.size(); ++i) EXPECT_EQ(sumOverRanks(world, added[i]), expected[i]);
  const auto coefficients = broadcastCoefficients(onRankZero(grid).coefficients, world);
  EXPECT_EQ(coefficients.size(), 2u);
  EXPECT_EQ(coefficients.at(1).s, grid.coefficients[1].s);
}

TEST(DistributeProblem, aWrongPartitionIsAnErrorOnEveryRank) {
  const GridProblem grid = squareGrid(4, GridSides::leftRight);
  std::vector<std::int32_t> ranks(grid.problem.numElements(), 0);
  ranks.back() = mpiSize(world);
  EXPECT_THROW(distributeProblem(onRankZero(grid).problem, ranks, world), Error);
  ranks.pop_back();
  EXPECT_THROW(distributeProblem(onRankZero(grid).problem, ranks, world), Error);
}

}  // namespace
}  // namespace fluxtet::test
