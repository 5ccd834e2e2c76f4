// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/periodicSurfaces.hpp"

#include "lib/base/gatherLists.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/rendezvous.hpp"
#include "lib/mesh/boundingBox.hpp"
#include "lib/mesh/outerSurface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace fluxtet::partition {

namespace {

struct SurfaceVertex {
  std::int64_t id;
  Vec3 x;  ///< m
};

/// One surface of a pair: its vertices on every rank, ascending by id.
struct Surface {
  std::vector<SurfaceVertex> vertices;
  Vec3 middle{};    ///< centre of its area, m
  double area = 0;  ///< m^2
  std::int64_t faces = 0;
};

/// Two surfaces and how the second follows from the first.
struct Seam {
  Vec3 translation{};    ///< m
  double tolerance = 0;  ///< m, within which vertices are copies of each other
  std::vector<std::array<std::int64_t, 2>>
      toFirst;  ///< {vertex of the second surface, its copy on the first}, ascending
  std::vector<SurfaceVertex> first, second;
};

/// Collective.
Surface gatherSurface(const MeshPart& part, std::int32_t group, MPI_Comm comm) {
  std::vector<SurfaceVertex> mine;
  std::array<double, 4> sums{};  // area, area times middle
  Surface surface;
  for (std::int32_t side = 0; side < 4 * part.numElements(); ++side) {
    if (part.faceGroup[static_cast<std::size_t>(side)] != group) continue;
    ++surface.faces;
    std::array<Vec3, 3> x;
    const auto ids = faceKey(part, side);
    for (std::size_t i = 0; i < 3; ++i) {
      x[i] = part.positionOf(ids[i]);
      mine.push_back({ids[i], x[i]});
    }
    const double area = 0.5 * norm(cross(x[1] - x[0], x[2] - x[0]));
    sums[0] += area;
    for (std::size_t a = 0; a < 3; ++a) sums[1 + a] += area / 3 * (x[0][a] + x[1][a] + x[2][a]);
  }
  const auto tidy = [](std::vector<SurfaceVertex>& vertices) {
    std::sort(vertices.begin(), vertices.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    const auto same = [](const auto& a, const auto& b) { return a.id == b.id; };
    vertices.erase(std::unique(vertices.begin(), vertices.end(), same), vertices.end());
  };
  tidy(mine);
  surface.vertices = gatherLists(mine, comm);
  tidy(surface.vertices);
  sumInPlace(comm, sums);
  surface.faces = sumOverRanks(comm, surface.faces);
  surface.area = sums[0];
  if (surface.area > 0) surface.middle = (1 / surface.area) * Vec3{sums[1], sums[2], sums[3]};
  return surface;
}

/// Finds a vertex by its place.
class VertexFinder {
 public:
  explicit VertexFinder(const std::vector<SurfaceVertex>& vertices) : vertices_(vertices), order_(vertices.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(),
              [&](auto a, auto b) { return along(vertices_[a].x) < along(vertices_[b].x); });
  }
  /// The vertex within `tolerance` of x, or null.
  const SurfaceVertex* at(const Vec3& x, double tolerance) const {
    const auto first = std::lower_bound(order_.begin(), order_.end(), along(x) - tolerance,
                                        [&](std::size_t v, double value) { return along(vertices_[v].x) < value; });
    for (auto v = first; v != order_.end() && along(vertices_[*v].x) <= along(x) + tolerance; ++v)
      if (norm(vertices_[*v].x - x) <= tolerance) return &vertices_[*v];
    return nullptr;
  }

 private:
  /// Few planes of a mesh are across this unit vector, so that few vertices have the same value.
  static double along(const Vec3& x) { return 0.36 * x[0] + 0.48 * x[1] + 0.8 * x[2]; }

  const std::vector<SurfaceVertex>& vertices_;
  std::vector<std::size_t> order_;
};

/// Pairs the vertices of two surfaces; the same on every rank.
Seam pairVertices(const Surface& first, const Surface& second, const std::string& key,
                  const std::array<std::string, 2>& names, double size) {
  for (std::size_t i = 0; i < 2; ++i)
    require((i == 0 ? first : second).area > 0,
            "{}: the mesh has no faces of the surface '{}': check its physical surfaces", key, names[i]);
  Seam seam;
  seam.translation = second.middle - first.middle;
  seam.tolerance = nearFacets(std::sqrt(first.area / static_cast<double>(first.faces)), size);
  for (double& component : seam.translation)
    if (std::abs(component) < seam.tolerance) component = 0;  // of two sums of many faces
  seam.first = first.vertices;
  seam.second = second.vertices;
  require(norm(seam.translation) > seam.tolerance,
          "{}: '{}' and '{}' lie at the same place, but periodic surfaces are two, one of them moved by a period", key,
          names[0], names[1]);
  const auto requirePartner = [&](const SurfaceVertex* partner, const Vec3& x, const Vec3& there, std::size_t on) {
    const Vec3& t = seam.translation;
    require(
        partner != nullptr,
        "{}: the vertex at {} of '{}' has no partner on '{}', where one is wanted at {}: the meshes of periodic "
        "surfaces must be copies of each other; in a Gmsh geometry, with the tags of the surfaces instead of their "
        "names and in the unit of the geometry: Periodic Surface {{{}}} = {{{}}} Translate {{{:.6g}, {:.6g}, {:.6g}}};",
        key, placeText<3>(x), names[on], names[1 - on], placeText<3>(there), names[1], names[0], t[0], t[1], t[2]);
  };
  const VertexFinder ofFirst(seam.first), ofSecond(seam.second);
  for (const SurfaceVertex& vertex : seam.first) {
    const Vec3 there = vertex.x + seam.translation;
    requirePartner(ofSecond.at(there, seam.tolerance), vertex.x, there, 0);
  }
  for (const SurfaceVertex& vertex : seam.second) {
    const Vec3 there = vertex.x - seam.translation;
    const SurfaceVertex* partner = ofFirst.at(there, seam.tolerance);
    requirePartner(partner, vertex.x, there, 1);
    seam.toFirst.push_back({vertex.id, partner->id});
  }
  return seam;
}

std::vector<Seam> findSeams(const MeshPart& part, const std::vector<SurfacePair>& pairs, MPI_Comm comm) {
  std::vector<Seam> seams;
  const auto [low, high] = boundingBox(part.vertices, comm);
  const double size = norm(high - low);
  for (const SurfacePair& pair : pairs) {
    const auto nameOf = [&](std::int32_t group) { return part.groups.surfaces.at(static_cast<std::size_t>(group)); };
    const Surface first = gatherSurface(part, pair.first, comm), second = gatherSurface(part, pair.second, comm);
    agreeOnErrors(comm, [&] {
      seams.push_back(pairVertices(first, second, pair.key, {nameOf(pair.first), nameOf(pair.second)}, size));
    });
  }
  return seams;
}

/// A vertex of a periodic surface and the class of those that translations carry into each other.
struct ClassMember {
  std::int64_t id, lowest;  ///< of the vertex, and the lowest of its class
  std::int64_t place;       ///< among the class, by x, y and z
};

/// Whether a vertex comes first by x, y and z. Those of a class lie whole periods apart, or have the same coordinate.
bool isBefore(const Vec3& a, const Vec3& b, double tolerance) {
  for (std::size_t i = 0; i < 3; ++i)
    if (std::abs(a[i] - b[i]) > tolerance) return a[i] < b[i];
  return false;
}

/// The vertices of all seams, ascending by id.
std::vector<ClassMember> classesOf(const std::vector<Seam>& seams) {
  std::map<std::int64_t, Vec3> placeOf;
  std::map<std::int64_t, std::int64_t> parent;
  double tolerance = 0;
  for (const Seam& seam : seams) {
    for (const auto* vertices : {&seam.first, &seam.second})
      for (const SurfaceVertex& vertex : *vertices) {
        placeOf[vertex.id] = vertex.x;
        parent[vertex.id] = vertex.id;
      }
    tolerance = std::max(tolerance, seam.tolerance);
  }
  const auto rootOf = [&](std::int64_t id) {
    while (parent.at(id) != id) id = parent.at(id) = parent.at(parent.at(id));
    return id;
  };
  for (const Seam& seam : seams)
    for (const auto& [second, first] : seam.toFirst) {
      const std::int64_t a = rootOf(first), b = rootOf(second);
      parent.at(std::max(a, b)) = std::min(a, b);  // so the root is the lowest
    }
  std::map<std::int64_t, std::vector<std::int64_t>> classes;
  for (const auto& [id, x] : placeOf) classes[rootOf(id)].push_back(id);
  std::vector<ClassMember> members;
  for (auto& [lowest, ids] : classes) {
    std::sort(ids.begin(), ids.end(),
              [&](std::int64_t a, std::int64_t b) { return isBefore(placeOf.at(a), placeOf.at(b), tolerance); });
    for (std::size_t i = 0; i < ids.size(); ++i) members.push_back({ids[i], lowest, static_cast<std::int64_t>(i)});
  }
  std::sort(members.begin(), members.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return members;
}

/// New ids, a permutation of the old ones.
class Renumbering {
 public:
  explicit Renumbering(std::vector<ClassMember> members) : members_(std::move(members)) {
    for (const ClassMember& member : members_)
      if (member.id != member.lowest) {
        moved_.push_back(member.id);
        behind_.push_back(member.lowest);
      }
    std::sort(behind_.begin(), behind_.end());
  }
  std::int64_t operator()(std::int64_t id) const {
    const auto member = std::lower_bound(members_.begin(), members_.end(), id,
                                         [](const ClassMember& m, std::int64_t value) { return m.id < value; });
    const bool isMember = member != members_.end() && member->id == id;
    const std::int64_t lowest = isMember ? member->lowest : id;
    // Members move from where they were to behind the lowest of their class.
    return lowest - countBelow(moved_, lowest) + countBelow(behind_, lowest) + (isMember ? member->place : 0);
  }

 private:
  static std::int64_t countBelow(const std::vector<std::int64_t>& ids, std::int64_t id) {
    return std::lower_bound(ids.begin(), ids.end(), id) - ids.begin();
  }
  std::vector<ClassMember> members_;
  std::vector<std::int64_t> moved_;   ///< ids of members that are not the lowest, ascending
  std::vector<std::int64_t> behind_;  ///< the lowest of the class of each of these, ascending
};

void renumberVertices(MeshPart& part, const Renumbering& newId) {
  std::vector<std::pair<std::int64_t, std::size_t>> order;
  for (std::size_t v = 0; v < part.vertexId.size(); ++v) order.emplace_back(newId(part.vertexId[v]), v);
  std::sort(order.begin(), order.end());
  std::vector<double> vertices;
  vertices.reserve(part.vertices.size());
  for (std::size_t v = 0; v < order.size(); ++v) {
    part.vertexId[v] = order[v].first;
    const auto x = part.vertices.begin() + static_cast<std::ptrdiff_t>(3 * order[v].second);
    vertices.insert(vertices.end(), x, x + 3);
  }
  part.vertices = std::move(vertices);
  for (std::size_t e = 0; e < part.elementVertex.size(); e += 4) {
    std::array<std::pair<std::int64_t, std::int32_t>, 4> corner;  // a face lies opposite its vertex
    for (std::size_t i = 0; i < 4; ++i) corner[i] = {newId(part.elementVertex[e + i]), part.faceGroup[e + i]};
    std::sort(corner.begin(), corner.end());
    for (std::size_t i = 0; i < 4; ++i) std::tie(part.elementVertex[e + i], part.faceGroup[e + i]) = corner[i];
  }
}

/// What a rank says of a face on a periodic surface.
struct SeamQuestion {
  std::array<std::int64_t, 3> key;  ///< vertices of the face on the first surface, ascending
  std::int32_t side;
};
struct SeamAnswer {
  std::int32_t faces = 0;  ///< of all ranks with this key
  std::int32_t otherRank = FaceMatch::noRank;
  std::int32_t otherSide = -1;
};

std::vector<std::vector<SeamAnswer>> answerSeam(const std::vector<std::vector<SeamQuestion>>& received) {
  std::vector<QuestionPlace> places = questionPlaces(received);
  const auto key = [&](const QuestionPlace& p) -> const auto& {
    return received[static_cast<std::size_t>(p.rank)][static_cast<std::size_t>(p.index)].key;
  };
  std::sort(places.begin(), places.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::vector<std::vector<SeamAnswer>> answers(received.size());
  for (std::size_t r = 0; r < received.size(); ++r) answers[r].resize(received[r].size());
  for (std::size_t i = 0, j = 0; i < places.size(); i = j) {
    for (j = i + 1; j < places.size() && key(places[j]) == key(places[i]);) ++j;
    for (std::size_t k = i; k < j; ++k) {
      SeamAnswer& answer = answers[static_cast<std::size_t>(places[k].rank)][static_cast<std::size_t>(places[k].index)];
      answer.faces = static_cast<std::int32_t>(j - i);
      if (answer.faces != 2) continue;
      const QuestionPlace& other = places[k == i ? i + 1 : i];
      answer.otherRank = other.rank;
      answer.otherSide = received[static_cast<std::size_t>(other.rank)][static_cast<std::size_t>(other.index)].side;
    }
  }
  return answers;
}

/// The faces of this rank on the surfaces of a pair.
std::vector<SeamQuestion> facesOnSeam(const MeshPart& part, const FaceMatch& match, const SurfacePair& pair,
                                      const Seam& seam) {
  std::vector<SeamQuestion> faces;
  for (std::int32_t side = 0; side < 4 * part.numElements(); ++side) {
    const std::int32_t group = part.faceGroup[static_cast<std::size_t>(side)];
    if (group != pair.first && group != pair.second) continue;
    if (!match.isOuter(side))
      throw InputError(
          fmt::format("{}: {} has elements on both sides, but only outer surfaces can be periodic: take the "
                      "inner faces out of the surface",
                      pair.key, describeFace(part, side)));
    SeamQuestion face{faceKey(part, side), side};
    for (std::int64_t& id : face.key) {
      if (group == pair.first) continue;
      id = (*std::lower_bound(seam.toFirst.begin(), seam.toFirst.end(), std::array<std::int64_t, 2>{id, -1}))[1];
    }
    requireRun(face.key[0] < face.key[1] && face.key[1] < face.key[2],
               "the vertices of periodic surfaces are not in the same order");
    faces.push_back(face);
  }
  return faces;
}

}  // namespace

void alignVertices(MeshPart& part, const std::vector<SurfacePair>& pairs, MPI_Comm comm) {
  if (pairs.empty()) return;
  renumberVertices(part, Renumbering(classesOf(findSeams(part, pairs, comm))));
}

std::vector<Vec3> joinSurfaces(const MeshPart& part, FaceMatch& match, const std::vector<SurfacePair>& pairs,
                               MPI_Comm comm) {
  std::vector<Vec3> translations;
  if (pairs.empty()) return translations;
  const std::vector<Seam> seams = findSeams(part, pairs, comm);
  for (const ClassMember& member : classesOf(seams))
    if (member.id != member.lowest) match.vertexClass[member.id] = member.lowest;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    std::vector<SeamQuestion> faces;
    agreeOnErrors(comm, [&] { faces = facesOnSeam(part, match, pairs[p], seams[p]); });
    const auto hash = [](const SeamQuestion& q) { return mixHash(mixHash(mixHash(0, q.key[0]), q.key[1]), q.key[2]); };
    const auto answers = rendezvous<SeamAnswer>(comm, std::span<const SeamQuestion>(faces), hash, answerSeam);
    agreeOnErrors(comm, [&] {
      for (std::size_t i = 0; i < faces.size(); ++i) {
        const std::int32_t side = faces[i].side;
        if (answers[i].faces != 2)
          throw InputError(
              fmt::format("{}: {} has no copy on the other surface, whose triangles have the same vertices but "
                          "other diagonals: mesh one as a copy of the other (in Gmsh: Periodic Surface)",
                          pairs[p].key, describeFace(part, side)));
        match.rank[static_cast<std::size_t>(side)] = answers[i].otherRank;
        if (answers[i].otherRank == mpiRank(comm)) match.side[static_cast<std::size_t>(side)] = answers[i].otherSide;
        match.seamKey[side] = faces[i].key;
      }
    });
    translations.push_back(seams[p].translation);
  }
  return translations;
}

}  // namespace fluxtet::partition
