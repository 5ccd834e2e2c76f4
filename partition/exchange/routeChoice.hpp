// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"

#include <span>

namespace fluxtet::dgtd {

/// What `dgtd.exchange` allows for the traces between GPUs. `automatic`: each pair of ranks uses the fastest route that
/// works. `peer` and `gpuAware`: this route only. `pinned`: page-locked host memory, which ranks of one host share; MPI
/// between hosts. `staged`: page-locked host memory and always MPI.
enum class RouteChoice { automatic, pinned, staged, gpuAware, peer };

inline constexpr Choice<RouteChoice> routeChoices[] = {{"auto", RouteChoice::automatic},
                                                       {"pinned", RouteChoice::pinned},
                                                       {"staged", RouteChoice::staged},
                                                       {"gpuAware", RouteChoice::gpuAware},
                                                       {"peer", RouteChoice::peer}};
constexpr std::span<const Choice<RouteChoice>> choicesOf(RouteChoice) {
  return routeChoices;
}

}  // namespace fluxtet::dgtd
