// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/spectrum.hpp"

#include <Eigen/Dense>

#include <complex>
#include <cstddef>
#include <cstdint>

namespace fluxtet::dgtd {

/// Values of a phasor at the nodes of an element or face, [node][xyz].
using NodalPhasor = Eigen::Matrix<std::complex<double>, Eigen::Dynamic, 3>;

/// Those of row `row` of a field [row][node][xyz] with `np` nodes in each.
template <class Real>
NodalPhasor phasorOf(const ComplexField<Real>& field, std::int32_t row, int np) {
  NodalPhasor values(np, 3);
  const std::size_t begin = static_cast<std::size_t>(row) * static_cast<std::size_t>(np) * 3;
  for (int n = 0; n < np; ++n)
    for (int c = 0; c < 3; ++c) {
      const std::size_t at = begin + static_cast<std::size_t>(3 * n + c);
      values(n, c) = {static_cast<double>(field.re[at]), static_cast<double>(field.im[at])};
    }
  return values;
}

}  // namespace fluxtet::dgtd
