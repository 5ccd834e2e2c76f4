// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/cellSet.hpp"

#include "lib/base/error.hpp"
#include "lib/mesh/subMeshGeometry.hpp"
#include "lib/output/vtkNodes.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace fluxtet {

namespace {

/// The three vertices of face f, ascending.
std::array<int, 3> faceVertices(int f) {
  std::array<int, 3> vertices{};
  for (int v = 0, i = 0; v < 4; ++v)
    if (v != f) vertices[i++] = v;
  return vertices;
}

/// Element nodes of a VTK cell whose vertex k is vertex `vertices[k]` of the element.
template <std::size_t N>
std::vector<int> elementNodes(const std::vector<std::array<int, N>>& vtkNodes, const std::array<int, N>& vertices,
                              const ReferenceElement& basis) {
  std::map<std::array<int, 4>, int> nodeAt;
  for (int n = 0; n < basis.np(); ++n) nodeAt[basis.nodeIndex(n)] = n;
  std::vector<int> result;
  for (const auto& node : vtkNodes) {
    std::array<int, 4> index{};
    for (std::size_t k = 0; k < N; ++k) index[vertices[k]] = node[k];
    result.push_back(nodeAt.at(index));
  }
  return result;
}

bool isPositive(const SubMesh& mesh, std::int32_t element) {
  const Vec3 a = vertexOf(mesh, element, 0);
  return dot(cross(vertexOf(mesh, element, 1) - a, vertexOf(mesh, element, 2) - a), vertexOf(mesh, element, 3) - a) > 0;
}

/// True if the face's ascending vertices turn counter-clockwise when seen from outside the element.
bool pointsOutward(const SubMesh& mesh, std::int32_t element, int f) {
  const auto [a, b, c] = faceVertices(f);
  const Vec3 xa = vertexOf(mesh, element, a);
  const Vec3 normal = cross(vertexOf(mesh, element, b) - xa, vertexOf(mesh, element, c) - xa);
  return dot(normal, xa - vertexOf(mesh, element, f)) > 0;
}

/// chosen[g]: the group named names[g] is among `wanted`.
std::vector<bool> chosenGroups(const std::vector<std::string>& names, const std::vector<std::string>& wanted,
                               const char* what, const CellSelection& selection) {
  std::vector<bool> chosen(names.size(), false);
  for (const auto& name : wanted) {
    const std::int32_t group = groupIndex(names, name);
    require(group >= 0, "{}: {}: the mesh has no {} \"{}\"", toString(selection.mark), selection.output, what, name);
    chosen[static_cast<std::size_t>(group)] = true;
  }
  return chosen;
}

bool centroidInBox(const SubMesh& mesh, std::int32_t element, const std::array<Vec3, 2>& box) {
  const Vec3 centre = centroidOf(mesh, element);
  for (int i = 0; i < 3; ++i)
    if (centre[i] < box[0][i] || centre[i] > box[1][i]) return false;
  return true;
}

}  // namespace

CellSet selectElements(const CellSelection& selection, const SubMesh& mesh, const ReferenceElement& basis) {
  const auto nodes = vtkTetrahedronNodes(basis.order());
  CellSet cells;
  cells.vtkType = vtkTetrahedronType(basis.order());
  cells.nodesPerCell = basis.np();
  cells.totalIds = mesh.totalElements;
  // Vertices stand in the order of their global ids, which leaves half of the elements inverted: those swap two.
  cells.elementNode = {elementNodes<4>(nodes, {0, 1, 2, 3}, basis), elementNodes<4>(nodes, {0, 1, 3, 2}, basis)};
  const auto chosen = chosenGroups(mesh.groups.regions, selection.regions, "region", selection);
  for (std::int32_t e = 0; e < mesh.numElements; ++e) {
    if (!selection.regions.empty() && !chosen[mesh.region[e]]) continue;
    if (selection.box && !centroidInBox(mesh, e, *selection.box)) continue;
    cells.id.push_back(mesh.elementId[e]);
    cells.element.push_back(e);
    cells.nodeOrder.push_back(isPositive(mesh, e) ? 0 : 1);
  }
  return cells;
}

CellSet selectFaces(const CellSelection& selection, const SubMesh& mesh, const ReferenceElement& basis) {
  const auto nodes = vtkTriangleNodes(basis.order());
  CellSet cells;
  cells.isSurface = true;
  cells.vtkType = vtkTriangleType(basis.order());
  cells.nodesPerCell = basis.nf();
  cells.totalIds = 4 * mesh.totalElements;
  for (int f = 0; f < 4; ++f) {
    const auto [a, b, c] = faceVertices(f);
    cells.elementNode.push_back(elementNodes<3>(nodes, {a, b, c}, basis));
    cells.elementNode.push_back(elementNodes<3>(nodes, {a, c, b}, basis));
  }
  const auto chosen = chosenGroups(mesh.groups.surfaces, selection.boundaries, "surface", selection);
  for (std::int32_t e = 0; e < mesh.numElements; ++e)
    for (int f = 0; f < 4; ++f) {
      const std::int32_t group = mesh.faceGroup[4 * static_cast<std::size_t>(e) + f];
      if (group < 0 || !chosen[group]) continue;
      cells.id.push_back(4 * mesh.elementId[e] + f);
      cells.element.push_back(e);
      cells.nodeOrder.push_back(static_cast<std::uint8_t>(2 * f + (pointsOutward(mesh, e, f) ? 0 : 1)));
      cells.surface.push_back(group);
    }
  return cells;
}

std::vector<float> cellPoints(const CellSet& cells, const SubMesh& mesh, const ReferenceElement& basis) {
  std::vector<float> points;
  points.reserve(cells.size() * cells.nodesPerCell * 3);
  for (std::size_t c = 0; c < cells.size(); ++c)
    for (int m = 0; m < cells.nodesPerCell; ++m) {
      const Vec3 x = pointAt(mesh, cells.element[c], basis.node(cells.nodeOf(c, m)));
      for (const double xi : x) points.push_back(static_cast<float>(xi));
    }
  return points;
}

template <class Real>
std::vector<float> cellValues(const CellSet& cells, std::span<const Real> field, int nodesPerElement, double factor) {
  std::vector<float> values;
  values.reserve(cells.size() * cells.nodesPerCell * 3);
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const Real* ofElement = &field[static_cast<std::size_t>(cells.element[c]) * nodesPerElement * 3];
    for (int m = 0; m < cells.nodesPerCell; ++m)
      for (int i = 0; i < 3; ++i)
        values.push_back(static_cast<float>(factor * static_cast<double>(ofElement[3 * cells.nodeOf(c, m) + i])));
  }
  return values;
}

template std::vector<float> cellValues(const CellSet&, std::span<const float>, int, double);
template std::vector<float> cellValues(const CellSet&, std::span<const double>, int, double);

}  // namespace fluxtet
