// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/caseRun.hpp"

#include <cmath>
#include <complex>
#include <cstddef>

namespace fluxtet::test {

/// What S[row] of a table of S-parameters is.
inline std::complex<double> sAt(const Table& table, std::size_t row) {
  return {table["S_re"][row], table["S_im"][row]};
}

/// A ratio of amplitudes in dB.
inline double decibels(double ratio) {
  return 20 * std::log10(ratio);
}

}  // namespace fluxtet::test
