// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <array>
#include <cstddef>

namespace fluxtet::dgtd::cuda {

/// The edges t_k of an element from its first vertex, m, and the gradients g_k of the other vertices' barycentric
/// coordinates, 1/m: t_j . g_k = 1 if j = k, else 0. Covariant components of a field F are t_j . F.
struct ElementEdges {
  std::array<Vec3, 3> t, g;
  /// gradient [3][xyz]: those of an element in DgtdProblem::gradient.
  explicit ElementEdges(const double* gradient) {
    for (std::size_t k = 0; k < 3; ++k) g[k] = {gradient[3 * k], gradient[3 * k + 1], gradient[3 * k + 2]};
    const double delta = dot(g[0], cross(g[1], g[2]));
    for (std::size_t k = 0; k < 3; ++k) t[k] = 1 / delta * cross(g[(k + 1) % 3], g[(k + 2) % 3]);
  }
};

}  // namespace fluxtet::dgtd::cuda
