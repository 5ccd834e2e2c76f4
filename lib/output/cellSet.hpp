// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"
#include "lib/base/vec3.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// The cells of one rank that a file shows: elements, or faces of elements, with their nodes in VTK's order and
/// orientation.
struct CellSet {
  bool isSurface = false;  ///< cells are faces of elements
  std::uint8_t vtkType = 0;
  int nodesPerCell = 0;
  std::vector<std::int64_t> id;               ///< [cells] distinct over all ranks; the order of the cells in the file
  std::int64_t totalIds = 0;                  ///< ids lie in 0..totalIds-1
  std::vector<std::int32_t> element;          ///< [cells] local element
  std::vector<std::uint8_t> nodeOrder;        ///< [cells] row of `elementNode`
  std::vector<std::vector<int>> elementNode;  ///< [row][nodesPerCell] element node that is node m of the cell
  std::vector<std::int32_t> surface;          ///< [cells] index of the surface group; of faces

  std::size_t size() const { return id.size(); }
  /// Element node that is node m of cell c.
  int nodeOf(std::size_t c, int m) const { return elementNode[nodeOrder[c]][m]; }
};

/// The part of the mesh that an output shows.
struct CellSelection {
  std::string output;                        ///< its key, for messages
  std::vector<std::string> regions{};        ///< only these volumes; empty: all
  std::vector<std::string> boundaries{};     ///< surfaces (triangles)
  std::optional<std::array<Vec3, 2>> box{};  ///< only elements whose centroid lies in [min, max], m
  Mark mark{};
};

/// Whether an output shows elements: not if only surfaces are chosen.
inline bool showsElements(const CellSelection& selection) {
  return selection.boundaries.empty() || !selection.regions.empty() || selection.box;
}
/// The elements of the regions and of the box (of all where they are not given).
CellSet selectElements(const CellSelection& selection, const SubMesh& mesh, const ReferenceElement& basis);
/// The faces of the surfaces, normals pointing out of their element; a face inside the volume stands there from both
/// sides.
CellSet selectFaces(const CellSelection& selection, const SubMesh& mesh, const ReferenceElement& basis);

/// Node coordinates [cells][nodesPerCell][xyz], m.
std::vector<float> cellPoints(const CellSet& cells, const SubMesh& mesh, const ReferenceElement& basis);
/// Values of a nodal field [element][node][xyz] at the cells' nodes, times `factor`: [cells][nodesPerCell][xyz].
template <class Real>
std::vector<float> cellValues(const CellSet& cells, std::span<const Real> field, int nodesPerElement, double factor);

}  // namespace fluxtet
