// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/farField/gaussLegendre.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>

namespace fluxtet::farField {

GaussLegendre gaussLegendre(int count) {
  // Golub, Welsch, "Calculation of Gauss quadrature rules", Math. Comp. 23 (1969): eigenvalues of the Jacobi matrix,
  // and the first components of its eigenvectors.
  Eigen::VectorXd diagonal = Eigen::VectorXd::Zero(count), beside(count > 1 ? count - 1 : 0);
  for (int i = 1; i < count; ++i) beside[i - 1] = i / std::sqrt(4.0 * i * i - 1);
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(diagonal, beside);
  GaussLegendre rule;
  for (int i = 0; i < count; ++i) {
    rule.points.push_back(solver.eigenvalues()[i]);
    rule.weights.push_back(2 * solver.eigenvectors()(0, i) * solver.eigenvectors()(0, i));
  }
  return rule;
}

}  // namespace fluxtet::farField
