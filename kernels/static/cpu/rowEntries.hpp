// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/alignedArray.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

/// Entries of a matrix on their way to its rows: sorted by row, merged by column.
namespace fluxtet::statics::cpu {

/// An entry of one element in coordinate format: of the matrix or, with a special column, of the right-hand side.
template <class Real>
struct CooEntry {
  std::int32_t row, column;
  Real value;
};

/// Sorts entries by row, rows being in [0, maxRow], and keeps the order within a row: radix sort from the lowest digit.
/// `other` is of the same size and changes places with `entries`.
template <class Real>
void radixSortByRow(AlignedArray<CooEntry<Real>>& entries, AlignedArray<CooEntry<Real>>& other, std::int32_t maxRow,
                    int threads);

/// Sorts the entries of one row by `column`, sums those of equal columns in their old order, and returns the new end.
template <class Entry>
Entry* mergeColumns(Entry* begin, Entry* end) {
  const auto less = [](const Entry& a, const Entry& b) { return a.column < b.column; };
  // Rows are short but for those of conductors, whose nodes share one unknown.
  constexpr std::ptrdiff_t shortRow = 128;
  if (end - begin > shortRow) {
    std::stable_sort(begin, end, less);
  } else {
    for (Entry* next = begin; next < end; ++next) {
      const Entry entry = *next;
      Entry* place = next;
      for (; place > begin && less(entry, place[-1]); --place) *place = place[-1];
      *place = entry;
    }
  }
  if (begin == end) return end;
  Entry* last = begin;
  for (Entry* next = begin + 1; next < end; ++next) {
    if (next->column == last->column)
      last->value += next->value;
    else
      *++last = *next;
  }
  return last + 1;
}

}  // namespace fluxtet::statics::cpu
