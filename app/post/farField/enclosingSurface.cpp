// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/enclosingSurface.hpp"

#include "app/dgtd/setup/mediumRange.hpp"
#include "app/dgtd/setup/openBoundary.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace fluxtet::farField {
namespace {

/// Edges between the open boundary and the surface that the program makes.
constexpr int edgesFromBoundary = 2;

class SurfaceSearch {
 public:
  SurfaceSearch(const SurfaceRequest& request, const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d,
                MPI_Comm comm)
      : request_(request),
        d_(d),
        mesh_(d.mesh),
        comm_(comm),
        key_(request.mark + ": " + request.key + ".surface"),
        open_(theCase, d.mesh, d.problem, comm),
        inside_(d.mesh, comm) {}

  EnclosingSurface find() {
    const std::string& name = request_.wanted.surface;
    require(!open_.none(),
            "{}: nothing is radiated to a distance, because no boundary is absorbing or pml: remove {}, "
            "or make the outer surface open",
            key_, request_.key);
    inside_ = name == "auto" ? open_.elementsAwayFrom(edgesFromBoundary)
                             : open_.elementsBehind(groupIndex(mesh_.groups.surfaces, name));
    EnclosingSurface surface;
    surface.faces = inside_.facesInside();
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
    requireOneField(surface);
    return surface;
  }

 private:
  bool isInside(std::int32_t element) const { return inside_.has(element); }
  /// Whether images stand behind a surface group.
  bool isMirror(const std::string& name) const {
    const std::vector<std::string>& symmetry = request_.wanted.symmetry;
    return request_.wanted.ground == name || std::find(symmetry.begin(), symmetry.end(), name) != symmetry.end();
  }

  /// The medium on both sides of the surface and everywhere outside is the same and lossless.
  void requireMedium(EnclosingSurface& surface) const {
    const dgtd::DgtdProblem& p = d_.problem;
    dgtd::MediumRange range;
    double sigma = 0;
    const auto look = [&](std::int32_t element) {
      const auto e = static_cast<std::size_t>(element);
      range.include(p, element);
      sigma = std::max({sigma, p.sigma[e], p.isPlain(e) ? 0.0 : 1.0});
    };
    for (std::int32_t e = 0; e < mesh_.numElements; ++e)
      if (!isInside(e)) look(e);
    for (const std::int32_t face : surface.faces) look(face / 4);
    range.gather(comm_);
    for (std::size_t i = 0; i < 2; ++i)
      require(
          range.least[i] == range.most[i],
          "{}: on the surface and outside of it the relative {} is {} to {}, but a far field is that of one uniform "
          "medium: enlarge the space round the bodies, or name a surface that lies outside of them",
          key_, dgtd::MediumRange::names[i], range.least[i], range.most[i]);
    require(maxOverRanks(comm_, sigma) == 0,
            "{}: the medium on the surface or outside of it absorbs, so that nothing arrives at a distance, is "
            "dispersive or anisotropic: enlarge the space round the bodies, or name a surface in a lossless medium",
            key_);
    surface.epsilonR = range.least[0];
    surface.muR = range.least[1];
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
      if (isInside(face / 4) || open_.hasFace(face)) continue;
      const std::int32_t group = mesh_.faceGroup[static_cast<std::size_t>(face)];
      ++conductors[group < 0 ? conductors.size() - 1 : static_cast<std::size_t>(group)];
    }
    for (std::size_t g = 0; g < conductors.size(); ++g) {
      const std::string name = g < mesh_.groups.surfaces.size() ? mesh_.groups.surfaces[g] : "without a name";
      const std::int64_t count = sumOverRanks(comm_, conductors[g]);
      require(count == 0 || isMirror(name),
              "{0}: the surface '{1}' reaches from the sources to the open boundary, so that nothing closed lies round "
              "them: if it is plane, name it in {2}.ground, where it stands for an endless one, or in {2}.symmetry",
              key_, name, request_.key);
    }
  }

  /// Both sides of the surface are in the scattered field, or both in the total field. Between them, the wave that
  /// enters there would be taken for a part of what is radiated.
  void requireOneField(const EnclosingSurface& surface) const {
    std::array<std::int64_t, 2> sides{0, 0};
    for (const std::int32_t face : surface.faces) {
      const std::int32_t injected = d_.problem.injectedIndex(face);
      for (std::size_t total = 0; total < 2; ++total)
        if (injected >= 0 || d_.isInTotalField(face / 4) == (total == 1)) ++sides[total];
    }
    const std::int64_t scattered = sumOverRanks(comm_, sides[0]), total = sumOverRanks(comm_, sides[1]);
    require(scattered == 0 || total == 0,
            "{}: the surface crosses or touches the one through which a plane wave enters: it must lie in the "
            "scattered field alone, or in the total field alone: move one of them by two elements",
            key_);
  }

  const SurfaceRequest& request_;
  const dgtd::Discretisation& d_;
  const SubMesh& mesh_;
  MPI_Comm comm_;
  std::string key_;
  dgtd::OpenBoundary open_;
  dgtd::ElementSet inside_;
};

}  // namespace

EnclosingSurface findEnclosingSurface(const SurfaceRequest& request, const dgtd::DgtdCase& theCase,
                                      const dgtd::Discretisation& d, MPI_Comm comm) {
  return SurfaceSearch(request, theCase, d, comm).find();
}

}  // namespace fluxtet::farField
