// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/totalField.hpp"

#include "app/case/regionMaterials.hpp"
#include "app/dgtd/setup/layeredWaves.hpp"
#include "app/dgtd/setup/openBoundary.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/subMeshGeometry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fluxtet::dgtd {
namespace {

/// Edges between the open boundary and the surface that the program makes: two more than that of the far field.
constexpr int edgesFromBoundary = 4;
/// Edges between given regions and the surface that the program makes round them.
constexpr int edgesFromRegions = 2;

class TotalFieldSearch {
 public:
  TotalFieldSearch(const DgtdCase& theCase, const PlaneWaveSource& wave, const SubMesh& mesh,
                   const DgtdProblem& problem, MPI_Comm comm)
      : case_(theCase),
        wave_(wave),
        mesh_(mesh),
        problem_(problem),
        comm_(comm),
        key_(toString(wave.mark) + ": planeWave.surface"),
        open_(theCase, mesh, problem, comm) {}

  TotalField find() const {
    const ElementSet total = elementsInTotalField();
    TotalField result;
    result.injectedFace = total.sides();
    for (const std::int32_t face : result.injectedFace) result.injectedSign.push_back(total.has(face / 4) ? 1 : -1);
    const auto ofInside = std::count(result.injectedSign.begin(), result.injectedSign.end(), 1);
    result.totalFaces = sumOverRanks(comm_, static_cast<std::int64_t>(ofInside));
    require(result.totalFaces > 0, "{}: {}", key_, reasonForNothing());
    if (wave_.hasNamedSurface()) requireSeparation(total);
    requirePlaceForWaves(result.injectedFace);
    for (std::int32_t e = 0; e < mesh_.numElements; ++e) result.has.push_back(total.has(e) ? 1 : 0);
    result.totalElements =
        sumOverRanks(comm_, static_cast<std::int64_t>(std::count(result.has.begin(), result.has.end(), 1)));
    result.bodiesOutside = bodiesOutside(total, result.injectedFace);
    return result;
  }

 private:
  ElementSet elementsInTotalField() const {
    const bool isNamed = wave_.hasNamedSurface();
    if (!wave_.inside.empty()) return isNamed ? elementsConnectedWithRegions() : elementsRoundRegions();
    require(
        !open_.none(),
        "{}: no boundary is absorbing or pml, so that the outer side of the surface is not known: say which regions "
        "lie inside, 'inside: [...]', or make the outer surface open",
        key_);
    return isNamed ? open_.elementsBehind(surfaceGroup()) : open_.elementsAwayFrom(edgesFromBoundary);
  }

  std::int32_t surfaceGroup() const { return groupIndex(mesh_.groups.surfaces, wave_.surface); }

  bool isInRegions(std::int32_t element) const {
    const std::string& name =
        mesh_.groups.regions[static_cast<std::size_t>(mesh_.region[static_cast<std::size_t>(element)])];
    return std::find(wave_.inside.begin(), wave_.inside.end(), name) != wave_.inside.end() &&
           !problem_.isInLayer(element);
  }
  ElementSet elementsConnectedWithRegions() const {
    ElementSet set(mesh_, comm_);
    for (std::int32_t e = 0; e < mesh_.numElements; ++e)
      if (isInRegions(e)) set.insert(e);
    set.growUpTo(surfaceGroup());
    return set;
  }
  ElementSet elementsRoundRegions() const {
    std::vector<bool> isMarked(4 * static_cast<std::size_t>(mesh_.numElements), false);
    for (std::int32_t e = 0; e < mesh_.numElements; ++e)
      for (int v = 0; v < 4; ++v) isMarked[static_cast<std::size_t>(4 * e + v)] = isInRegions(e);
    return elementsAtDistance(mesh_, isMarked, {.most = edgesFromRegions}, comm_);
  }

  std::string reasonForNothing() const {
    if (wave_.hasNamedSurface())
      return "'" + wave_.surface +
             "' does not separate anything: one can go round it from one side to the other: close it, or let it end at "
             "walls";
    return wave_.inside.empty()
               ? "no element is farther than four edges from the open boundary: take smaller elements, "
                 "or more space round the bodies"
               : "the regions inside fill the whole mesh, and no room is left for the surface";
  }

  /// No part of the named surface has the same field on both of its sides.
  void requireSeparation(const ElementSet& total) const {
    std::int64_t idle = 0;
    for (std::int32_t face = 0; face < 4 * mesh_.numElements; ++face)
      if (mesh_.faceGroup[static_cast<std::size_t>(face)] == surfaceGroup() &&
          mesh_.faceKind[static_cast<std::size_t>(face)] != FaceKind::boundary &&
          total.has(face / 4) == total.hasAcross(face))
        ++idle;
    idle = sumOverRanks(comm_, idle) / 2;
    require(idle == 0,
            "{}: {} faces of '{}' have {} on both sides, so that the surface has a hole, or a part that encloses "
            "nothing: close it, and name no other faces like it",
            key_, idle, wave_.surface, wave_.inside.empty() ? "the open boundary" : "what is connected with 'inside'");
  }

  /// The waves are those of lossless media outside of the absorbing layers.
  void requirePlaceForWaves(const std::vector<std::int32_t>& faces) const {
    std::int64_t lossy = 0, inLayer = 0;
    for (const std::int32_t face : faces) {
      const auto e = static_cast<std::size_t>(face / 4);
      lossy += problem_.sigma[e] != 0 || !problem_.isPlain(e) ? 1 : 0;
      inLayer += problem_.isInLayer(face / 4) ? 1 : 0;
    }
    require(sumOverRanks(comm_, lossy) == 0,
            "{}: the medium at the surface conducts, is dispersive or anisotropic, and a plane wave in it is not that "
            "of a vacuum: "
            "put the surface into a lossless medium",
            key_);
    require(sumOverRanks(comm_, inLayer) == 0,
            "{}: the surface lies in an absorbing layer or at its begin: keep two elements between them", key_);
  }

  /// Names of the regions of other media, and of the walls at which a wave does not pass as if there were none, in the
  /// scattered field.
  std::vector<std::string> bodiesOutside(const ElementSet& total, const std::vector<std::int32_t>& faces) const {
    std::vector<double> isAtSurface(mesh_.groups.regions.size(), 0), isOutside(isAtSurface);
    std::vector<double> wallIsOutside(mesh_.groups.surfaces.size(), 0);
    const auto regionOf = [&](std::int32_t element) {
      return static_cast<std::size_t>(mesh_.region[static_cast<std::size_t>(element)]);
    };
    for (const std::int32_t face : faces) isAtSurface[regionOf(face / 4)] = 1;
    for (std::int32_t e = 0; e < mesh_.numElements; ++e)
      if (!total.has(e)) isOutside[regionOf(e)] = 1;
    for (const std::int32_t face : mesh_.boundaryFace) {
      const std::int32_t group = mesh_.faceGroup[static_cast<std::size_t>(face)];
      if (group >= 0 && !total.has(face / 4) && !open_.hasFace(face) && !allWavesPass(face))
        wallIsOutside[static_cast<std::size_t>(group)] = 1;
    }
    for (std::vector<double>* marks : {&isAtSurface, &isOutside, &wallIsOutside}) maxInPlace(comm_, *marks);

    const std::vector<Material> materials = materialsOfRegions(case_, mesh_.groups);
    std::vector<std::string> names;
    for (std::size_t r = 0; r < materials.size(); ++r) {
      bool isBody = isOutside[r] != 0;
      for (std::size_t at = 0; at < materials.size(); ++at)
        isBody =
            isBody && !(isAtSurface[at] != 0 && materials[at].epsilonR == materials[r].epsilonR &&
                        materials[at].muR == materials[r].muR && materials[r].sigma == 0 && materials[r].isPlain());
      if (isBody) names.push_back(mesh_.groups.regions[r]);
    }
    for (std::size_t g = 0; g < wallIsOutside.size(); ++g)
      if (wallIsOutside[g] != 0) names.push_back(mesh_.groups.surfaces[g]);
    return names;
  }

  /// Whether all waves satisfy the condition of a wall: it lies in the last plane of their half space, or is
  /// perpendicular to their E (pec) or H (pmc).
  bool allWavesPass(std::int32_t face) const {
    constexpr double rounding = 1e-6;
    const auto x = cornersOf(mesh_, face);
    const Vec3 area = outwardAreaOf(mesh_, face), n = normalised(area);
    const double size = std::sqrt(2 * norm(area));
    return std::all_of(case_.sources.begin(), case_.sources.end(), [&](const SourceSpec& source) {
      const auto* wave = std::get_if<PlaneWaveSource>(&source);
      if (!wave || !wave->entersInside()) return true;
      if (wave->halfSpace && std::all_of(x.begin(), x.end(), [&](const Vec3& vertex) {
            return std::abs(depthBehind(*wave->halfSpace, wave->direction, vertex) -
                            depthsOfPlanes(*wave->halfSpace).back()) < rounding * size;
          }))
        return true;
      const bool isElectric = problem_.conditionAt(static_cast<std::size_t>(face)) == electricWall;
      const Vec3 field = isElectric ? wave->polarization : cross(wave->direction, wave->polarization);
      // A beam is even or odd about the two planes through its axis.
      const bool isInPlane = !wave->focus || std::all_of(x.begin(), x.end(), [&](const Vec3& vertex) {
        return std::abs(dot(vertex - wave->focus->at, n)) < rounding * size;
      });
      return !wave->ellipticity && !wave->halfSpace && isInPlane && norm(cross(n, field)) < rounding;
    });
  }

  const DgtdCase& case_;
  const PlaneWaveSource& wave_;
  const SubMesh& mesh_;
  const DgtdProblem& problem_;
  MPI_Comm comm_;
  std::string key_;
  OpenBoundary open_;
};

}  // namespace

const PlaneWaveSource* waveThroughSurface(const DgtdCase& theCase) {
  for (const SourceSpec& source : theCase.sources)
    if (const auto* wave = std::get_if<PlaneWaveSource>(&source); wave && wave->entersInside()) return wave;
  return nullptr;
}

TotalField findTotalField(const DgtdCase& theCase, const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm) {
  const PlaneWaveSource* wave = waveThroughSurface(theCase);
  return wave ? TotalFieldSearch(theCase, *wave, mesh, problem, comm).find() : TotalField{};
}

std::string totalFieldText(const DgtdCase& theCase, const TotalField& totalField) {
  const PlaneWaveSource* wave = waveThroughSurface(theCase);
  return wave ? fmt::format("{} elements within the surface '{}' of {} faces", totalField.totalElements, wave->surface,
                            totalField.totalFaces)
              : std::string();
}

}  // namespace fluxtet::dgtd
