// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/enclosingSurface.hpp"

#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/mpiTags.hpp"
#include "partition/exchange/haloExchange.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace fluxtet::farField {
namespace {

/// Edges between the open boundary and the surface that the program makes.
constexpr int edgesFromBoundary = 2;

class SurfaceSearch {
 public:
  SurfaceSearch(const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d, MPI_Comm comm)
      : case_(theCase), d_(d), mesh_(d.mesh), comm_(comm), key_(toString(theCase.output.farField->mark)) {
    key_ += ": output.farField.surface";
    for (const std::string& surface : mesh_.groups.surfaces) isOpen_.push_back(isOpenSurface(surface));
  }

  EnclosingSurface find() {
    const std::string& name = case_.output.farField->surface;
    requireOpenBoundary();
    if (name == "auto")
      markFarFromBoundary();
    else
      markEnclosed(name);
    EnclosingSurface surface;
    exchangeMarks();
    for (std::int32_t face = 0; face < 4 * mesh_.numElements; ++face)
      if (isInside(face / 4) && hasNeighbour(face) && !neighbourIsInside(face)) surface.faces.push_back(face);
    surface.totalFaces = sumOverRanks(comm_, static_cast<std::int64_t>(surface.faces.size()));
    require(surface.totalFaces > 0, "{}: {}", key_,
            name == "auto"
                ? std::string("no element is farther than two edges from the open boundary: take smaller elements, or "
                              "more space round the sources")
                : "'" + name +
                      "' encloses nothing: the open boundary can be reached from everywhere without crossing "
                      "it: close it, or write auto");
    requireMedium(surface);
    requireNothingOutside();
    return surface;
  }

 private:
  bool isOpenSurface(const std::string& name) const {
    const auto at = std::find_if(case_.boundaries.begin(), case_.boundaries.end(),
                                 [&](const auto& boundary) { return boundary.surface == name; });
    return at != case_.boundaries.end() &&
           (at->kind == dgtd::BoundaryKind::absorbing || at->kind == dgtd::BoundaryKind::pml);
  }
  bool isOpenFace(std::int32_t face) const {
    const auto f = static_cast<std::size_t>(face);
    return mesh_.faceKind[f] == FaceKind::boundary && mesh_.faceGroup[f] >= 0 &&
           isOpen_[static_cast<std::size_t>(mesh_.faceGroup[f])];
  }
  bool hasNeighbour(std::int32_t face) const {
    return mesh_.faceKind[static_cast<std::size_t>(face)] != FaceKind::boundary;
  }
  bool isInside(std::int32_t element) const { return inside_[static_cast<std::size_t>(element)] != 0; }
  /// Needs exchangeMarks() before.
  bool neighbourIsInside(std::int32_t face) const {
    const auto f = static_cast<std::size_t>(face);
    const std::int32_t link = mesh_.faceLink[f];
    return mesh_.faceKind[f] == FaceKind::halo ? haloInside_[static_cast<std::size_t>(link)] != 0 : isInside(link / 4);
  }
  bool isBoundaryElement(std::int32_t element) const {
    if (d_.problem.isInLayer(element)) return true;
    for (int f = 0; f < 4; ++f)
      if (isOpenFace(4 * element + f)) return true;
    return false;
  }

  void requireOpenBoundary() const {
    std::int64_t open = 0;
    for (std::int32_t e = 0; e < mesh_.numElements; ++e) open += isBoundaryElement(e) ? 1 : 0;
    require(
        sumOverRanks(comm_, open) > 0,
        "{}: nothing is radiated to a distance, because no boundary is absorbing or pml: remove output.farField, or "
        "make the outer surface open",
        key_);
  }

  /// Tells each rank which elements beyond its halo faces are inside.
  void exchangeMarks() {
    dgtd::HaloExchange<double> exchange(mesh_.halo, 1, mpiTag::elementMarks, comm_);
    const auto send = exchange.sendBuffer();
    for (std::size_t k = 0; k < mesh_.halo.sendFace.size(); ++k) send[k] = isInside(mesh_.halo.sendFace[k] / 4) ? 1 : 0;
    exchange.start();
    exchange.finish();
    const auto received = exchange.receiveBuffer();
    haloInside_.assign(received.begin(), received.end());
  }

  /// Inside is what the open boundary does not reach without crossing the surface `name`.
  void markEnclosed(const std::string& name) {
    const auto group = static_cast<std::int32_t>(
        std::find(mesh_.groups.surfaces.begin(), mesh_.groups.surfaces.end(), name) - mesh_.groups.surfaces.begin());
    inside_.assign(static_cast<std::size_t>(mesh_.numElements), 1);
    std::vector<std::int32_t> reached;
    const auto reach = [&](std::int32_t element) {
      if (!isInside(element)) return;
      inside_[static_cast<std::size_t>(element)] = 0;
      reached.push_back(element);
    };
    for (std::int32_t e = 0; e < mesh_.numElements; ++e)
      if (isBoundaryElement(e)) reach(e);
    do {
      while (!reached.empty()) {
        const std::int32_t element = reached.back();
        reached.pop_back();
        for (std::int32_t face = 4 * element; face < 4 * element + 4; ++face) {
          const auto f = static_cast<std::size_t>(face);
          if (mesh_.faceKind[f] == FaceKind::interior && mesh_.faceGroup[f] != group) reach(mesh_.faceLink[f] / 4);
        }
      }
      exchangeMarks();
      for (std::size_t f = 0; f < mesh_.faceKind.size(); ++f)
        if (mesh_.faceKind[f] == FaceKind::halo && mesh_.faceGroup[f] != group &&
            haloInside_[static_cast<std::size_t>(mesh_.faceLink[f])] == 0)
          reach(static_cast<std::int32_t>(f / 4));
    } while (maxOverRanks(comm_, static_cast<std::int64_t>(reached.size())) > 0);
  }

  /// Inside are the elements all of whose vertices are at least edgesFromBoundary edges away from the open boundary.
  void markFarFromBoundary() {
    std::vector<std::int64_t> ids(mesh_.elementVertex);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::vector<std::int32_t> vertex(mesh_.elementVertex.size());
    for (std::size_t i = 0; i < vertex.size(); ++i)
      vertex[i] =
          static_cast<std::int32_t>(std::lower_bound(ids.begin(), ids.end(), mesh_.elementVertex[i]) - ids.begin());
    std::vector<int> edges(ids.size(), edgesFromBoundary);
    bool changed = false;
    const auto lower = [&](std::size_t elementVertex, int to) {
      int& distance = edges[static_cast<std::size_t>(vertex[elementVertex])];
      if (to >= distance) return;
      distance = to;
      changed = true;
    };
    for (std::int32_t e = 0; e < mesh_.numElements; ++e)
      for (int f = 0; f < 4; ++f)
        for (int v = 0; v < 4; ++v)
          if (d_.problem.isInLayer(e) || (v != f && isOpenFace(4 * e + f)))
            lower(4 * static_cast<std::size_t>(e) + static_cast<std::size_t>(v), 0);
    dgtd::HaloExchange<double> exchange(mesh_.halo, 3, mpiTag::elementMarks, comm_);
    // The vertices of a face, in the order that both of its elements share.
    const auto visitFaceVertices = [&](const auto& use) {
      for (std::size_t k = 0; k < mesh_.halo.sendFace.size(); ++k)
        for (int v = 0, i = 0; v < 4; ++v)
          if (v != mesh_.halo.sendFace[k] % 4)
            use(3 * k + static_cast<std::size_t>(i++),
                4 * static_cast<std::size_t>(mesh_.halo.sendFace[k] / 4) + static_cast<std::size_t>(v));
    };
    do {
      changed = false;
      for (std::size_t e = 0; e < vertex.size(); e += 4) {
        int least = edgesFromBoundary;
        for (std::size_t i = e; i < e + 4; ++i) least = std::min(least, edges[static_cast<std::size_t>(vertex[i])]);
        for (std::size_t i = e; i < e + 4; ++i) lower(i, least + 1);
      }
      const auto send = exchange.sendBuffer();
      visitFaceVertices([&](std::size_t at, std::size_t elementVertex) {
        send[at] = edges[static_cast<std::size_t>(vertex[elementVertex])];
      });
      exchange.start();
      exchange.finish();
      const auto received = exchange.receiveBuffer();
      visitFaceVertices(
          [&](std::size_t at, std::size_t elementVertex) { lower(elementVertex, static_cast<int>(received[at])); });
    } while (maxOverRanks(comm_, std::int64_t{changed}) > 0);
    inside_.resize(static_cast<std::size_t>(mesh_.numElements));
    for (std::size_t e = 0; e < inside_.size(); ++e)
      inside_[e] = std::all_of(vertex.begin() + static_cast<std::ptrdiff_t>(4 * e),
                               vertex.begin() + static_cast<std::ptrdiff_t>(4 * e + 4),
                               [&](std::int32_t v) { return edges[static_cast<std::size_t>(v)] >= edgesFromBoundary; });
  }

  /// The medium on both sides of the surface and everywhere outside is the same and lossless.
  void requireMedium(EnclosingSurface& surface) const {
    const dgtd::DgtdProblem& p = d_.problem;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::array<double, 2> least{infinity, infinity}, most{-infinity, -infinity};
    double sigma = 0;
    const auto look = [&](std::int32_t element) {
      const auto e = static_cast<std::size_t>(element);
      const std::array<double, 2> medium{p.epsilonR[e], p.muR[e]};
      for (std::size_t i = 0; i < 2; ++i) {
        least[i] = std::min(least[i], medium[i]);
        most[i] = std::max(most[i], medium[i]);
      }
      sigma = std::max({sigma, p.sigma[e], p.polesOf(e).empty() ? 0.0 : 1.0});
    };
    for (std::int32_t e = 0; e < mesh_.numElements; ++e)
      if (!isInside(e)) look(e);
    for (const std::int32_t face : surface.faces) look(face / 4);
    for (std::size_t i = 0; i < 2; ++i) {
      least[i] = minOverRanks(comm_, least[i]);
      most[i] = maxOverRanks(comm_, most[i]);
      require(
          least[i] == most[i],
          "{}: on the surface and outside of it the relative {} is {} to {}, but a far field is that of one uniform "
          "medium: enlarge the space round the bodies, or name a surface that lies outside of them",
          key_, i == 0 ? "permittivity" : "permeability", least[i], most[i]);
    }
    require(maxOverRanks(comm_, sigma) == 0,
            "{}: the medium on the surface or outside of it absorbs, and nothing arrives at a distance: enlarge the "
            "space round the bodies, or name a surface in a lossless medium",
            key_);
    surface.epsilonR = least[0];
    surface.muR = least[1];
  }

  /// No source and no conductor lies outside.
  void requireNothingOutside() const {
    std::int64_t sources = 0;
    for (const dgtd::ElementSource& source : d_.problem.sources) sources += isInside(source.element) ? 0 : 1;
    require(sumOverRanks(comm_, sources) == 0,
            "{}: a source, or an element over which a dipole is spread, lies outside of the surface or touches it: put "
            "the open boundary farther away, or name a surface round the sources",
            key_);
    std::vector<std::int64_t> conductors(mesh_.groups.surfaces.size() + 1);
    for (const std::int32_t face : mesh_.boundaryFace) {
      if (isInside(face / 4) || isOpenFace(face)) continue;
      const std::int32_t group = mesh_.faceGroup[static_cast<std::size_t>(face)];
      ++conductors[group < 0 ? conductors.size() - 1 : static_cast<std::size_t>(group)];
    }
    for (std::size_t g = 0; g < conductors.size(); ++g)
      require(sumOverRanks(comm_, conductors[g]) == 0,
              "{}: the surface '{}' reaches from the sources to the open boundary, so that nothing closed lies round "
              "them: a far field beside an infinite conductor or a symmetry plane is not supported",
              key_, g < mesh_.groups.surfaces.size() ? mesh_.groups.surfaces[g] : std::string("without a name"));
  }

  const dgtd::DgtdCase& case_;
  const dgtd::Discretisation& d_;
  const SubMesh& mesh_;
  MPI_Comm comm_;
  std::string key_;
  std::vector<bool> isOpen_;        ///< by surface group
  std::vector<char> inside_;        ///< [element]
  std::vector<double> haloInside_;  ///< [halo face] 1: the element beyond is inside
};

}  // namespace

EnclosingSurface findEnclosingSurface(const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d, MPI_Comm comm) {
  return SurfaceSearch(theCase, d, comm).find();
}

}  // namespace fluxtet::farField
