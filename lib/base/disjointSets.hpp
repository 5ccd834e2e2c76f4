// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace fluxtet {

/// Numbers 0 to n - 1 in sets that grow together; at first each is alone. The least number of a set names it.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::size_t i, std::size_t j) {
    i = find(i), j = find(j);
    parent_[std::max(i, j)] = std::min(i, j);
  }
  /// The number of each one's set, [n]. Sets are numbered from 0 in the order of their first members.
  std::vector<std::size_t> numbers() {
    std::vector<std::size_t> number(parent_.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < number.size(); ++i) {
      const std::size_t first = find(i);
      number[i] = first == i ? count++ : number[first];
    }
    return number;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace fluxtet
