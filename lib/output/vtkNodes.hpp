// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet {

/// Cell types of VTK (vtkCellType.h): linear cells at P1, Lagrange cells above.
constexpr std::uint8_t vtkTriangleType(int order) {
  return order == 1 ? 5 : 69;
}
constexpr std::uint8_t vtkTetrahedronType(int order) {
  return order == 1 ? 10 : 71;
}

/// Nodes of VTK's Lagrange cells in VTK's order: vertices, edges, faces, interior. Each node as the barycentric
/// coordinates of the cell's vertices times the order (integers that sum to it).
std::vector<std::array<int, 3>> vtkTriangleNodes(int order);
std::vector<std::array<int, 4>> vtkTetrahedronNodes(int order);

}  // namespace fluxtet
