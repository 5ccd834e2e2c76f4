// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/mpi.hpp"
#include "partition/static/mpiCoupling.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fluxtet::test {
using namespace fluxtet::statics;

namespace {

const MPI_Comm world = MPI_COMM_WORLD;

/// Dof 0 is private, dof 1 is held by all ranks, dof 2 by ranks of the same parity.
MpiCoupling sampleCoupling() {
  SharedDofs shared{{1, 2}, {}, {0}, {}};
  if (mpiSize(world) == 1) shared.dofs.clear();
  for (int r = 0; r < mpiSize(world); ++r) {
    if (r == mpiRank(world)) continue;
    shared.ranks.push_back(r);
    shared.place.push_back(0);
    if (r % 2 == mpiRank(world) % 2) shared.place.push_back(1);
    shared.begin.push_back(static_cast<std::int32_t>(shared.place.size()));
  }
  return {3, shared, world};
}

template <class Real>
void sumsShared() {
  MpiCoupling coupling = sampleCoupling();
  const int rank = mpiRank(world), size = mpiSize(world);
  if (size == 1) return coupling.sumShared(std::span<Real>{});
  // Each further part is smaller by so much that the order of additions decides on the last bits.
  const auto part = [](int r) { return static_cast<Real>(std::pow(3.7, -3 * r) / 3); };
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::vector<Real> values{part(rank), part(rank) + repeat};
    coupling.sumShared(std::span(values));
    Real all = 0, alike = 0;
    for (int r = 0; r < size; ++r) {
      all += part(r);
      if (r % 2 == rank % 2) alike += part(r) + static_cast<Real>(repeat);
    }
    EXPECT_EQ(values[0], all);
    EXPECT_EQ(values[1], alike);
  }
}

TEST(MpiCoupling, sumsPartsInTheOrderOfRanksInBothPrecisions) {
  sumsShared<double>();
  sumsShared<float>();
}

TEST(MpiCoupling, countsEachDofOnItsLowestRank) {
  const MpiCoupling coupling = sampleCoupling();
  const int rank = mpiRank(world);
  const auto counted = coupling.counted();
  EXPECT_EQ(counted[0], 1);
  EXPECT_EQ(counted[1], rank == 0);
  EXPECT_EQ(counted[2], rank < 2);
}

TEST(MpiCoupling, sumsOfScalarsAreTheSameBitsOnEveryRank) {
  MpiCoupling coupling = sampleCoupling();
  std::vector<double> values{std::pow(0.1, mpiRank(world)) / 3, 1.0 * mpiRank(world)};
  coupling.sumScalars(values);
  double sum = 0, ranks = 0;
  for (int r = 0; r < mpiSize(world); ++r) {
    sum += std::pow(0.1, r) / 3;
    ranks += r;
  }
  EXPECT_EQ(values[0], sum);
  EXPECT_EQ(values[1], ranks);
}

}  // namespace
}  // namespace fluxtet::test
