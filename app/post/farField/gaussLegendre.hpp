// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace fluxtet::farField {

/// Points in (-1, 1) and weights, which sum to 2, of the Gauss-Legendre rule with `count` points: exact for polynomials
/// of degree 2 count - 1.
struct GaussLegendre {
  std::vector<double> points, weights;
};
GaussLegendre gaussLegendre(int count);

}  // namespace fluxtet::farField
