// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"

#include <Eigen/Dense>

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::farField {

/// Quadrature points on faces of elements, exact for polynomials of degree 2p + 2 on a face: a product of two
/// Gauss-Legendre rules, collapsed to the triangle.
struct SurfacePoints {
  SurfacePoints(const SubMesh& mesh, const ReferenceElement& basis, std::span<const std::int32_t> faces);

  std::size_t pointsPerFace() const { return static_cast<std::size_t>(fromNodes.rows()); }

  std::vector<Vec3> position;  ///< [face][point] m
  std::vector<double> weight;  ///< [face][point] m^2
  std::vector<Vec3> normal;    ///< [face] unit, out of the face's element
  Eigen::MatrixXd fromNodes;   ///< [point][Nf] values of the basis functions of the nodes of a face
};

}  // namespace fluxtet::farField
