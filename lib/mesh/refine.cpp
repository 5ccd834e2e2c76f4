// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/refine.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/edgeTable.hpp"

#include <array>

namespace fluxtet {
namespace {

/// A child's vertex: the midpoint of two parent vertices, or (twice the same) one of them.
struct Midpoint {
  int a, b;
};
using Child = std::array<Midpoint, 4>;

/// Bey's children, each with its vertices in Bey's order, which is the lexicographic order of the pairs.
constexpr std::array<Child, 8> children{{{{{0, 0}, {0, 1}, {0, 2}, {0, 3}}},
                                         {{{0, 1}, {1, 1}, {1, 2}, {1, 3}}},
                                         {{{0, 2}, {1, 2}, {2, 2}, {2, 3}}},
                                         {{{0, 3}, {1, 3}, {2, 3}, {3, 3}}},
                                         {{{0, 1}, {0, 2}, {0, 3}, {1, 3}}},
                                         {{{0, 1}, {0, 2}, {1, 2}, {1, 3}}},
                                         {{{0, 2}, {0, 3}, {1, 3}, {2, 3}}},
                                         {{{0, 2}, {1, 2}, {1, 3}, {2, 3}}}}};

/// The parent's face on which face `face` of the child lies, or -1: the one whose opposite vertex none of its vertices
/// involves.
constexpr int parentFace(const Child& child, int face) {
  for (int f = 0; f < 4; ++f) {
    bool lies = true;
    for (int v = 0; v < 4; ++v) lies = lies && (v == face || (child[v].a != f && child[v].b != f));
    if (lies) return f;
  }
  return -1;
}

/// New ids: vertex a comes before the midpoints of its edges (a, b), a < b; these in the order of the edge table.
class RefinedIds {
 public:
  RefinedIds(const EdgeTable& edges, std::int64_t numVertices) : edges_(edges), first_(numVertices) {
    std::int64_t next = 0;
    for (std::int64_t v = 0; v < numVertices; ++v) {
      first_[v] = next;
      next += 1 + static_cast<std::int64_t>(edges.upper(v).size());
    }
    total_ = next;
  }
  std::int64_t total() const { return total_; }
  std::int64_t vertex(std::int64_t a) const { return first_[a]; }
  /// Edges are numbered through, so edge number + vertices up to a is the place.
  std::int64_t midpoint(std::int64_t a, std::int64_t b) const { return edges_.edge(a, b) + a + 1; }

 private:
  const EdgeTable& edges_;
  std::vector<std::int64_t> first_;
  std::int64_t total_ = 0;
};

std::vector<double> refinedVertices(const Mesh& mesh, const EdgeTable& edges, const RefinedIds& ids) {
  std::vector<double> vertices;
  vertices.reserve(3 * static_cast<std::size_t>(ids.total()));
  for (std::int64_t a = 0; a < mesh.numVertices(); ++a) {
    const double* xa = &mesh.vertices[3 * a];
    vertices.insert(vertices.end(), xa, xa + 3);
    for (const std::int64_t b : edges.upper(a))
      for (int i = 0; i < 3; ++i) vertices.push_back(0.5 * (xa[i] + mesh.vertices[3 * b + i]));
  }
  return vertices;
}

void addChildren(const Mesh& mesh, std::int64_t e, const RefinedIds& ids, Mesh& fine) {
  const std::int64_t* corner = &mesh.elements[4 * e];
  std::array<std::array<std::int64_t, 4>, 4> id;
  for (int a = 0; a < 4; ++a) {
    id[a][a] = ids.vertex(corner[a]);
    for (int b = a + 1; b < 4; ++b) id[a][b] = ids.midpoint(corner[a], corner[b]);
  }
  for (int c = 0; c < 8; ++c) {
    for (const Midpoint& m : children[c]) fine.elements.push_back(id[m.a][m.b]);
    for (int f = 0; f < 4; ++f) {
      const int parent = parentFace(children[c], f);
      fine.faceGroup.push_back(parent < 0 ? -1 : mesh.faceGroup[4 * e + parent]);
    }
    fine.region.push_back(mesh.region[e]);
  }
}

}  // namespace

Mesh refineUniformly(Mesh mesh) {
  const std::int64_t n = mesh.numElements();
  require(n <= (std::int64_t{1} << 28), "refining {} elements makes more than 2^31: use fewer refinements", n);
  const EdgeTable edges(mesh.elements, mesh.numVertices());
  const RefinedIds ids(edges, mesh.numVertices());
  Mesh fine;
  fine.vertices = refinedVertices(mesh, edges, ids);
  mesh.vertices = {};
  fine.elements.reserve(32 * static_cast<std::size_t>(n));
  fine.faceGroup.reserve(32 * static_cast<std::size_t>(n));
  fine.region.reserve(8 * static_cast<std::size_t>(n));
  for (std::int64_t e = 0; e < n; ++e) addChildren(mesh, e, ids, fine);
  fine.groups = std::move(mesh.groups);
  return fine;
}

}  // namespace fluxtet
