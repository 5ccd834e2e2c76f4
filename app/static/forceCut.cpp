// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/forceCut.hpp"

#include "app/static/periodicPairs.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>
#include <map>

namespace fluxtet::statics {
namespace {

/// Far above rounding in mesh files, far below what bends a boundary.
constexpr double sameDirection = 1e-5;

/// Vertices of a facet, ascending; in a plane the third is the largest number there is.
using Facet = std::array<std::int32_t, 3>;

Facet sortedFacet(const std::int32_t* vertex, int count, int opposite = -1) {
  Facet facet;
  facet.fill(std::numeric_limits<std::int32_t>::max());
  std::size_t n = 0;
  for (int i = 0; i < count; ++i)
    if (i != opposite) facet[n++] = vertex[i];
  std::sort(facet.begin(), facet.end());
  return facet;
}

Vec3 placeOf(const SimplexMesh& mesh, std::int32_t vertex) {
  Vec3 place{};
  for (int k = 0; k < mesh.dimension; ++k)
    place[static_cast<std::size_t>(k)] =
        mesh.vertices[static_cast<std::size_t>(vertex) * static_cast<std::size_t>(mesh.dimension) +
                      static_cast<std::size_t>(k)];
  return place;
}

/// A periodic boundary that the body crosses or ends at.
struct PeriodicSide {
  std::map<std::int32_t, std::int32_t> counterpart;  ///< of each vertex
  Vec3 translation{};
};

class CutBuilder {
 public:
  CutBuilder(const StaticModel& model, const VertexSet& inside, const Vec3& about)
      : model_(model), inside_(inside), about_(about) {
    const SimplexMesh& mesh = model.mesh;
    for (std::size_t v = 0; v < inside.size(); ++v)
      if (inside[v] != 0) reach_ = std::max(reach_, norm(placeOf(mesh, static_cast<std::int32_t>(v)) - about));
  }
  ForceCut build() {
    const std::vector<Facet> facets = outerFacets();
    if (!facets.empty()) findBoundaries();
    for (const Facet& facet : facets) addFacet(facet);
    return cut_;
  }

 private:
  std::vector<Facet> outerFacets() const;
  void findBoundaries();
  void addFacet(const Facet& facet);
  void addNatural(const Facet& facet);
  void addPeriodic(const Facet& facet, const PeriodicSide& side);
  void openForce(const Vec3& direction);
  void markPlace(const Facet& facet);
  int vertices() const { return model_.mesh.dimension; }  // of a facet

  const StaticModel& model_;
  const VertexSet& inside_;
  Vec3 about_;
  double reach_ = 0;  ///< m, of the body from that point
  std::multimap<Facet, std::size_t> boundariesOf_;
  std::map<std::pair<std::size_t, int>, PeriodicSide> sides_;  ///< of a boundary and a group of it
  ForceCut cut_;
};

/// Those with a vertex of the body, on which g is not zero.
std::vector<Facet> CutBuilder::outerFacets() const {
  const SimplexMesh& mesh = model_.mesh;
  const VertexSet outer = outerVertices(model_);
  const int nv = mesh.dimension + 1;
  std::map<Facet, int> met;
  for (std::int32_t e = 0; e < mesh.numElements(); ++e) {
    const std::int32_t* vertex = &mesh.elements[static_cast<std::size_t>(e) * static_cast<std::size_t>(nv)];
    if (verticesInside(outer, vertex, nv) < mesh.dimension || verticesInside(inside_, vertex, nv) == 0) continue;
    for (int opposite = 0; opposite < nv; ++opposite) {
      const Facet facet = sortedFacet(vertex, nv, opposite);
      if (verticesInside(outer, facet.data(), mesh.dimension) == mesh.dimension &&
          verticesInside(inside_, facet.data(), mesh.dimension) > 0)
        ++met[facet];
    }
  }
  std::vector<Facet> result;
  for (const auto& [facet, count] : met)
    if (count == 1) result.push_back(facet);
  return result;
}

void CutBuilder::findBoundaries() {
  const SimplexMesh& mesh = model_.mesh;
  for (std::size_t b = 0; b < model_.statics.boundaries.size(); ++b) {
    const StaticBoundary& boundary = model_.statics.boundaries[b];
    const int own = model_.surface(boundary.surface);
    const int partner = boundary.partner.empty() ? -1 : model_.surface(boundary.partner);
    for (std::int32_t f = 0; f < mesh.numFacets(); ++f) {
      const int group = mesh.facetGroup[static_cast<std::size_t>(f)];
      const std::int32_t* vertex = &mesh.facets[static_cast<std::size_t>(f) * static_cast<std::size_t>(vertices())];
      if ((group == own || group == partner) && verticesInside(inside_, vertex, vertices()) > 0)
        boundariesOf_.emplace(sortedFacet(vertex, vertices()), b);
    }
    if (partner < 0) continue;
    PeriodicSide &there = sides_[{b, own}], &back = sides_[{b, partner}];
    for (const auto& [node, other] : periodicPairs(model_, boundary)) {
      if (node >= mesh.numVertices()) continue;
      there.counterpart[node] = other;
      back.counterpart[other] = node;
      there.translation = placeOf(mesh, other) - placeOf(mesh, node);
      back.translation = -1.0 * there.translation;
    }
  }
}

void CutBuilder::addFacet(const Facet& facet) {
  const auto [begin, end] = boundariesOf_.equal_range(facet);
  for (auto it = begin; it != end; ++it) {
    const StaticBoundary& boundary = model_.statics.boundaries[it->second];
    const bool holds = boundary.kind == StaticBoundaryKind::potential || boundary.kind == StaticBoundaryKind::floating;
    if (holds && !model_.usesVectorPotential()) return;
    if (boundary.partner.empty()) continue;
    for (const std::string& name : {boundary.surface, boundary.partner}) {
      const PeriodicSide& side = sides_[{it->second, model_.surface(name)}];
      const auto isOn = [&](std::int32_t vertex) { return side.counterpart.count(vertex) > 0; };
      if (std::all_of(facet.begin(), facet.begin() + vertices(), isOn)) return addPeriodic(facet, side);
    }
  }
  addNatural(facet);
}

/// The stress is p n with an unknown p: its moment at x is p (x - x_0) x n.
void CutBuilder::addNatural(const Facet& facet) {
  const Vec3 a = placeOf(model_.mesh, facet[0]), along = placeOf(model_.mesh, facet[1]) - a;
  Vec3 normal = vertices() == 2 ? Vec3{along[1], -along[0], 0} : cross(along, placeOf(model_.mesh, facet[2]) - a);
  normal = (1 / norm(normal)) * normal;
  openForce(normal);
  for (int i = 0; i < vertices(); ++i)
    cut_.torque.add(cross(placeOf(model_.mesh, facet[static_cast<std::size_t>(i)]) - about_, normal), reach_);
  markPlace(facet);
}

/// A body that goes on behind the boundary is whole: what acts on it here acts back there, but with a lever of one
/// translation.
void CutBuilder::addPeriodic(const Facet& facet, const PeriodicSide& side) {
  const auto goesOn = [&](std::int32_t vertex) {
    return inside_[static_cast<std::size_t>(vertex)] == inside_[static_cast<std::size_t>(side.counterpart.at(vertex))];
  };
  const bool isWhole = std::all_of(facet.begin(), facet.begin() + vertices(), goesOn);
  for (std::size_t k = 0; k < static_cast<std::size_t>(model_.mesh.dimension); ++k) {
    Vec3 axis{};
    axis[k] = 1;
    cut_.torque.add(cross(side.translation, axis), norm(side.translation));
    if (!isWhole) openForce(axis);
  }
  markPlace(facet);
}

/// Round the axis only the part along it is left of a direction.
void CutBuilder::openForce(const Vec3& direction) {
  cut_.force.add(model_.isAxisymmetric() ? Vec3{0, direction[1], 0} : direction, 1);
}

void CutBuilder::markPlace(const Facet& facet) {
  if (cut_.place) return;
  Vec3 sum{};
  for (int i = 0; i < vertices(); ++i) sum = sum + placeOf(model_.mesh, facet[static_cast<std::size_t>(i)]);
  cut_.place = (1.0 / vertices()) * sum;
}

}  // namespace

void OpenDirections::add(const Vec3& vector, double scale) {
  const Vec3 rest = known(vector);
  if (count_ < 3 && norm(rest) > sameDirection * scale) direction_[count_++] = (1 / norm(rest)) * rest;
}

Vec3 OpenDirections::known(Vec3 vector) const {
  for (std::size_t i = 0; i < count_; ++i) vector = vector - dot(direction_[i], vector) * direction_[i];
  return vector;
}

bool OpenDirections::contains(std::size_t k) const {
  Vec3 axis{};
  axis[k] = 1;
  return !empty() && norm(known(axis)) <= sameDirection;
}

ForceCut forceCut(const StaticModel& model, const VertexSet& inside, const Vec3& about) {
  return CutBuilder(model, inside, about).build();
}

void warnOfCut(const StaticModel& model, const ForceQuantity& wanted) {
  const VertexSet inside = verticesOf(model.mesh, model.region(wanted.region));
  const ForceCut cut = forceCut(model, inside, wanted.torqueAbout.value_or(Vec3{}));
  const bool torqueToo = wanted.torqueAbout && !cut.torque.empty();
  if (!cut.place || (cut.force.empty() && !torqueToo)) return;
  std::string unknown;
  for (std::size_t k = 0; k < static_cast<std::size_t>(model.mesh.dimension); ++k)
    if (cut.force.contains(k))
      unknown += (unknown.empty() ? "" : ", ") + std::string(1, (model.isAxisymmetric() ? "rz" : "xyz")[k]);
  spdlog::warn(
      "{}: force on '{}': the region reaches the outer boundary at {}, where the stress on it is not known{}{}{}",
      toString(wanted.mark), wanted.region, placeText(model, *cut.place),
      cut.force.empty() ? "" : ": the force is that on the part that is meshed, without what acts across the boundary",
      unknown.empty() ? "" : ", so that its component " + unknown + " is null in summary.json",
      torqueToo ? "; so it is with the torque" : "");
}

}  // namespace fluxtet::statics
