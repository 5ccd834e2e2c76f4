// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"

#include <span>

namespace fluxtet::dgtd {

/// How traces go from GPU to GPU: `automatic` takes for each pair of ranks the best of the others that works.
/// `pinned` and `staged` go through page-locked host memory: `pinned` through memory that ranks of one host share, by
/// MPI elsewhere, `staged` always by MPI.
enum class ExchangeWay { automatic, pinned, staged, gpuAware, peer };

inline constexpr Choice<ExchangeWay> exchangeWays[] = {{"auto", ExchangeWay::automatic},
                                                       {"pinned", ExchangeWay::pinned},
                                                       {"staged", ExchangeWay::staged},
                                                       {"gpuAware", ExchangeWay::gpuAware},
                                                       {"peer", ExchangeWay::peer}};
constexpr std::span<const Choice<ExchangeWay>> choicesOf(ExchangeWay) {
  return exchangeWays;
}

}  // namespace fluxtet::dgtd
