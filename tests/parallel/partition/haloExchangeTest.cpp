// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/parallel/partition/testMeshes.hpp"

#include "lib/base/mpiTags.hpp"
#include "partition/buildSubMesh.hpp"
#include "partition/exchange/haloExchange.hpp"

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

template <class Real>
class HaloExchangeOf : public ::testing::Test {};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(HaloExchangeOf, Reals);

/// What a face says of itself: its element and its three vertices, in the order in which nodes are enumerated, plus a
/// round number.
constexpr int valuesPerFace = 5;

template <class Real>
void fillTraces(const SubMesh& sub, int round, std::span<Real> buffer) {
  for (std::int32_t k = 0; k < sub.halo.numFaces(); ++k) {
    const std::int32_t s = sub.halo.sendFace[k];
    const auto key = keyOf(&sub.elementVertex[s / 4 * 4], s % 4);
    Real* values = &buffer[valuesPerFace * k];
    values[0] = static_cast<Real>(sub.elementId[s / 4]);
    for (int v = 0; v < 3; ++v) values[1 + v] = static_cast<Real>(key[v]);
    values[4] = static_cast<Real>(round);
  }
}

template <class Real>
void expectOtherSides(const SubMesh& sub, const FaceTable& faces, int round, std::span<const Real> buffer) {
  for (std::int32_t k = 0; k < sub.halo.numFaces(); ++k) {
    const std::int32_t s = sub.halo.sendFace[k];
    const auto key = keyOf(&sub.elementVertex[s / 4 * 4], s % 4);
    const auto& owners = faces.at(key);
    const std::int64_t across = owners[0][0] == sub.elementId[s / 4] ? owners[1][0] : owners[0][0];
    const Real* values = &buffer[valuesPerFace * k];
    EXPECT_EQ(values[0], static_cast<Real>(across));
    for (int v = 0; v < 3; ++v) EXPECT_EQ(values[1 + v], static_cast<Real>(key[v]));
    EXPECT_EQ(values[4], static_cast<Real>(round));
  }
}

TYPED_TEST(HaloExchangeOf, DeliversTheOtherSideOfEveryFaceInTheSameNodeOrder) {
  const Mesh mesh = boxMesh({5, 4, 3});
  const FaceTable faces = facesOf(mesh);
  for (const Spread spread : allSpreads) {
    const SubMesh sub =
        partition::buildSubMesh(spreadMesh(mesh, spread), allSurfaces(mesh, SurfaceRole::sheet), MPI_COMM_WORLD);
    HaloExchange<TypeParam> first(sub.halo, valuesPerFace, mpiTag::tracesE, MPI_COMM_WORLD);
    HaloExchange<TypeParam> second(sub.halo, valuesPerFace, mpiTag::tracesH, MPI_COMM_WORLD);
    ASSERT_EQ(first.sendBuffer().size(), static_cast<std::size_t>(valuesPerFace * sub.halo.numFaces()));
    for (int round = 0; round < 3; ++round) {
      fillTraces(sub, round, first.sendBuffer());
      fillTraces(sub, 100 + round, second.sendBuffer());
      first.start();
      second.start();
      second.finish();
      first.finish();
      expectOtherSides(sub, faces, round, first.receiveBuffer());
      expectOtherSides(sub, faces, 100 + round, second.receiveBuffer());
    }
  }
}

TEST(HaloExchange, MayBeDestroyedInFlightWhenAnErrorEndsTheRun) {
  const Mesh mesh = boxMesh({2, 2, 2});
  const SubMesh sub =
      partition::buildSubMesh(spreadMesh(mesh, Spread::metis), allSurfaces(mesh, SurfaceRole::sheet), MPI_COMM_WORLD);
  MPI_Comm own;
  mpiCheck(MPI_Comm_dup(MPI_COMM_WORLD, &own));
  {
    // Rank 0 fails before it starts; nobody may wait for it.
    HaloExchange<double> exchange(sub.halo, 3, mpiTag::tracesE, own);
    if (mpiRank(own) != 0) exchange.start();
  }
  mpiCheck(MPI_Barrier(MPI_COMM_WORLD));
  SUCCEED();
}

}  // namespace
}  // namespace fluxtet::test
