// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/cubeAverage.hpp"

#include "app/post/sar/boxMaximum.hpp"
#include "tests/unit/sar/slowAverage.hpp"
#include "tests/unit/sar/voxelBlocks.hpp"

#include <gtest/gtest.h>

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace fluxtet::test {
using namespace fluxtet::sar;

namespace {

using Place = std::array<std::int64_t, 3>;
constexpr double singleRounding = 1e-6;  // a few roundings of float, relative

constexpr double gram = 1e-3, millimetre = 1e-3;

/// A lumpy body of three densities in a grid with background on all sides.
TissueVoxels lumpyBody(const Place& count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> power(0, 50);
  return makeVoxels(count, 2 * millimetre, [&](const Place& p) -> VoxelValue {
    double distance = 0;
    for (int c = 0; c < 3; ++c) distance += std::pow((p[c] + 0.5) / static_cast<double>(count[c]) - 0.5, 2);
    const double value = power(random);
    if (distance > 0.2 || (p[0] == 4 && p[1] > 5)) return {};
    const double density = (p[0] + 2 * p[1]) % 3 == 0 ? 1850 : p[2] < 4 ? 950 : 1040;
    return {density, value * density};
  });
}

/// The same body with an axis reversed, or two axes exchanged: value at `p` is that of the body at map(p).
template <class Map>
TissueVoxels mapped(const TissueVoxels& body, const Place& count, const Map& map) {
  return makeVoxels(count, body.grid.size, [&](const Place& p) -> VoxelValue {
    const Place from = map(p);
    const auto v = static_cast<std::size_t>(body.grid.index(from[0], from[1], from[2]));
    return {body.density[v], body.power[v]};
  });
}

TEST(SummedVolume, holdsWhatPlainLoopsFindInAnyBox) {
  const TissueVoxels body = lumpyBody({9, 8, 10});
  const SummedVolume sums(body);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> low(-3, 9), size(0, 8);
  for (int trial = 0; trial < 200; ++trial) {
    VoxelBox box;
    for (int c = 0; c < 3; ++c) {
      box.low[c] = trial % 2 == 0 ? low(random) : std::floor(low(random));
      box.high[c] = box.low[c] + (trial % 4 < 2 ? size(random) : std::floor(size(random)));
    }
    const BoxContent expected = slowContent(body, box), found = sums.inside(box);
    // Differences of sums over the whole grid: rounding is relative to these.
    EXPECT_NEAR(found.mass, expected.mass, 1e-14 * sums.total().mass);
    EXPECT_NEAR(found.power, expected.power, 1e-14 * sums.total().power);
    EXPECT_NEAR(found.tissue, expected.tissue, 1e-14 * sums.total().tissue);
  }
}

TEST(BoxMaximum, isTheLargestValueWithinReach) {
  const VoxelGrid grid{{0, 0, 0}, 1, {7, 5, 9}};
  std::mt19937 random(5);
  std::uniform_real_distribution<float> value(-1, 1);
  std::vector<float> values(static_cast<std::size_t>(grid.total()));
  for (float& v : values) v = value(random);
  for (const std::int64_t reach : {0, 1, 2, 3, 10}) {
    std::vector<float> found = values;
    boxMaximum(found, grid, reach);
    for (std::int64_t v = 0; v < grid.total(); ++v) {
      float expected = -2;
      for (std::int64_t w = 0; w < grid.total(); ++w) {
        const Place a = grid.place(v), b = grid.place(w);
        if (std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])}) <= reach)
          expected = std::max(expected, values[static_cast<std::size_t>(w)]);
      }
      ASSERT_EQ(found[static_cast<std::size_t>(v)], expected) << "reach " << reach << ", voxel " << v;
    }
  }
}

TEST(CubeAverage, isTheRateItselfWhereThatIsUniform) {
  const Place count{20, 18, 16};
  const double density = 1040, rate = 1.5;
  const TissueVoxels block = makeVoxels(count, 2 * millimetre, [&](const Place&) {
    return VoxelValue{density, rate * density};
  });
  const SummedVolume sums(block);
  for (const double mass : {0.01 * gram, 1 * gram, 10 * gram}) {
    const AveragedSar average = averageOverCubes(block, sums, mass);
    const double side = std::cbrt(mass / density);
    const auto inside = static_cast<std::int64_t>(std::ceil(side / block.grid.size / 2));
    for (std::int64_t v = 0; v < block.grid.total(); ++v) {
      const auto at = static_cast<std::size_t>(v);
      EXPECT_NEAR(average.sar[at], rate, singleRounding * rate);
      if (!within(block.grid.place(v), count, inside)) continue;
      EXPECT_EQ(average.kind[at], CubeKind::valid);
      EXPECT_NEAR(average.side[at], side, singleRounding * side);
    }
    const AveragePeak peak = peakOf(average, block, sums);
    EXPECT_NEAR(peak.mass, mass, 1e-11 * mass);
    EXPECT_NEAR(peak.sar, rate, singleRounding * rate);
  }
}

TEST(CubeAverage, ofALinearRateIsTheValueInTheMiddleOfTheCube) {
  const Place count{18, 16, 17};
  const double density = 1000, size = 2 * millimetre;
  const auto rate = [](const Place& p) { return 3 + 0.2 * p[0] - 0.1 * p[1] + 0.05 * p[2]; };
  const TissueVoxels block = makeVoxels(count, size, [&](const Place& p) {
    return VoxelValue{density, rate(p) * density};
  });
  const AveragedSar average = averageOverCubes(block, SummedVolume(block), 1 * gram);
  int valid = 0;
  for (std::int64_t v = 0; v < block.grid.total(); ++v) {
    if (!within(block.grid.place(v), count, 3)) continue;
    EXPECT_NEAR(average.sar[static_cast<std::size_t>(v)], rate(block.grid.place(v)), 10 * singleRounding);
    ++valid;
  }
  EXPECT_EQ(valid, 12 * 10 * 11);
}

// Density a below a plane, b above it. The middle of a cube of side s lies d, half a voxel, below the plane: it holds
// s^2 ((s/2 + d) a + (s/2 - d) b).
TEST(CubeAverage, weighsTwoDensities) {
  const Place count{16, 16, 16};
  const double a = 1000, b = 1900, size = 2 * millimetre, mass = 1 * gram, rateA = 2, rateB = 5;
  const TissueVoxels block = makeVoxels(count, size, [&](const Place& p) {
    return p[2] < 8 ? VoxelValue{a, rateA * a} : VoxelValue{b, rateB * b};
  });
  const SummedVolume sums(block);
  const auto cube = growCube(sums, {8, 8, 7}, CubeGrowth::centred, mass, 1);
  ASSERT_TRUE(cube);
  const double s = cube->side * size, below = s / 2 + size / 2, above = s / 2 - size / 2;
  EXPECT_NEAR(s * s * (below * a + above * b), mass, 1e-11 * mass);
  EXPECT_NEAR(cube->content.mass, mass, 1e-11 * mass);
  EXPECT_NEAR(cube->sar(), s * s * (below * a * rateA + above * b * rateB) / mass, 1e-9 * rateB);
}

// A corner voxel of a large block: the one-sided cube from the corner's side reaches s into the block along one axis
// and (s + 1) / 2 voxels along the others.
TEST(CubeAverage, ofACornerTakesTheOneSidedCube) {
  const Place count{24, 24, 24};
  const double density = 1000, size = 2 * millimetre, mass = 10 * gram;
  const TissueVoxels block = makeVoxels(count, size, [&](const Place&) { return VoxelValue{density, density}; });
  const SummedVolume sums(block);
  const auto cube = oneSidedCube(sums, {0, 0, 0}, mass, 10);
  ASSERT_TRUE(cube);
  const double s = cube->side, inside = (s + 1) / 2;
  EXPECT_NEAR(s * inside * inside * std::pow(size, 3) * density, mass, 1e-11 * mass);
  // No cube that ends beyond a plane surface is valid, and none that ends within it holds all of the corner voxel.
  EXPECT_EQ(averageOverCubes(block, sums, mass).kind[0], CubeKind::unused);
}

TEST(CubeAverage, agreesWithThePlainRulesInALumpyBody) {
  const TissueVoxels body = lumpyBody({13, 12, 14});
  const SummedVolume sums(body);
  for (const double mass : {0.05 * gram, 0.3 * gram, 1 * gram}) {
    const AveragedSar expected = slowAverage(body, mass), found = averageOverCubes(body, sums, mass);
    std::array<int, 4> kinds{};
    for (std::size_t v = 0; v < body.tissue.size(); ++v) {
      ASSERT_EQ(found.kind[v], expected.kind[v]) << "voxel " << v << ", mass " << mass;
      EXPECT_NEAR(found.sar[v], expected.sar[v], singleRounding * expected.sar[v])
          << "voxel " << v << ", mass " << mass;
      ++kinds[static_cast<std::size_t>(found.kind[v])];
    }
    // A cube of less than three voxels holds no other voxel whole: then no voxel is used.
    for (std::size_t kind = 0; kind < kinds.size(); ++kind)
      EXPECT_EQ(kinds[kind] > 0, mass > 0.1 * gram || kind != static_cast<std::size_t>(CubeKind::used))
          << "kind " << kind;
  }
}

TEST(CubeAverage, followsABodyThatIsMirroredOrTurned) {
  const Place count{11, 12, 13}, turned{12, 13, 11};
  const TissueVoxels body = lumpyBody(count);
  const double mass = 0.5 * gram;
  const AveragedSar original = averageOverCubes(body, SummedVolume(body), mass);
  const auto check = [&](const Place& newCount, const auto& map) {
    const TissueVoxels other = mapped(body, newCount, map);
    const AveragedSar average = averageOverCubes(other, SummedVolume(other), mass);
    for (std::int64_t v = 0; v < other.grid.total(); ++v) {
      const Place from = map(other.grid.place(v));
      const auto w = static_cast<std::size_t>(body.grid.index(from[0], from[1], from[2]));
      EXPECT_EQ(average.kind[static_cast<std::size_t>(v)], original.kind[w]);
      EXPECT_NEAR(average.sar[static_cast<std::size_t>(v)], original.sar[w], singleRounding * original.sar[w]);
    }
  };
  check(count, [&](const Place& p) { return Place{count[0] - 1 - p[0], p[1], p[2]}; });
  check(count, [&](const Place& p) { return Place{p[0], p[1], count[2] - 1 - p[2]}; });
  check(turned, [&](const Place& p) { return Place{p[2], p[0], p[1]}; });
}

TEST(CubeAverage, doesNotDependOnTheThreads) {
  const TissueVoxels body = lumpyBody({13, 12, 14});
  const auto averageWith = [&](int threads) {
    omp_set_num_threads(threads);
    return averageOverCubes(body, SummedVolume(body), 0.3 * gram);
  };
  const int before = omp_get_max_threads();
  const AveragedSar one = averageWith(1), four = averageWith(4);
  omp_set_num_threads(before);
  EXPECT_EQ(one.sar, four.sar);
  EXPECT_EQ(one.kind, four.kind);
  EXPECT_EQ(one.side, four.side);
}

TEST(CubeAverage, hasNoCubeWhereTheTissueWeighsLess) {
  const TissueVoxels block = makeVoxels({4, 4, 4}, 2 * millimetre, [](const Place&) { return VoxelValue{1000, 1}; });
  EXPECT_FALSE(growCube(SummedVolume(block), {1, 1, 1}, CubeGrowth::centred, 1 * gram, 5));
}

}  // namespace
}  // namespace fluxtet::test
