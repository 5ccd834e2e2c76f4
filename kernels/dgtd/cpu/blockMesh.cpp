// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/blockMesh.hpp"

#include "kernels/dgtd/listChecks.hpp"
#include "lib/base/error.hpp"
#include "lib/base/vec3.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace fluxtet::dgtd::cpu {

namespace {

std::int32_t roundUp(std::int32_t count, int lanes) {
  return (count + lanes - 1) / lanes;
}

/// Throws RunError if 32-bit offsets cannot address a field of so many slots, or if a slot does not fit a link word.
void requireAddressable(std::int64_t slots, int order) {
  constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  const std::int64_t limit = std::min(largest / (3 * nodesPerElement(order)), largest >> linkCodeBits);
  requireRun(slots <= limit,
             "{} elements and halo faces on one rank are more than the CPU engine can address at order {} ({}): "
             "use more ranks",
             slots, order, limit);
}

Vec3 gradientOf(const DgtdProblem& problem, std::int32_t element, int i) {
  const double* g = problem.gradient.data() + 9 * static_cast<std::size_t>(element) + 3 * i;
  return {g[0], g[1], g[2]};
}

}  // namespace

BlockSlots::BlockSlots(const DgtdProblem& problem, int lanes)
    : lanes_(lanes),
      numElements_(problem.numElements),
      numInterior_(problem.numInterior),
      numHaloFaces_(problem.numHaloFaces),
      numIncident_(static_cast<std::int32_t>(problem.numIncident())) {
  const std::int64_t ghosts =
      std::int64_t{numHaloFaces_} + numIncident_ + static_cast<std::int64_t>(problem.lawFace.size());
  requireAddressable(static_cast<std::int64_t>(numElements_) + ghosts + 3 * lanes, problem.order);
  interiorBlocks_ = roundUp(numInterior_, lanes);
  numBlocks_ = interiorBlocks_ + roundUp(numElements_ - numInterior_, lanes);
  numGhostBlocks_ = roundUp(static_cast<std::int32_t>(ghosts), lanes);
}

BlockRange BlockSlots::blocks(ElementRange range) const {
  if (range.begin == range.end) return {0, 0};
  const auto isBetweenBlocks = [this](std::int32_t element) {
    const std::int32_t fromGroup = element < numInterior_ ? element : element - numInterior_;
    return fromGroup % lanes_ == 0 || element == numElements_;
  };
  if (range.begin > range.end || !isBetweenBlocks(range.begin) || !isBetweenBlocks(range.end))
    throw std::logic_error("an element range must begin and end between clusters");
  return {blockFrom(range.begin), range.end == numElements_ ? numBlocks_ : blockFrom(range.end)};
}

template <class Real>
BlockMesh<Real>::BlockMesh(const DgtdProblem& problem, const ReferenceElement& basis, int lanes)
    : slots(problem, lanes) {
  setGeometry(problem);
  setMaterials(problem);
  setLinks(problem);
  setInjectedFaces(problem);
  setLawFaces(problem);
  setBoundaryFaces(problem);
  setOperators(basis);
}

template <class Real>
std::int64_t BlockMesh<Real>::bytes() const {
  return edge.bytes() + link.bytes() + material.bytes() + neighbourMaterial.bytes() + shareOfFace.bytes() +
         boundedShareOfFace.bytes() + dampedShareOfFace.bytes() + flags.bytes() + volume.bytes() + lift.bytes() +
         traceOffset.bytes() +
         static_cast<std::int64_t>(boundaryLink.size() * (sizeof(std::int32_t) + 3 * sizeof(Real)) +
                                   2 * (injectedFace.size() + lawFace.size()) * sizeof(std::int32_t));
}

template <class Real>
void BlockMesh<Real>::setGeometry(const DgtdProblem& problem) {
  const int lanes = slots.lanes();
  const auto numSlots = static_cast<std::size_t>(slots.numSlots());
  edge = AlignedArray<Real>(9 * numSlots, Real(0));
  volume = AlignedArray<double>(numSlots, 0.0);
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    const Vec3 g1 = gradientOf(problem, e, 0), g2 = gradientOf(problem, e, 1), g3 = gradientOf(problem, e, 2);
    const double delta = dot(g1, cross(g2, g3));
    // sqrt(|delta|) t_k, with t_1 = g_2 x g_3 / delta and cyclic.
    const double scale = std::sqrt(std::abs(delta)) / delta;
    const Vec3 edges[3] = {scale * cross(g2, g3), scale * cross(g3, g1), scale * cross(g1, g2)};
    const std::int32_t slot = slots.ofElement(e);
    Real* to = edge.data() + static_cast<std::size_t>(slot / lanes) * 9 * lanes + slot % lanes;
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c) to[(3 * k + c) * lanes] = static_cast<Real>(edges[k][c]);
    volume[slot] = problem.volume[e];
  }
}

template <class Real>
void BlockMesh<Real>::setMaterials(const DgtdProblem& problem) {
  MaterialIndex index(materials);
  const auto numSlots = static_cast<std::size_t>(slots.numSlots());
  material = AlignedArray<std::int32_t>(numSlots, 0);
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    const double delta = dot(gradientOf(problem, e, 0), cross(gradientOf(problem, e, 1), gradientOf(problem, e, 2)));
    material[slots.ofElement(e)] = 2 * index.of(materialOf(problem, static_cast<std::size_t>(e))) + (delta < 0 ? 1 : 0);
  }
  if (!problem.hasJumpTerms()) return;

  const int lanes = slots.lanes();
  neighbourMaterial = AlignedArray<std::int32_t>(4 * numSlots, 0);
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    for (int f = 0; f < 4; ++f) {
      const std::size_t face = 4 * static_cast<std::size_t>(e) + f;
      const std::int32_t slot = slots.ofElement(e);
      neighbourMaterial[(static_cast<std::size_t>(slot / lanes) * 4 + f) * lanes + slot % lanes] =
          2 * index.of(mediumAcross(problem, face));
    }
  if (problem.penaltyOfFace.empty()) return;
  shareOfFace = sharesOf(problem, PenaltyPart::all);
  if (problem.dampedPenaltyOfFace.empty()) return;
  boundedShareOfFace = sharesOf(problem, PenaltyPart::bounded);
  dampedShareOfFace = sharesOf(problem, PenaltyPart::damped);
}

template <class Real>
AlignedArray<Real> BlockMesh<Real>::sharesOf(const DgtdProblem& problem, PenaltyPart part) const {
  AlignedArray<Real> shares(4 * static_cast<std::size_t>(slots.numSlots()), Real(1));
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    for (int f = 0; f < 4; ++f) {
      const std::size_t face = 4 * static_cast<std::size_t>(e) + static_cast<std::size_t>(f);
      shares[linkPlace(slots.ofElement(e), f)] =
          static_cast<Real>(problem.jumpShareAt(Field::E, face, part) / problem.jumpShare(Field::E));
    }
  return shares;
}

template <class Real>
void BlockMesh<Real>::setLinks(const DgtdProblem& problem) {
  const int lanes = slots.lanes();
  link = AlignedArray<std::int32_t>(4 * static_cast<std::size_t>(slots.numSlots()));
  flags = AlignedArray<BlockFlags>(static_cast<std::size_t>(slots.numBlocks()), BlockFlags(0));
  // Lanes without an element are their own neighbours.
  for (std::int32_t slot = 0; slot < slots.numSlots(); ++slot)
    for (int f = 0; f < 4; ++f) link[linkPlace(slot, f)] = linkWord(slot, f);

  for (std::int32_t e = 0; e < problem.numElements; ++e)
    for (int f = 0; f < 4; ++f) {
      const std::size_t face = 4 * static_cast<std::size_t>(e) + f;
      const std::int32_t linked = problem.faceLink[face];
      const std::int32_t slot = slots.ofElement(e);
      std::int32_t& word = link[linkPlace(slot, f)];
      BlockFlags& flag = flags[slot / lanes];
      switch (problem.faceKind[face]) {
        case FaceKind::interior:
          word = linkWord(slots.ofElement(linked / 4), linked % 4);
          break;
        case FaceKind::halo:
          word = linkWord(slots.ofHaloFace(linked), linkGhost);
          break;
        case FaceKind::boundary:
          word = linkWord(linked + 1, linkBoundary);
          if (problem.lawIndex(static_cast<std::int32_t>(face)) >= 0) break;
          flag = static_cast<BlockFlags>(flag | 1 << f);
          if (problem.faceCondition[linked].dissipates()) flag = static_cast<BlockFlags>(flag | 1 << (4 + f));
          break;
      }
    }
}

/// Links the injected faces to the ghost slots in which IncidentWaves writes their outer traces.
template <class Real>
void BlockMesh<Real>::setInjectedFaces(const DgtdProblem& problem) {
  requireInjectedFaces(problem);
  injectedFace = problem.injectedFace;
  for (const std::int32_t face : injectedFace) {
    const auto index = static_cast<std::int32_t>(problem.waveFace.size() + injectedLink.size());
    std::int32_t& word = link[linkPlace(slots.ofElement(face / 4), face % 4)];
    injectedLink.push_back(word);
    word = linkWord(slots.ofIncidentFace(index), linkGhost);
  }
}

/// Links the faces with laws to the ghost slots in which FaceLaws writes their outer traces.
template <class Real>
void BlockMesh<Real>::setLawFaces(const DgtdProblem& problem) {
  requireLawFaces(problem);
  lawFace = problem.lawFace;
  for (const std::int32_t face : lawFace) {
    const auto index = static_cast<std::int32_t>(lawLink.size());
    std::int32_t& word = link[linkPlace(slots.ofElement(face / 4), face % 4)];
    lawLink.push_back(word);
    word = linkWord(slots.ofLawFace(index), linkGhost);
  }
}

template <class Real>
std::int32_t BlockMesh<Real>::neighbourLink(std::int32_t face) const {
  const auto law = std::lower_bound(lawFace.begin(), lawFace.end(), face);
  if (law != lawFace.end() && *law == face) return lawLink[static_cast<std::size_t>(law - lawFace.begin())];
  const auto at = std::lower_bound(injectedFace.begin(), injectedFace.end(), face);
  if (at != injectedFace.end() && *at == face) return injectedLink[static_cast<std::size_t>(at - injectedFace.begin())];
  return link[linkPlace(slots.ofElement(face / 4), face % 4)];
}

template <class Real>
void BlockMesh<Real>::setBoundaryFaces(const DgtdProblem& problem) {
  const std::size_t count = problem.boundaryFace.size() + 1;
  boundaryLink.assign(count, 0);
  for (auto& factor : boundaryFactor) factor.assign(count, Real(1));
  boundaryDissipates.assign(count, Real(0));
  const std::vector<std::int32_t> waveFaceOf = problem.waveFaceOfBoundary();
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const std::int32_t face = problem.boundaryFace[k];
    const FaceCondition& condition = problem.faceCondition[k];
    const bool wavesEnter = waveFaceOf[k] >= 0;
    boundaryLink[k + 1] = wavesEnter ? linkWord(slots.ofIncidentFace(waveFaceOf[k]), linkGhost)
                                     : linkWord(slots.ofElement(face / 4), face % 4);
    boundaryDissipates[k + 1] = condition.dissipates() ? 1 : 0;
    for (const Field field : {Field::E, Field::H})
      if (!wavesEnter)
        boundaryFactor[static_cast<std::size_t>(field)][k + 1] = static_cast<Real>(condition.mirror(field));
  }
}

template <class Real>
void BlockMesh<Real>::setOperators(const ReferenceElement& basis) {
  const int np = basis.np(), nf = basis.nf(), tile = liftTile[basis.order()], lanes = slots.lanes();
  lift = AlignedArray<Real>(static_cast<std::size_t>(np) * 4 * nf);
  std::size_t at = 0;
  for (int first = 0; first < np; first += tile)
    for (int f = 0; f < 4; ++f)
      for (int m = 0; m < nf; ++m)
        for (int n = first; n < first + tile; ++n) lift[at++] = static_cast<Real>(1.5 * basis.lift(f)(n, m));

  traceOffset = AlignedArray<std::int32_t>(static_cast<std::size_t>(4) * nf * numLinkCodes, 0);
  for (int f = 0; f < 4; ++f)
    for (int m = 0; m < nf; ++m) {
      std::int32_t* entry = traceOffset.data() + (f * nf + m) * numLinkCodes;
      for (int g = 0; g < 4; ++g) entry[g] = 3 * lanes * basis.faceNode(g, m);
      entry[linkGhost] = 3 * lanes * m;
    }
}

template struct BlockMesh<float>;
template struct BlockMesh<double>;

}  // namespace fluxtet::dgtd::cpu
