// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace fluxtet::statics {

/// Which weak form an element integrates (docs/theory.md, statics). c, s, d are constant in an element, v is a test
/// function.
enum class FormKind : std::uint8_t {
  planar,         ///< triangles:  int c grad u . grad v = int s v + d . grad v, per metre of depth
  axisymmetric,   ///< triangles in (r, z): the same with the weight 2 pi r
  axisymmetricA,  ///< triangles in (r, z), u = A_phi, which is 0 on the axis, B_r = -du/dz and B_z = du/dr + u / r:
                  ///< int c B(u) . B(v) 2 pi r = int (s v + d . B(v)) 2 pi r
  solid           ///< tetrahedra: as planar, in three dimensions
};
/// Dimension of the elements: 2 for triangles, 3 for tetrahedra.
constexpr int dimensionOf(FormKind form) {
  return form == FormKind::solid ? 3 : 2;
}
/// Number of nodes of an element: vertices, at order 2 also the middles of edges in the order 01 02 12 (03 13 23).
constexpr int nodesPerElement(FormKind form, int order) {
  return form == FormKind::solid ? (order == 1 ? 4 : 10) : (order == 1 ? 3 : 6);
}

/// Data of one rank's elements that an engine needs, in host memory. Indices are local.
struct FemProblem {
  FormKind form = FormKind::planar;
  int order = 1;                            ///< 1 or 2
  std::vector<double> vertices;             ///< [numVertices][dimension] m
  std::vector<std::int32_t> elementVertex;  ///< [numElements][dimension + 1], positively oriented
  /// [numElements][nodesPerElement] unknown of each node: a dof >= 0, or -1 - k for the prescribed value k. Nodes that
  /// share a value (floating conductors, periodic pairs) have the same dof; within an element a dof may occur several
  /// times.
  std::vector<std::int32_t> elementDof;
  /// [numElements] bit a: node a has minus its dof or prescribed value (antiperiodic pairs). Empty: no node has.
  std::vector<std::uint16_t> elementSign;
  /// [numElements] < numCoefficientSets: which coefficients an element has. The elements of a region share a set where
  /// its material is linear; each may have one of its own.
  std::vector<std::int32_t> coefficientSet;
  std::int32_t numDofs = 0, numPrescribed = 0, numCoefficientSets = 0;

  std::int32_t numElements() const { return static_cast<std::int32_t>(coefficientSet.size()); }
  std::int32_t numVertices() const { return static_cast<std::int32_t>(vertices.size()) / dimensionOf(form); }
};

/// Material and sources of an element, as the weak form sees them (FormKind), SI.
struct ElementCoefficients {
  double c = 1;  ///< epsilon, mu, or 1/mu
  double s = 0;  ///< charge density, current density
  std::array<double, 3>
      d{};  ///< remanence: B_r for the magnetic scalar potential; (-B_ry, B_rx)/mu for A_z; (B_rr, B_rz)/mu for A_phi
};

/// The right-hand side beside the elements' sources. Prescribed values have the unit of the potential, the others that
/// of an element's right-hand side.
struct FemLoads {
  std::vector<double> prescribed;  ///< [numPrescribed] values of the prescribed nodes
  std::vector<std::pair<std::int32_t, double>>
      atDofs;  ///< added to a dof's entry: charges, boundary integrals; dofs may repeat
};

}  // namespace fluxtet::statics
