// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/extrudeLayers.hpp"

#include "lib/base/gatherLists.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/rendezvous.hpp"
#include "lib/mesh/boundingBox.hpp"
#include "lib/mesh/visitFaces.hpp"
#include "partition/boxSide.hpp"
#include "partition/faceMatch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <span>

namespace fluxtet::partition {

namespace {

/// A vertex lies on a plane of the bounding box if it is nearer than this share of the box's largest size.
constexpr double onPlaneTolerance = 1e-9;
/// A face stands upright on a plane if the cosine between their normals is at most this.
constexpr double uprightTolerance = 1e-6;

using Box = std::array<Vec3, 2>;

/// Distinct ids of all ranks, ascending. Collective.
std::vector<std::int64_t> gatherIds(const std::vector<std::int64_t>& ids, MPI_Comm comm) {
  std::vector<std::int64_t> all = gatherLists(ids, comm);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Place of `id` in `ids`, which is ascending and contains it.
std::int64_t placeOf(const std::vector<std::int64_t>& ids, std::int64_t id) {
  return std::lower_bound(ids.begin(), ids.end(), id) - ids.begin();
}

Vec3 vertexAt(const MeshPart& part, std::int64_t place) {
  const double* x = &part.vertices[3 * static_cast<std::size_t>(place)];
  return {x[0], x[1], x[2]};
}

/// Number of a face among those of all ranks that keeps its meaning on any number of ranks.
std::int64_t globalSide(const MeshPart& part, std::int32_t side) {
  return 4 * part.elementId[side / 4] + side % 4;
}

/// Distance from a plane of the box, m, up to which a vertex lies on it.
double nearPlane(const Box& box) {
  return onPlaneTolerance * largestComponent(box[1] - box[0]);
}

void checkRequests(const MeshPart& part, const std::vector<LayerRequest>& requests) {
  std::set<std::int32_t> groups;
  for (const LayerRequest& request : requests) {
    requireRun(request.group >= 0 && request.group < static_cast<std::int32_t>(part.groups.surfaces.size()),
               "an absorbing layer is wanted on surface group {} of {}", request.group, part.groups.surfaces.size());
    requireRun(request.layers >= 1 && request.thickness >= 0 && std::isfinite(request.thickness),
               "an absorbing layer of {} sub-layers and {} m is wanted", request.layers, request.thickness);
    requireRun(groups.insert(request.group).second, "two absorbing layers are wanted on surface group {}",
               request.group);
  }
}

/// Mean edge, m, of the outer faces of each group for which `isWanted(group)`; 0 of the others. The sum runs in the
/// order of the faces' numbers, so that the result is the same to the last digit on any number of ranks. Collective.
template <class IsWanted>
std::vector<double> meanEdges(const MeshPart& part, const FaceMatch& match, const IsWanted& isWanted, MPI_Comm comm) {
  struct FaceEdges {
    std::int64_t face, group;
    double length;  ///< of three edges, m
  };
  std::vector<FaceEdges> faces;
  for (std::int32_t side = 0; side < static_cast<std::int32_t>(match.rank.size()); ++side) {
    const std::int32_t group = part.faceGroup[side];
    if (!match.isOuter(side) || !isWanted(group)) continue;
    const auto v = faceVertices(&match.vertex[side / 4 * 4], side % 4);
    const Vec3 a = vertexAt(part, v[0]), b = vertexAt(part, v[1]), c = vertexAt(part, v[2]);
    faces.push_back({globalSide(part, side), group, norm(b - a) + norm(c - a) + norm(c - b)});
  }
  faces = gatherLists(faces, comm);
  std::sort(faces.begin(), faces.end(), [](const FaceEdges& a, const FaceEdges& b) { return a.face < b.face; });
  std::vector<double> mean(part.groups.surfaces.size(), 0), edges(mean);
  for (const FaceEdges& face : faces) {
    mean[face.group] += face.length;
    edges[face.group] += 3;
  }
  for (std::size_t g = 0; g < mean.size(); ++g)
    if (edges[g] > 0) mean[g] /= edges[g];
  return mean;
}

/// Finds out which layer stands on which side of the box, before any has grown.
class LayerPlan {
 public:
  LayerPlan(const MeshPart& part, const FaceMatch& match, const std::vector<LayerRequest>& requests, MPI_Comm comm)
      : part_(part),
        match_(match),
        comm_(comm),
        box_(boundingBox(part.vertices, comm)),
        ofGroup_(part.groups.surfaces.size()) {
    for (std::size_t r = 0; r < requests.size(); ++r)
      ofGroup_[requests[r].group] = {requests[r].layers, requests[r].thickness, static_cast<int>(r), {}};
  }

  /// Collective.
  LayerBox make() {
    findGroupsOnSides();
    requireOuterFaces();
    setMeanEdges();
    LayerBox box{box_, {}};
    for (std::size_t s = 0; s < boxSides.size(); ++s)
      box.side[boxSides[s].direction][boxSides[s].high] = layerOfSide(static_cast<int>(s));
    return box;
  }

 private:
  bool isRequested(std::int32_t group) const { return group >= 0 && ofGroup_[group].layers > 0; }
  const std::string& nameOfGroup(std::int32_t group) const { return part_.groups.surfaces[group]; }
  /// Of the side of the box and a group, or -1 for faces without one.
  std::size_t slot(int side, std::int32_t group) const { return side * (ofGroup_.size() + 1) + group + 1; }

  /// Index in boxSides of the plane that a face lies on; -1: none.
  int sideOfBox(std::int32_t side) const {
    const auto v = faceVertices(&match_.vertex[side / 4 * 4], side % 4);
    for (int s = 0; s < static_cast<int>(boxSides.size()); ++s) {
      const auto [direction, high] = boxSides[s];
      const double plane = box_[high][direction], near = nearPlane(box_);
      if (std::all_of(v.begin(), v.end(), [&, d = direction](std::int64_t place) {
            return std::abs(part_.vertices[3 * place + d] - plane) <= near;
          }))
        return s;
    }
    return -1;
  }

  [[noreturn]] void throwOffBox(std::int32_t side) const {
    throw InputError(
        fmt::format("{} lies on no side of the mesh's bounding box, ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, "
                    "{:.6g}) m, but `{}` is to be an absorbing layer: absorbing layers need a box: put a box of air "
                    "round the model and name its six sides",
                    describeFace(part_, side), box_[0][0], box_[0][1], box_[0][2], box_[1][0], box_[1][1], box_[1][2],
                    nameOfGroup(part_.faceGroup[side])));
  }

  void findGroupsOnSides() {
    isOnSide_.assign(slot(6, -1), 0);
    agreeOnErrors(comm_, [&] {
      for (std::int32_t side = 0; side < static_cast<std::int32_t>(match_.rank.size()); ++side) {
        if (!match_.isOuter(side)) continue;
        const int ofBox = sideOfBox(side);
        if (ofBox >= 0) isOnSide_[slot(ofBox, part_.faceGroup[side])] = 1;
        if (ofBox < 0 && isRequested(part_.faceGroup[side])) throwOffBox(side);
      }
    });
    mpiCheck(
        MPI_Allreduce(MPI_IN_PLACE, isOnSide_.data(), static_cast<int>(isOnSide_.size()), MPI_UINT8_T, MPI_MAX, comm_));
  }

  void requireOuterFaces() const {
    for (std::int32_t group = 0; group < static_cast<std::int32_t>(ofGroup_.size()); ++group) {
      bool isOuter = !isRequested(group);
      for (int s = 0; s < static_cast<int>(boxSides.size()); ++s) isOuter = isOuter || isOnSide_[slot(s, group)];
      require(isOuter,
              "surface `{}` is to be an absorbing layer but has no outer faces: absorbing layers grow from the sides "
              "of a box; name the sides of the box of air round the model",
              nameOfGroup(group));
    }
  }

  /// Thickness from the mean edge where none is given.
  void setMeanEdges() {
    const std::vector<double> mean = meanEdges(
        part_, match_, [&](std::int32_t group) { return isRequested(group) && ofGroup_[group].thickness == 0; }, comm_);
    for (std::size_t g = 0; g < ofGroup_.size(); ++g)
      if (mean[g] > 0) ofGroup_[g].thickness = ofGroup_[g].layers * mean[g];
  }

  [[noreturn]] void throwPartly(int side, std::int32_t group, std::int32_t other) const {
    const std::string rest = other < 0 ? "in no surface group" : fmt::format("`{}`", nameOfGroup(other));
    throw InputError(
        fmt::format("the absorbing layer on `{}` covers only a part of the side {} of the box; the rest is {}: give "
                    "the whole side one boundary",
                    nameOfGroup(group), nameOf(boxSides[side]), rest));
  }

  /// The layer that all groups on the side agree on.
  LayerSide layerOfSide(int side) const {
    std::vector<std::int32_t> groups, others;
    for (std::int32_t group = -1; group < static_cast<std::int32_t>(ofGroup_.size()); ++group)
      if (isOnSide_[slot(side, group)]) (isRequested(group) ? groups : others).push_back(group);
    if (groups.empty()) return {};
    if (!others.empty()) throwPartly(side, groups.front(), others.back());
    LayerSide layer = ofGroup_[groups.front()];
    for (int k = 1; k <= layer.layers; ++k) layer.ends.push_back(layer.thickness * k / layer.layers);
    for (const std::int32_t group : groups) {
      const LayerSide& other = ofGroup_[group];
      require(
          layer.layers == other.layers && layer.thickness == other.thickness,
          "the absorbing layers on `{}` ({} sub-layers, {:.6g} m) and `{}` ({} sub-layers, {:.6g} m) share the side "
          "{} of the box: give both the same number of sub-layers and the same thickness",
          nameOfGroup(groups.front()), layer.layers, layer.thickness, nameOfGroup(group), other.layers, other.thickness,
          nameOf(boxSides[side]));
    }
    return layer;
  }

  const MeshPart& part_;
  const FaceMatch& match_;
  MPI_Comm comm_;
  Box box_;
  std::vector<LayerSide> ofGroup_;      ///< [group] what is requested
  std::vector<std::uint8_t> isOnSide_;  ///< [slot] 1 where the side of the box has outer faces of the group
};

/// Finds out how the layer behind a port stands, before any has grown.
class PortPlan {
 public:
  /// `near`: distance up to which a vertex lies on a plane, m.
  PortPlan(const MeshPart& part, const FaceMatch& match, const LayerRequest& request, double near, MPI_Comm comm)
      : part_(part),
        match_(match),
        request_(request),
        near_(near),
        comm_(comm),
        name_(part.groups.surfaces[request.group]) {}

  /// Collective.
  PortLayer make() {
    findFaces();
    PortLayer port;
    port.side.direction = direction();
    port.plane = box_[0][port.side.direction];
    port.side.high = isHigh(port) ? 1 : 0;
    port.layer = {request_.layers, request_.thickness, -1, {}};
    if (port.layer.thickness == 0)
      port.layer.thickness = request_.layers * meanEdges(
                                                   part_, match_, [&](std::int32_t g) { return g == request_.group; },
                                                   comm_)[request_.group];
    for (int k = 1; k <= request_.layers; ++k) port.layer.ends.push_back(port.layer.thickness * k / request_.layers);
    port.room = box_;
    port.room[port.side.high][port.side.direction] += (port.side.high ? 1 : -1) * port.layer.thickness;
    agreeOnErrors(comm_, [&] { requireRoom(port); });
    return port;
  }

 private:
  /// Lists this rank's faces, and sets the box round those of all ranks.
  void findFaces() {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    box_ = {Vec3{infinity, infinity, infinity}, Vec3{-infinity, -infinity, -infinity}};
    agreeOnErrors(comm_, [&] {
      for (std::int32_t side = 0; side < static_cast<std::int32_t>(match_.rank.size()); ++side) {
        if (part_.faceGroup[side] != request_.group) continue;
        require(match_.isOuter(side),
                "{} lies inside the mesh, but `{}` is to be a port: a port lies on the outer surface: end the mesh "
                "there",
                describeFace(part_, side), name_);
        require(part_.kind[side / 4] == 0,
                "{} lies in an absorbing layer, but `{}` is to be a port: a port does not reach to a boundary with "
                "pml: put walls of pec or pmc round it",
                describeFace(part_, side), name_);
        faces_.push_back(side);
        for (const std::int64_t v : faceVertices(&match_.vertex[side / 4 * 4], side % 4)) include(vertexAt(part_, v));
      }
    });
    minInPlace(comm_, box_[0]);
    maxInPlace(comm_, box_[1]);
    require(sumOverRanks(comm_, static_cast<std::int64_t>(faces_.size())) > 0,
            "surface `{}` is to be a port but has no outer faces: name a surface at which the mesh ends", name_);
  }
  void include(const Vec3& x) {
    for (int d = 0; d < 3; ++d) {
      box_[0][d] = std::min(box_[0][d], x[d]);
      box_[1][d] = std::max(box_[1][d], x[d]);
    }
  }

  int direction() const {
    for (int d = 0; d < 3; ++d)
      if (box_[1][d] - box_[0][d] <= near_) return d;
    throw InputError(
        fmt::format("surface `{}` is to be a port but reaches from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, "
                    "{:.6g}) m: a port is plane and perpendicular to an axis: name such a part of the surface, or turn "
                    "the model",
                    name_, box_[0][0], box_[0][1], box_[0][2], box_[1][0], box_[1][1], box_[1][2]));
  }

  /// Whether the mesh lies below the plane.
  bool isHigh(const PortLayer& port) const {
    std::int64_t above = 0, below = 0;  // faces by the side on which the mesh is
    for (const std::int32_t side : faces_)
      ++(vertexAt(part_, match_.vertex[side])[port.side.direction] < port.plane ? below : above);
    above = sumOverRanks(comm_, above);
    below = sumOverRanks(comm_, below);
    require(above == 0 || below == 0,
            "surface `{}` is to be a port, but the mesh lies on both sides of its plane: make it two ports", name_);
    return below > 0;
  }

  /// Throws for an element that lies where the layer is to grow.
  void requireRoom(const PortLayer& port) const {
    const Box& room = port.room;
    for (std::size_t e = 0; e < part_.region.size(); ++e) {
      bool overlaps = true;
      for (int c = 0; c < 3; ++c) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (int v = 0; v < 4; ++v) {
          const double x = part_.vertices[3 * static_cast<std::size_t>(match_.vertex[4 * e + v]) + c];
          low = std::min(low, x);
          high = std::max(high, x);
        }
        overlaps = overlaps && low < room[1][c] - near_ && high > room[0][c] + near_;
      }
      require(
          !overlaps,
          "the port `{}` is continued by {:.6g} m, from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g}) m, but "
          "there the mesh has elements: leave that room free of the mesh, or give the port a thinner layer",
          name_, port.layer.thickness, room[0][0], room[0][1], room[0][2], room[1][0], room[1][1], room[1][2]);
    }
  }

  const MeshPart& part_;
  const FaceMatch& match_;
  const LayerRequest& request_;
  double near_;
  MPI_Comm comm_;
  const std::string& name_;
  std::vector<std::int32_t> faces_;
  Box box_;
};

/// What a rank asks or says of a mesh edge on the side of the box from which a layer grows.
struct EdgeWord {
  enum Kind : std::int32_t {
    base,   ///< a face of the side has this edge, and a strip of new faces grows from it
    outer,  ///< an outer face that ends here carries `group`
    inner   ///< an upright inner face that ends here carries `group`
  };
  std::array<std::int64_t, 2> key;  ///< global vertex ids, ascending
  std::int32_t group;
  Kind kind;
};

/// The faces that grow from a mesh edge.
struct Strip {
  std::int32_t group = -1;
  std::int32_t isOuter = 0;  ///< 1 if only one face of the side has the edge
};

/// What all ranks know of one edge.
Strip stripOf(const std::vector<std::vector<EdgeWord>>& received, std::span<const QuestionPlace> words) {
  int bases = 0;
  std::array<std::int32_t, 3> lowest{-1, -1, -1};  // [kind]
  for (const QuestionPlace& p : words) {
    const EdgeWord& word = received[p.rank][p.index];
    std::int32_t& group = lowest[word.kind];
    if (word.kind == EdgeWord::base) ++bases;
    if (word.kind != EdgeWord::base && (group < 0 || word.group < group)) group = word.group;
  }
  return bases == 1 ? Strip{lowest[EdgeWord::outer], 1} : Strip{lowest[EdgeWord::inner], 0};
}

std::vector<std::vector<Strip>> answerEdges(const std::vector<std::vector<EdgeWord>>& received) {
  std::vector<QuestionPlace> places = questionPlaces(received);
  const auto key = [&](const QuestionPlace& p) -> const auto& {
    return received[p.rank][p.index].key;
  };
  std::sort(places.begin(), places.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
  std::vector<std::vector<Strip>> answers(received.size());
  for (std::size_t r = 0; r < received.size(); ++r) answers[r].resize(received[r].size());
  for (std::size_t i = 0, j = 0; i < places.size(); i = j) {
    for (j = i + 1; j < places.size() && key(places[j]) == key(places[i]);) ++j;
    const Strip strip = stripOf(received, std::span(places).subspan(i, j - i));
    for (std::size_t k = i; k < j; ++k) answers[places[k].rank][places[k].index] = strip;
  }
  return answers;
}

/// A face from which prisms grow: the side of its element, the places of its vertices, and the strips that grow from
/// the edges opposite them.
struct BaseFace {
  std::int32_t side;
  std::array<std::int64_t, 3> vertex;
  std::array<Strip, 3> strip;
};

/// The copies of the vertices of a side of the box.
struct VertexCopies {
  std::vector<std::int64_t> base;  ///< places of this rank's vertices on the side, ascending
  std::int64_t first = 0;          ///< place of the first copy

  /// Place of the copy on plane `level`; 0 is the side of the box itself.
  std::int64_t place(std::int64_t vertex, int level) const {
    if (level == 0) return vertex;
    return first + (level - 1) * static_cast<std::int64_t>(base.size()) + placeOf(base, vertex);
  }
};

/// The part of a plane from which a layer grows.
struct Base {
  BoxSide side;             ///< its normal
  double plane = 0;         ///< coordinate in that direction, m
  double near = 0;          ///< distance from the plane up to which a vertex lies on it, m
  std::int32_t group = -1;  ///< surface group of its faces; -1: all outer faces on the plane
};

/// The mesh while the layers grow, one after the other.
class LayerGrowth {
 public:
  LayerGrowth(MeshPart& part, FaceMatch match, MPI_Comm comm)
      : part_(part), comm_(comm), vertex_(std::move(match.vertex)), isOuter_(match.rank.size()) {
    for (std::int32_t s = 0; s < static_cast<std::int32_t>(isOuter_.size()); ++s) isOuter_[s] = match.isOuter(s);
  }

  /// Adds a layer. Other surfaces than those of `excluded` may continue through it. Collective.
  void grow(const Base& base, const LayerSide& layer, std::span<const std::int32_t> excluded = {}) {
    findVerticesOn(base);
    std::vector<BaseFace> faces = baseFaces(base.group);
    agreeOnErrors(comm_, [&] { requireRoom(faces.size(), layer.layers); });
    askForStrips(base, faces);
    agreeOnErrors(comm_, [&] { requireOtherSurfaces(base, faces, excluded); });
    const VertexCopies copies = addVertices(base, layer, faces);
    addElements(base.side.direction, layer.layers, faces, copies);
  }

 private:
  std::array<std::int64_t, 3> placesOf(std::int32_t side) const {
    return faceVertices(&vertex_[side / 4 * 4], side % 4);
  }

  void findVerticesOn(const Base& base) {
    isOnPlane_.resize(part_.vertexId.size());
    for (std::size_t v = 0; v < isOnPlane_.size(); ++v)
      isOnPlane_[v] = std::abs(part_.vertices[3 * v + base.side.direction] - base.plane) <= base.near;
  }

  bool isBase(std::int32_t side, std::int32_t group) const {
    const auto v = placesOf(side);
    return isOuter_[side] && isOnPlane_[v[0]] && isOnPlane_[v[1]] && isOnPlane_[v[2]] &&
           (group < 0 || part_.faceGroup[side] == group);
  }
  std::vector<BaseFace> baseFaces(std::int32_t group) const {
    std::vector<BaseFace> faces;
    for (std::int32_t s = 0; s < static_cast<std::int32_t>(isOuter_.size()); ++s)
      if (isBase(s, group)) faces.push_back({s, placesOf(s), {}});
    return faces;
  }

  void requireOtherSurfaces(const Base& base, const std::vector<BaseFace>& faces,
                            std::span<const std::int32_t> excluded) const {
    for (const BaseFace& face : faces)
      for (const Strip& strip : face.strip)
        require(std::find(excluded.begin(), excluded.end(), strip.group) == excluded.end(),
                "the ports `{}` and `{}` touch each other, so that the walls of neither are known: put a conductor "
                "between them, or make them one port of several modes",
                part_.groups.surfaces[base.group], part_.groups.surfaces[strip.group]);
  }

  void requireRoom(std::size_t faces, int layers) const {
    constexpr std::size_t most = std::numeric_limits<std::int32_t>::max() / 4;
    const std::size_t elements = part_.region.size() + 3 * faces * static_cast<std::size_t>(layers);
    require(elements <= most,
            "one rank has {} elements with its absorbing layers, more than its 32-bit face numbers can name ({}): use "
            "more ranks or fewer sub-layers",
            elements, most);
  }

  bool isUpright(const std::array<std::int64_t, 3>& v, int direction) const {
    const Vec3 a = vertexAt(part_, v[0]);
    const Vec3 normal = cross(vertexAt(part_, v[1]) - a, vertexAt(part_, v[2]) - a);
    return std::abs(normal[direction]) <= uprightTolerance * norm(normal);
  }

  std::array<std::int64_t, 2> edgeKey(std::int64_t a, std::int64_t b) const {
    return {part_.vertexId[a], part_.vertexId[b]};
  }

  /// Adds what faces with a surface group say of their edges on the plane, where they end, or go on beside the base.
  void addFacesThatEnd(const Base& base, std::vector<EdgeWord>& words) const {
    for (std::int32_t s = 0; s < static_cast<std::int32_t>(isOuter_.size()); ++s) {
      if (part_.faceGroup[s] < 0 || isBase(s, base.group)) continue;
      const auto v = placesOf(s);
      if (!isOuter_[s] && !isUpright(v, base.side.direction)) continue;
      for (const auto& [a, b] : {std::pair{v[0], v[1]}, std::pair{v[0], v[2]}, std::pair{v[1], v[2]}})
        if (isOnPlane_[a] && isOnPlane_[b])
          words.push_back({edgeKey(a, b), part_.faceGroup[s], isOuter_[s] ? EdgeWord::outer : EdgeWord::inner});
    }
  }

  /// The faces on the two sides of a mesh edge may be on different ranks: these meet by the edge.
  void askForStrips(const Base& base, std::vector<BaseFace>& faces) const {
    std::vector<EdgeWord> words;
    for (const BaseFace& face : faces)
      for (int i = 0; i < 3; ++i)
        words.push_back({edgeKey(face.vertex[i == 0 ? 1 : 0], face.vertex[i == 2 ? 1 : 2]), -1, EdgeWord::base});
    addFacesThatEnd(base, words);
    const auto hash = [](const EdgeWord& word) { return mixHash(mixHash(0, word.key[0]), word.key[1]); };
    const std::vector<Strip> strips = rendezvous<Strip>(comm_, std::span<const EdgeWord>(words), hash, answerEdges);
    for (std::size_t f = 0; f < faces.size(); ++f)
      for (std::size_t i = 0; i < 3; ++i) faces[f].strip[i] = strips[3 * f + i];
  }

  /// Copies the vertices of the faces to each of the next planes. The ids ascend from plane to plane, and within a
  /// plane in the order of the vertices that are copied.
  VertexCopies addVertices(const Base& base, const LayerSide& layer, const std::vector<BaseFace>& faces) {
    VertexCopies copies;
    for (const BaseFace& face : faces) copies.base.insert(copies.base.end(), face.vertex.begin(), face.vertex.end());
    std::sort(copies.base.begin(), copies.base.end());
    copies.base.erase(std::unique(copies.base.begin(), copies.base.end()), copies.base.end());
    copies.first = static_cast<std::int64_t>(part_.vertexId.size());

    std::vector<std::int64_t> ids;
    for (const std::int64_t v : copies.base) ids.push_back(part_.vertexId[v]);
    const std::vector<std::int64_t> all = gatherIds(ids, comm_);
    const auto count = static_cast<std::int64_t>(all.size());
    const double outwards = base.side.high ? 1 : -1;
    for (int level = 1; level <= layer.layers; ++level) {
      for (const std::int64_t v : copies.base) {
        part_.vertexId.push_back(part_.totalVertices + placeOf(all, part_.vertexId[v]));
        Vec3 x = vertexAt(part_, v);
        x[base.side.direction] = base.plane + outwards * layer.ends[level - 1];
        part_.vertices.insert(part_.vertices.end(), x.begin(), x.end());
      }
      part_.totalVertices += count;
    }
    return copies;
  }

  /// Adds a tetrahedron of the region `region` with vertices at the ascending places `v`.
  void addElement(std::int64_t id, std::int32_t region, std::uint8_t kind, const std::array<std::int64_t, 4>& v,
                  const std::array<Strip, 4>& faces) {
    part_.elementId.push_back(id);
    part_.region.push_back(region);
    part_.kind.push_back(kind);
    for (const std::int64_t place : v) {
      part_.elementVertex.push_back(part_.vertexId[place]);
      vertex_.push_back(place);
    }
    for (const Strip& face : faces) {
      part_.faceGroup.push_back(face.group);
      isOuter_.push_back(face.isOuter != 0);
    }
  }

  /// Adds the prism between the triangles abc and def, d above a, as three tetrahedra. Every vertex above has a higher
  /// id than those below, and the lower vertex of an edge below meets the copy of the higher one: so prisms side by
  /// side fit together.
  void addPrism(std::int64_t id, int direction, const BaseFace& base, const std::array<std::int64_t, 6>& v,
                const Strip& top) {
    const std::int32_t region = part_.region[base.side / 4];
    const auto kind = static_cast<std::uint8_t>(part_.kind[base.side / 4] | 1 << direction);
    const auto& [bc, ac, ab] = base.strip;
    const Strip within;
    addElement(id, region, kind, {v[0], v[1], v[2], v[5]}, {bc, ac, within, within});
    addElement(id + 1, region, kind, {v[0], v[1], v[4], v[5]}, {bc, within, within, ab});
    addElement(id + 2, region, kind, {v[0], v[3], v[4], v[5]}, {top, within, ac, ab});
  }

  /// Adds the prisms over all faces. Ids ascend along the column over a face, and from face to face by global number.
  void addElements(int direction, int layers, const std::vector<BaseFace>& faces, const VertexCopies& copies) {
    std::vector<std::int64_t> numbers;
    for (const BaseFace& face : faces) numbers.push_back(globalSide(part_, face.side));
    const std::vector<std::int64_t> all = gatherIds(numbers, comm_);
    const std::int64_t inColumn = 3 * std::int64_t{layers};
    for (std::size_t f = 0; f < faces.size(); ++f) {
      const BaseFace& face = faces[f];
      const Strip end{part_.faceGroup[face.side], 1};
      part_.faceGroup[face.side] = -1;
      isOuter_[face.side] = 0;
      const std::int64_t column = part_.totalElements + inColumn * placeOf(all, numbers[f]);
      for (int level = 0; level < layers; ++level) {
        std::array<std::int64_t, 6> v;
        for (int i = 0; i < 6; ++i) v[i] = copies.place(face.vertex[i % 3], level + i / 3);
        addPrism(column + 3 * level, direction, face, v, level + 1 == layers ? end : Strip{});
      }
    }
    part_.totalElements += inColumn * static_cast<std::int64_t>(all.size());
  }

  MeshPart& part_;
  MPI_Comm comm_;
  std::vector<std::int64_t> vertex_;     ///< [n][4] the elements' vertices as places in vertexId
  std::vector<std::uint8_t> isOuter_;    ///< [n][4] 1 for outer faces
  std::vector<std::uint8_t> isOnPlane_;  ///< [vertex] 1 on the plane from which a layer grows
};

}  // namespace

LayerBox extrudeLayers(MeshPart& part, const std::vector<LayerRequest>& requests, MPI_Comm comm) {
  checkRequests(part, requests);
  if (requests.empty()) return {boundingBox(part.vertices, comm), {}};
  FaceMatch match = matchFaces(part, comm);
  const LayerBox box = LayerPlan(part, match, requests, comm).make();
  part.kind.resize(part.region.size(), 0);
  LayerGrowth growth(part, std::move(match), comm);
  for (const BoxSide& side : boxSides) {
    const LayerSide& layer = box.side[side.direction][side.high];
    if (layer.layers > 0) growth.grow({side, box.inner[side.high][side.direction], nearPlane(box.inner), -1}, layer);
  }
  return box;
}

std::vector<PortLayer> extrudePortLayers(MeshPart& part, const std::vector<LayerRequest>& requests, MPI_Comm comm) {
  checkRequests(part, requests);
  std::vector<PortLayer> layers;
  if (requests.empty()) return layers;
  FaceMatch match = matchFaces(part, comm);
  part.kind.resize(part.region.size(), 0);
  const double near = nearPlane(boundingBox(part.vertices, comm));
  std::vector<std::int32_t> groups;
  for (const LayerRequest& request : requests) {
    layers.push_back(PortPlan(part, match, request, near, comm).make());
    groups.push_back(request.group);
  }
  LayerGrowth growth(part, std::move(match), comm);
  for (std::size_t i = 0; i < layers.size(); ++i) {
    PortLayer& port = layers[i];
    port.firstElement = part.totalElements;
    growth.grow({port.side, port.plane, near, groups[i]}, port.layer, groups);
    port.totalElements = part.totalElements - port.firstElement;
  }
  return layers;
}

}  // namespace fluxtet::partition
