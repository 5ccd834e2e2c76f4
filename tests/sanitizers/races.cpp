// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// OpenMP loops that the thread sanitizer must find faulty ("race") or must accept ("correct").
#include <string_view>
#include <vector>

namespace {

constexpr int size = 1000;

/// Every thread adds to the same sum.
int race(const std::vector<int>& values) {
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < size; ++i) sum += values[static_cast<std::size_t>(i)];
  return sum;
}

/// What the CPU engine relies on: loops one after the other on the same data by other threads, and reductions.
int correct(std::vector<int>& values) {
  int sum = 0;
  for (int repeat = 0; repeat < 50; ++repeat) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < size; ++i) ++values[static_cast<std::size_t>(i)];
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int i = 0; i < size; ++i) sum += values[static_cast<std::size_t>(size - 1 - i)];
    values.assign(size, sum % 2);
  }
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view kind = argc > 1 ? argv[1] : "";
  std::vector<int> values(size, 1);
  if (kind == "race") return race(values) == 0;
  if (kind == "correct") return correct(values) == 0;
  return 2;
}
