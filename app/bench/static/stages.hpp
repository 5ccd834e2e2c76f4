// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/staticEngine.hpp"

#include <array>
#include <utility>

namespace fluxtet::bench {

/// The stages of an assembly by name, ms, in their order.
inline std::array<std::pair<const char*, double>, 7> stagesOf(const statics::StageTimes& times) {
  return {{{"adjacency", times.adjacency},
           {"colouring", times.colouring},
           {"integrate", times.integrate},
           {"sort", times.sort},
           {"reduce", times.reduce},
           {"convert", times.convert},
           {"boundary", times.boundary}}};
}

/// Their sum, ms.
inline double sumOfStages(const statics::StageTimes& times) {
  double sum = 0;
  for (const auto& [name, milliseconds] : stagesOf(times)) sum += milliseconds;
  return sum;
}

}  // namespace fluxtet::bench
