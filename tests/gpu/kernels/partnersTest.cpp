// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The partners of a cluster, for which its block waits where half steps overlap. Needs no GPU.
#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "tests/support/kuhnBox.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace fluxtet::test {
namespace {

/// [cluster] the partners, from the faces of the elements: the clusters of the elements across them, and the cluster
/// itself.
std::vector<std::set<std::int32_t>> partnersByFaces(const dgtd::DgtdProblem& problem,
                                                    const dgtd::cuda::ClusterSlots& slots) {
  const auto clusterOf = [&](std::int32_t element) { return slots.ofElement(element) / slots.clusterSize(); };
  std::vector<std::set<std::int32_t>> partners(static_cast<std::size_t>(slots.numClusters()));
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    auto& own = partners[static_cast<std::size_t>(clusterOf(e))];
    own.insert(clusterOf(e));
    for (std::size_t face = 4 * static_cast<std::size_t>(e); face < 4 * static_cast<std::size_t>(e) + 4; ++face)
      if (problem.faceKind[face] == FaceKind::interior) own.insert(clusterOf(problem.faceLink[face] / 4));
  }
  return partners;
}

void expectPartnersByFaces(const dgtd::DgtdProblem& problem) {
  const dgtd::cuda::ClusterMesh<float> mesh(problem, 16);
  const auto expected = partnersByFaces(problem, mesh.slots);
  for (std::int32_t cluster = 0; cluster < mesh.slots.numClusters(); ++cluster) {
    const std::set<std::int32_t>& partners = expected[static_cast<std::size_t>(cluster)];
    EXPECT_EQ(mesh.partners(cluster), std::vector<std::int32_t>(partners.begin(), partners.end()))
        << "cluster " << cluster;
  }
}

TEST(ClusterPartners, areTheClustersAcrossItsFacesAndItself) {
  ProblemOptions options;
  options.sides[0] = options.sides[3] = dgtd::absorbingBoundary;
  const KuhnBox box = makeKuhnBox({6, 5, 4}, {1, 1, 1});
  expectPartnersByFaces(makePiece(box, options).problem);
  expectPartnersByFaces(makePiece(inShuffledGroups(box, 16), options).problem);
}

TEST(ClusterPartners, leaveOutOtherRanks) {
  const KuhnBox box = makeKuhnBox({6, 5, 4}, {1, 1, 1});
  std::vector<int> part(box.element.size(), 0);
  for (std::size_t e = part.size() / 2; e < part.size(); ++e) part[e] = 1;
  for (const Piece& piece : makePieces(box, part, {})) {
    EXPECT_LT(piece.problem.numInterior, piece.problem.numElements);
    expectPartnersByFaces(piece.problem);
  }
}

}  // namespace
}  // namespace fluxtet::test
