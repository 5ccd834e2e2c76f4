// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/femProblem.hpp"

#include <vector>

namespace fluxtet::test {

struct PieceOptions {
  statics::FormKind form = statics::FormKind::planar;
  int order = 1;
  int elements = 300;
  bool prescribed = true;  ///< nodes at one end have given values
  bool merged = true;      ///< nodes at the other end are one dof, which elements have several times
  bool negative = true;    ///< every fifth node has minus the value of its dof
  bool shuffled = false;   ///< elements and dofs in random order
  int cells = 0;           ///< of the box in each direction; 0: 13 in a plane, 4 in space
};

/// A small problem with its coefficients (three regions) and loads.
struct StaticPiece {
  statics::FemProblem problem;
  std::vector<statics::ElementCoefficients> coefficients;
  statics::FemLoads loads;
};

/// The first elements of a perturbed box of triangles or tetrahedra, about a metre long. Coordinates are multiples of
/// 2^-10 m, so that they are the same in single precision. Axisymmetric pieces touch the axis.
StaticPiece makePiece(const PieceOptions& options);

}  // namespace fluxtet::test
