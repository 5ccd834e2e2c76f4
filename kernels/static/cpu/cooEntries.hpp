// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/alignedArray.hpp"

#include <cstdint>

namespace fluxtet::cpu {

/// One contribution to the matrix or, with a special column, to the right-hand side.
template <class Real>
struct CooEntry {
  std::int32_t row, column;
  Real value;
};

/// Sorts by row, rows being in [0, maxRow], and keeps the order within a row: radix sort from the lowest digit. `other`
/// is of the same size and changes places with `entries`.
template <class Real>
void radixSortByRow(AlignedArray<CooEntry<Real>>& entries, AlignedArray<CooEntry<Real>>& other, std::int32_t maxRow,
                    int threads);

}  // namespace fluxtet::cpu
