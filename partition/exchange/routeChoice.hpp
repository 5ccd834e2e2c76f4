// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"

#include <span>

namespace fluxtet {

/// How traces go from GPU to GPU: `automatic` takes for each pair of ranks the best of the others that works.
/// `pinned` and `staged` go through page-locked host memory: `pinned` through memory that ranks of one host share, by
/// MPI elsewhere, `staged` always by MPI.
enum class RouteChoice { automatic, pinned, staged, gpuAware, peer };

inline constexpr Choice<RouteChoice> routeChoices[] = {{"auto", RouteChoice::automatic},
                                                       {"pinned", RouteChoice::pinned},
                                                       {"staged", RouteChoice::staged},
                                                       {"gpuAware", RouteChoice::gpuAware},
                                                       {"peer", RouteChoice::peer}};
constexpr std::span<const Choice<RouteChoice>> choicesOf(RouteChoice) {
  return routeChoices;
}

}  // namespace fluxtet
