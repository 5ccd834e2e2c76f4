// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The partners of a cluster, for which its block waits where half steps overlap, and its injected faces. Needs no GPU.
#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "tests/support/engines/lawfulPiece.hpp"
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

TEST(ClusterPartners, areTheSameWithInjectedFaces) {
  const KuhnBox box = makeKuhnBox({6, 5, 4}, {1, 1, 1});
  ProblemOptions options;
  for (int e = 0; e < box.numElements(); ++e) options.totalField.push_back(e % 3 == 0);
  expectPartnersByFaces(makePiece(box, options).problem);
}

// The kernels take the first gathered traces of a cluster for those of its injected faces.
TEST(ClusterMesh, gathersInjectedFacesFirstAndNumbersTheirRecordsInThatOrder) {
  const KuhnBox box = makeKuhnBox({6, 5, 4}, {1, 1, 1});
  ProblemOptions options;
  options.sides[0] = options.sides[3] = dgtd::absorbingBoundary;
  options.wave = true;
  for (int e = 0; e < box.numElements(); ++e) options.totalField.push_back(e % 3 == 0);
  std::vector<int> part(box.element.size(), 0);
  for (std::size_t e = part.size() / 2; e < part.size(); ++e) part[e] = 1;
  for (const Piece& piece : makePieces(box, part, options)) {
    const dgtd::DgtdProblem& problem = piece.problem;
    const dgtd::cuda::ClusterMesh<float> mesh(problem, 16);
    ASSERT_EQ(mesh.waveFace.size(), problem.numIncident());
    ASSERT_EQ(mesh.injected.size(), static_cast<std::size_t>(mesh.slots.numClusters()));
    auto next = static_cast<std::int32_t>(problem.waveFace.size());
    for (std::int32_t i = 0; i < next; ++i) EXPECT_EQ(mesh.waveFace[static_cast<std::size_t>(i)], i);
    for (std::int32_t cluster = 0; cluster < mesh.slots.numClusters(); ++cluster) {
      const dgtd::cuda::InjectedRun run = mesh.injected[static_cast<std::size_t>(cluster)];
      EXPECT_EQ(run.firstRecord, next);
      for (std::int32_t k = 0; k < run.count; ++k) {
        const std::int32_t side =
            problem.incidentFace(static_cast<std::size_t>(mesh.waveFace[static_cast<std::size_t>(next + k)]));
        const std::int32_t slot = mesh.slots.ofElement(side / 4);
        ASSERT_EQ(slot / 16, cluster);
        // The face reads the k-th gathered trace, which is its neighbour's.
        const std::uint64_t words =
            mesh.record[static_cast<std::size_t>(slot)].words >> (side % 4 * dgtd::cuda::faceBits);
        EXPECT_EQ(words & ((1u << dgtd::cuda::traceBits) - 1), static_cast<unsigned>(dgtd::cuda::gatheredBase + k));
        const auto gathered = mesh.gathered[static_cast<std::size_t>(cluster * mesh.maxGathered + k)];
        const std::int32_t link = problem.faceLink[static_cast<std::size_t>(side)];
        if (problem.faceKind[static_cast<std::size_t>(side)] == FaceKind::halo) {
          EXPECT_EQ(gathered.kind(), dgtd::cuda::GatheredKind::record);
          EXPECT_EQ(gathered.index(), static_cast<std::uint32_t>(link));
        } else {
          EXPECT_EQ(gathered.kind(), dgtd::cuda::GatheredKind::element);
          EXPECT_EQ(gathered.index(), static_cast<std::uint32_t>(4 * mesh.slots.ofElement(link / 4) + link % 4));
        }
      }
      next += run.count;
    }
    EXPECT_EQ(static_cast<std::size_t>(next), problem.numIncident());
  }
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

// At a face whose sides see each other through its law alone, the own trace stands for the outer one, and its mirror is
// no jump of the field that does not drive the law.
TEST(ClusterMesh, facesThatALawClosesHaveNoJumpTerms) {
  const dgtd::DgtdProblem problem = lawfulPiece(2, penalisedFlux).problem;
  const dgtd::cuda::ClusterMesh<double> mesh(problem, 16);
  int closed = 0, open = 0;
  for (std::size_t i = 0; i < problem.lawFace.size(); ++i) {
    const auto face = static_cast<std::size_t>(problem.lawFace[i]);
    const bool isOpen = dgtd::isOpen(problem.laws[static_cast<std::size_t>(problem.lawOfFace[i])].form);
    (isOpen ? open : closed) += problem.faceKind[face] == FaceKind::interior ? 1 : 0;
    const auto slot = static_cast<std::size_t>(mesh.slots.ofElement(static_cast<std::int32_t>(face / 4)));
    for (const auto& scale : mesh.jumpScale) EXPECT_EQ(scale.at(4 * slot + face % 4) != 0, isOpen);
  }
  EXPECT_GT(closed, 10);
  EXPECT_GT(open, 10);
}

}  // namespace
}  // namespace fluxtet::test
