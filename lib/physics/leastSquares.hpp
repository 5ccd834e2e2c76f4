// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace fluxtet {

/// Returns the x >= 0 that makes |A x - b| least, by the method of active sets of Lawson and Hanson, Solving Least
/// Squares Problems (1974), chapter 23. `A`: [rows][columns], columns not zero; `b`: [rows].
Eigen::VectorXd nonNegativeLeastSquares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace fluxtet
