// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/voxelise.hpp"

#include "lib/base/mpi.hpp"
#include "tests/parallel/sar/polynomialFields.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::sar;

namespace {

constexpr double singleRounding = 3e-7;

/// Voxels of 40 mm put every third layer of centres on faces of the mesh, and many others on its diagonals.
constexpr double voxel = 0.04;

TissueVoxels voxelsOf(const TwoRegionBox& box, const Tissues& tissues, MPI_Comm comm) {
  const VoxelGrid grid = tissueGrid(box.d, tissues, voxel, comm);
  return voxelise(box.d, tissues, grid, polynomialSpectrum(box.d), comm);
}

class Voxelise : public ::testing::TestWithParam<int> {};

TEST_P(Voxelise, takesTheFieldAtTheCentreOfEachVoxel) {
  const int order = GetParam();
  const TwoRegionBox box = twoRegionBox(order, allPec, "[]", MPI_COMM_WORLD);
  const Tissues tissues = tissuesOf(box.theCase, box.d.mesh.groups, 1e9);
  const TissueVoxels voxels = voxelsOf(box, tissues, MPI_COMM_WORLD);
  EXPECT_EQ(voxels.grid.count, (std::array<std::int64_t, 3>{12, 10, 7}));
  if (mpiRank(MPI_COMM_WORLD) != 0) {
    EXPECT_TRUE(voxels.tissue.empty());
    return;
  }
  for (std::int64_t v = 0; v < voxels.grid.total(); ++v) {
    const Vec3 x = voxels.grid.centre(voxels.grid.place(v));
    const auto at = static_cast<std::size_t>(v);
    bool inside = true;
    for (std::size_t c = 0; c < 3; ++c) inside &= x[c] > -1e-9 && x[c] < TwoRegionBox::size[c] + 1e-9;
    ASSERT_EQ(voxels.tissue[at] != TissueVoxels::background, inside) << "voxel " << v;
    if (!inside) {
      EXPECT_EQ(voxels.density[at], 0);
      continue;
    }
    const bool left = voxels.tissue[at] == 0;
    if (std::abs(x[0] - TwoRegionBox::middle) > 1e-9) {
      EXPECT_EQ(left, x[0] < TwoRegionBox::middle) << "voxel " << v;
    }
    double power = 0;
    for (const Complex& component : polynomialE(x, order))
      power += 0.5 * (left ? TwoRegionBox::sigmaLeft : TwoRegionBox::sigmaRight) * std::norm(component);
    EXPECT_NEAR(voxels.power[at], power, singleRounding * power) << "voxel " << v;
    EXPECT_EQ(voxels.density[at], left ? TwoRegionBox::densityLeft : TwoRegionBox::densityRight);
  }
}

TEST_P(Voxelise, givesTheSameVoxelsOnAnyNumberOfRanks) {
  const TwoRegionBox spread = twoRegionBox(GetParam(), allPec, "[]", MPI_COMM_WORLD);
  const Tissues tissues = tissuesOf(spread.theCase, spread.d.mesh.groups, 1e9);
  const TissueVoxels found = voxelsOf(spread, tissues, MPI_COMM_WORLD);
  const TwoRegionBox whole = twoRegionBox(GetParam(), allPec, "[]", MPI_COMM_SELF);
  const TissueVoxels expected = voxelsOf(whole, tissues, MPI_COMM_SELF);
  if (mpiRank(MPI_COMM_WORLD) != 0) return;
  EXPECT_EQ(found.tissue, expected.tissue);
  EXPECT_EQ(found.density, expected.density);
  EXPECT_EQ(found.power, expected.power);
}

INSTANTIATE_TEST_SUITE_P(Orders, Voxelise, ::testing::Range(1, 5));

TEST(TissueGrid, liesOnWholeMultiplesOfItsVoxelsWithBackgroundAllRound) {
  const TwoRegionBox box = twoRegionBox(1, allPec, "[]", MPI_COMM_WORLD);
  dgtd::DgtdCase theCase = box.theCase;
  theCase.output.sar->regions = {"right"};
  const VoxelGrid grid = tissueGrid(box.d, tissuesOf(theCase, box.d.mesh.groups, 1e9), 0.03, MPI_COMM_WORLD);
  // Right of x = 0.2: voxels 6 to 13 of 30 mm along x, 0 to 9 and 0 to 6 along y and z, and one more on each side.
  EXPECT_NEAR(grid.origin[0], 5 * 0.03, 1e-15);
  EXPECT_NEAR(grid.origin[1], -0.03, 1e-15);
  EXPECT_EQ(grid.count, (std::array<std::int64_t, 3>{10, 12, 9}));
}

}  // namespace
}  // namespace fluxtet::test
