// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace fluxtet::statics {

/// Sum of ofElement(e) over all elements, in the unit of the function and in an order that does not depend on the
/// number of threads.
template <class Function>
double sumOverElements(std::int32_t numElements, const Function& ofElement) {
  constexpr std::int64_t block = 2048;
  const std::int64_t blocks = (numElements + block - 1) / block;
  std::vector<double> part(static_cast<std::size_t>(blocks), 0.0);
#pragma omp parallel for schedule(static)
  for (std::int64_t b = 0; b < blocks; ++b) {
    const std::int64_t end = std::min<std::int64_t>(numElements, (b + 1) * block);
    double sum = 0;
    for (std::int64_t e = b * block; e < end; ++e) sum += ofElement(static_cast<std::int32_t>(e));
    part[static_cast<std::size_t>(b)] = sum;
  }
  return std::accumulate(part.begin(), part.end(), 0.0);
}

}  // namespace fluxtet::statics
