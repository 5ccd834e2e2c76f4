// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/clusterMesh.hpp"

#include "kernels/dgtd/cuda/faceMetric.hpp"
#include "kernels/dgtd/listChecks.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fluxtet::dgtd::cuda {
namespace {

using Vector = std::array<double, 3>;

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Determinant of the FaceMetric of face f, 1/m^2, in double precision. g: metric of the element (ElementRecord), 1/m.
template <class Real>
double faceDeterminant(const Real (&g)[6], std::size_t f) {
  const std::array<double, 6> metric{g[0], g[1], g[2], g[3], g[4], g[5]};
  return faceMetric(metric.data(), static_cast<int>(f)).determinant();
}

/// Number of clusters that so many elements fill, the last one perhaps in part.
std::int32_t clustersOf(std::int32_t elements, int clusterSize) {
  return (elements + clusterSize - 1) / clusterSize;
}

/// The law with this index into DgtdProblem::lawFace.
const FaceLaw& lawOf(const DgtdProblem& problem, std::int32_t index) {
  return problem.laws[static_cast<std::size_t>(problem.lawOfFace[static_cast<std::size_t>(index)])];
}

}  // namespace

ClusterSlots::ClusterSlots(const DgtdProblem& problem, int clusterSize)
    : clusterSize_(clusterSize),
      numElements_(problem.numElements),
      numInterior_(problem.numInterior),
      interiorClusters_(clustersOf(problem.numInterior, clusterSize)),
      numClusters_(interiorClusters_ + clustersOf(problem.numElements - problem.numInterior, clusterSize)) {
  require(clusterSize <= maxClusterSize, "a cluster of {} elements: at most {}", clusterSize, maxClusterSize);
  requireRun(numSlots() < (std::int64_t{1} << (GatheredTrace::indexBits - 2)),
             "{} elements on one GPU: at most {} can be addressed, use more GPUs", numElements_,
             (1 << (GatheredTrace::indexBits - 2)) - clusterSize);
}

ClusterRange ClusterSlots::clusters(ElementRange range) const {
  if (range.begin >= range.end) return {};
  const auto isBetweenClusters = [this](std::int32_t element) {
    const std::int32_t fromGroup = element < numInterior_ ? element : element - numInterior_;
    return fromGroup % clusterSize_ == 0 || element == numElements_;
  };
  if (!isBetweenClusters(range.begin) || !isBetweenClusters(range.end))
    throw std::logic_error("an element range must begin and end between clusters");
  return {clusterFrom(range.begin), range.end == numElements_ ? numClusters_ : clusterFrom(range.end)};
}

template <class Real>
ClusterMesh<Real>::ClusterMesh(const DgtdProblem& problem, int clusterSize) : slots(problem, clusterSize) {
  requireInjectedFaces(problem);
  requireLawFaces(problem);
  record.resize(static_cast<std::size_t>(slots.numSlots()));
  setGeometry(problem);
  setMaterials(problem);
  if (!problem.upwind)
    for (const Field target : {Field::E, Field::H})
      if (problem.jumpShare(target) != 0)
        jumpScale[static_cast<std::size_t>(target)] = jumpScales(problem, target, PenaltyPart::all);
  if (!problem.upwind && !problem.dampedPenaltyOfFace.empty()) {
    boundedJumpScale = jumpScales(problem, Field::E, PenaltyPart::bounded);
    dampedJumpScale = jumpScales(problem, Field::E, PenaltyPart::damped);
  }
  setFaces(problem);
  setBoundaryFaces(problem);
}

template <class Real>
void ClusterMesh<Real>::setGeometry(const DgtdProblem& problem) {
  edge.assign(9 * record.size(), Real(0));
  volume.assign(record.size(), 0.0);
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    const double* g = &problem.gradient[9 * static_cast<std::size_t>(e)];
    const Vector g1{g[0], g[1], g[2]}, g2{g[3], g[4], g[5]}, g3{g[6], g[7], g[8]};
    const double delta = dot(g1, cross(g2, g3));
    std::array<Vector, 3> t{cross(g2, g3), cross(g3, g1), cross(g1, g2)};
    for (Vector& v : t)
      for (double& x : v) x /= delta;
    const auto slot = static_cast<std::size_t>(slots.ofElement(e));
    for (std::size_t k = 0; k < 9; ++k) edge[9 * slot + k] = static_cast<Real>(t[k / 3][k % 3]);
    constexpr std::array<std::array<std::size_t, 2>, 6> pairs{{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}};
    for (std::size_t k = 0; k < 6; ++k)
      record[slot].metric[k] = static_cast<Real>(delta * dot(t[pairs[k][0]], t[pairs[k][1]]));
    volume[slot] = problem.volume[static_cast<std::size_t>(e)];
  }
}

template <class Real>
void ClusterMesh<Real>::setMaterials(const DgtdProblem& problem) {
  MaterialIndex index(materials);
  for (std::size_t e = 0; e < problem.epsilonR.size(); ++e) {
    auto& words = record[static_cast<std::size_t>(slots.ofElement(static_cast<std::int32_t>(e)))].words;
    words = static_cast<std::uint64_t>(index.of(materialOf(problem, e))) << (4 * faceBits);
  }
  if (problem.upwind) {
    outerMaterial.assign(4 * record.size(), 0);
    for (std::size_t face = 0; face < problem.faceKind.size(); ++face) {
      const std::size_t slot = static_cast<std::size_t>(slots.ofElement(static_cast<std::int32_t>(face / 4)));
      outerMaterial[4 * slot + face % 4] = static_cast<std::uint32_t>(index.of(mediumAcross(problem, face)));
    }
  }
  requireRun(materials.size() < (1u << materialBits), "{} different materials on one GPU: at most {} can be told apart",
             materials.size(), (1 << materialBits) - 1);
  if (materials.empty()) materials.emplace_back();
}

template <class Real>
std::vector<Real> ClusterMesh<Real>::jumpScales(const DgtdProblem& problem, Field target, PenaltyPart part) const {
  std::vector<Real> scale(4 * record.size(), Real(0));
  for (std::size_t face = 0; face < problem.faceKind.size(); ++face) {
    // Of a law whose sides do not see each other the jump is none of the field: its trace is the law's answer.
    const std::int32_t law = problem.lawIndex(static_cast<std::int32_t>(face));
    if (law >= 0 && !isOpen(lawOf(problem, law).form)) continue;
    if (problem.faceKind[face] == FaceKind::boundary && problem.conditionAt(face).dissipates()) continue;
    const std::size_t element = face / 4;
    const auto slot = static_cast<std::size_t>(slots.ofElement(static_cast<std::int32_t>(element)));
    const double sum =
        fluxImpedance(materialOf(problem, element), target) + fluxImpedance(mediumAcross(problem, face), target);
    scale[4 * slot + face % 4] = static_cast<Real>(2 * problem.jumpShareAt(target, face, part) /
                                                   (sum * std::sqrt(faceDeterminant(record[slot].metric, face % 4))));
  }
  return scale;
}

/// Sets the faces of all elements, `gathered`, `waveFace`, `injected` and `lawRecord`.
template <class Real>
void ClusterMesh<Real>::setFaces(const DgtdProblem& problem) {
  std::vector<std::int32_t> elementOf(record.size(), -1);
  for (std::int32_t e = 0; e < problem.numElements; ++e) elementOf[static_cast<std::size_t>(slots.ofElement(e))] = e;
  for (std::size_t i = 0; i < problem.waveFace.size(); ++i) waveFace.push_back(static_cast<std::int32_t>(i));
  lawRecord.assign(problem.lawFace.size(), -1);
  const bool hasInjected = !problem.injectedFace.empty() || !problem.lawFace.empty();
  std::vector<std::vector<GatheredTrace>> ofCluster(static_cast<std::size_t>(slots.numClusters()));
  for (std::int32_t cluster = 0; cluster < slots.numClusters(); ++cluster) {
    auto& traces = ofCluster[static_cast<std::size_t>(cluster)];
    if (hasInjected) setInjectedFaces(problem, elementOf, cluster, traces);
    setPlainFaces(problem, elementOf, cluster, traces);
    numGathered.push_back(static_cast<std::int32_t>(traces.size()));
    maxGathered = std::max(maxGathered, numGathered.back());
  }
  gathered.assign(ofCluster.size() * static_cast<std::size_t>(maxGathered), GatheredTrace{GatheredTrace::none});
  for (std::size_t cluster = 0; cluster < ofCluster.size(); ++cluster)
    std::copy(ofCluster[cluster].begin(), ofCluster[cluster].end(),
              gathered.begin() + static_cast<std::ptrdiff_t>(cluster * static_cast<std::size_t>(maxGathered)));
}

template <class Real>
void ClusterMesh<Real>::setFace(std::size_t slot, int face, int trace, Mirror mirror) {
  record[slot].words |= static_cast<std::uint64_t>(trace | mirror << traceBits) << (face * faceBits);
}

/// Sets the faces of a cluster that have injected records, of waves or of laws; their traces are gathered first of all.
/// `elementOf`: [slot], -1 where there is none. `traces`: the cluster's gathered traces, empty before.
template <class Real>
void ClusterMesh<Real>::setInjectedFaces(const DgtdProblem& problem, const std::vector<std::int32_t>& elementOf,
                                         std::int32_t cluster, std::vector<GatheredTrace>& traces) {
  const auto size = static_cast<std::size_t>(slots.clusterSize());
  injected.push_back({static_cast<std::int32_t>(waveFace.size()), 0});
  for (std::size_t i = 0; i < 4 * size; ++i) {
    const std::size_t slot = static_cast<std::size_t>(cluster) * size + i / 4;
    if (elementOf[slot] < 0) continue;
    const int f = static_cast<int>(i % 4);
    const std::int32_t elementFace = 4 * elementOf[slot] + f;
    const std::int32_t index = problem.injectedIndex(elementFace), law = problem.lawIndex(elementFace);
    if (index < 0 && law < 0) continue;
    const auto face = static_cast<std::size_t>(elementFace);
    const std::int32_t link = problem.faceLink[face];
    // Of a law whose sides do not see each other the base is the own trace, as at a boundary face.
    const FaceLaw* const ofFace = law < 0 ? nullptr : &lawOf(problem, law);
    const bool isClosed = ofFace != nullptr && !isOpen(ofFace->form);
    const Mirror mirror = !isClosed ? mirrorNone : driveOf(ofFace->form) == Field::H ? mirrorPec : mirrorPmc;
    setFace(slot, f, gatheredBase + static_cast<int>(traces.size()), mirror);
    traces.push_back(isClosed ? GatheredTrace::make(GatheredKind::element, 4 * static_cast<std::int64_t>(slot) + f)
                     : problem.faceKind[face] == FaceKind::halo
                         ? GatheredTrace::make(GatheredKind::record, link)
                         : GatheredTrace::make(GatheredKind::element,
                                               4 * static_cast<std::int64_t>(slots.ofElement(link / 4)) + link % 4));
    if (law >= 0) lawRecord[static_cast<std::size_t>(law)] = static_cast<std::int32_t>(waveFace.size());
    waveFace.push_back(law >= 0 ? -1 : static_cast<std::int32_t>(problem.waveFace.size()) + index);
    ++injected.back().count;
  }
}

/// Sets the other faces of a cluster. Faces of slots without element have their own trace as outer trace, so that
/// nothing flows.
template <class Real>
void ClusterMesh<Real>::setPlainFaces(const DgtdProblem& problem, const std::vector<std::int32_t>& elementOf,
                                      std::int32_t cluster, std::vector<GatheredTrace>& traces) {
  const int size = slots.clusterSize();
  for (int self = 0; self < 4 * size; ++self) {
    const std::size_t slot =
        static_cast<std::size_t>(cluster) * static_cast<std::size_t>(size) + static_cast<std::size_t>(self / 4);
    const int f = self % 4;
    if (elementOf[slot] < 0) {
      setFace(slot, f, self, mirrorNone);
      continue;
    }
    const std::int32_t elementFace = 4 * elementOf[slot] + f;
    if (problem.injectedIndex(elementFace) >= 0 || problem.lawIndex(elementFace) >= 0) continue;
    const auto face = static_cast<std::size_t>(elementFace);
    const std::int32_t link = problem.faceLink[face];
    const auto gather = [&](GatheredKind kind, std::int64_t index) {
      setFace(slot, f, gatheredBase + static_cast<int>(traces.size()), mirrorNone);
      traces.push_back(GatheredTrace::make(kind, index));
    };
    switch (problem.faceKind[face]) {
      case FaceKind::interior: {
        const std::int32_t across = slots.ofElement(link / 4);
        if (across / size == cluster) {
          setFace(slot, f, 4 * (across % size) + link % 4, mirrorNone);
        } else {
          gather(GatheredKind::element, 4 * static_cast<std::int64_t>(across) + link % 4);
        }
        break;
      }
      case FaceKind::halo:
        gather(GatheredKind::record, link);
        break;
      case FaceKind::boundary: {
        const FaceCondition& condition = problem.conditionAt(face);
        if (condition.dissipates()) {
          gather(GatheredKind::boundary, 4 * static_cast<std::int64_t>(slot) + f);
        } else {
          setFace(slot, f, self, condition == electricWall ? mirrorPec : mirrorPmc);
        }
        break;
      }
    }
  }
}

/// Sets the lists that go with `gathered`: what enters at its boundary faces and what they reflect.
template <class Real>
void ClusterMesh<Real>::setBoundaryFaces(const DgtdProblem& problem) {
  const std::vector<std::int32_t> waveFaceOf = problem.waveFaceOfBoundary();
  const bool wavesEnter = !problem.waveFace.empty();
  const bool reflects = std::any_of(problem.faceCondition.begin(), problem.faceCondition.end(),
                                    [](const FaceCondition& c) { return c.dissipates() && c.reflection != 0; });
  if (wavesEnter) waveRecord.assign(gathered.size(), -1);
  if (reflects) reflection.assign(gathered.size(), Real(0));
  for (std::size_t at = 0; at < gathered.size(); ++at) {
    if (gathered[at].kind() != GatheredKind::boundary) continue;
    const std::uint32_t slotFace = gathered[at].index();
    const std::size_t face = 4 * static_cast<std::size_t>(slots.elementAt(slotFace / 4)) + slotFace % 4;
    const auto k = static_cast<std::size_t>(problem.faceLink[face]);
    if (wavesEnter) waveRecord[at] = waveFaceOf[k];
    if (reflects) reflection[at] = static_cast<Real>(problem.faceCondition[k].reflection);
  }
}

template <class Real>
std::vector<std::int32_t> ClusterMesh<Real>::partners(std::int32_t cluster) const {
  std::vector<std::int32_t> found{cluster};
  const auto first = gathered.begin() + static_cast<std::ptrdiff_t>(cluster) * maxGathered;
  for (auto trace = first; trace != first + maxGathered && trace->word != GatheredTrace::none; ++trace)
    if (trace->kind() == GatheredKind::element)
      found.push_back(static_cast<std::int32_t>(trace->index() / 4) / slots.clusterSize());
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

template struct ClusterMesh<float>;
template struct ClusterMesh<double>;

}  // namespace fluxtet::dgtd::cuda
