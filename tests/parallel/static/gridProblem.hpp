// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/csrMatrix.hpp"
#include "kernels/static/femProblem.hpp"

#include <cstdint>
#include <vector>

namespace fluxtet::test {

/// A static problem on the whole mesh, with what it is excited by.
struct GridProblem {
  statics::FemProblem problem;
  std::vector<statics::ElementCoefficients> coefficients;
  statics::FemLoads loads;
};

/// How the potential is fixed on a grid.
enum class GridSides {
  leftRight,     ///< 0 V on the left side, 1 V on the right one
  none,          ///< nowhere
  antiperiodic,  ///< minus the left side's on the right side
  floating       ///< as leftRight, and the nodes of the middle line (plane) have one unknown, with a charge
};

/// The unit square of n x n cells of two triangles, with charge everywhere and `jump` times the coefficient in a disc.
/// Nodes are moved by a hash, so that no two elements are alike.
GridProblem squareGrid(int n, GridSides sides, double jump = 1, statics::FormKind form = statics::FormKind::planar);
/// The unit cube of n x n x n cells of six tetrahedra, likewise.
GridProblem cubeGrid(int n, GridSides sides, double jump = 1);

/// The matrix and right-hand side by a plain loop over elements.
struct PlainSystem {
  statics::CsrMatrix<double> matrix;
  std::vector<double> rightHandSide;
};
PlainSystem assemblePlainly(const GridProblem& grid);

/// A x.
std::vector<double> product(const statics::CsrMatrix<double>& matrix, const std::vector<double>& x);

}  // namespace fluxtet::test
