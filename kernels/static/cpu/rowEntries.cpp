// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/rowEntries.hpp"

#include "kernels/static/cpu/parallel.hpp"

#include <array>
#include <utility>
#include <vector>

namespace fluxtet::statics::cpu {

namespace {

constexpr int digitBits = 11;  // the counters of a digit stay in the first cache
constexpr std::size_t digits = std::size_t(1) << digitBits;
using Counters = std::array<std::int64_t, digits>;

/// Turns the counts of all threads' parts into the places of their first entries: by digit, then by thread.
void countsToPlaces(std::vector<Counters>& counters) {
  std::int64_t place = 0;
  for (std::size_t digit = 0; digit < digits; ++digit)
    for (Counters& counter : counters) place += std::exchange(counter[digit], place);
}

}  // namespace

template <class Real>
void radixSortByRow(AlignedArray<CooEntry<Real>>& entries, AlignedArray<CooEntry<Real>>& other, std::int32_t maxRow,
                    int threads) {
  const auto size = static_cast<std::int64_t>(entries.size());
  for (int shift = 0; shift < 31 && maxRow >> shift > 0; shift += digitBits) {
    const auto digitOf = [shift](const CooEntry<Real>& entry) {
      return static_cast<std::size_t>(entry.row >> shift) & (digits - 1);
    };
    std::vector<Counters> counters(static_cast<std::size_t>(threads), Counters{});
    forRanges(threads, size, [&](IndexRange range, int thread) {
      Counters& count = counters[static_cast<std::size_t>(thread)];
      for (std::int64_t i = range.begin; i < range.end; ++i) ++count[digitOf(entries[static_cast<std::size_t>(i)])];
    });
    countsToPlaces(counters);
    forRanges(threads, size, [&](IndexRange range, int thread) {
      Counters& place = counters[static_cast<std::size_t>(thread)];
      for (std::int64_t i = range.begin; i < range.end; ++i) {
        const CooEntry<Real>& entry = entries[static_cast<std::size_t>(i)];
        other[static_cast<std::size_t>(place[digitOf(entry)]++)] = entry;
      }
    });
    std::swap(entries, other);
  }
}

template void radixSortByRow(AlignedArray<CooEntry<float>>&, AlignedArray<CooEntry<float>>&, std::int32_t, int);
template void radixSortByRow(AlignedArray<CooEntry<double>>&, AlignedArray<CooEntry<double>>&, std::int32_t, int);

}  // namespace fluxtet::statics::cpu
