// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "base/log.hpp"

#include <spdlog/sinks/stdout_color_sinks.h>

namespace fluxtet {

void setUpLogging(int rank) {
  auto logger = spdlog::stderr_color_mt("fluxtet");
  if (rank == 0) {
    logger->set_pattern("%^%l:%$ %v");
    logger->set_level(spdlog::level::info);
  } else {
    logger->set_pattern(fmt::format("%^%l:%$ rank {}: %v", rank));
    logger->set_level(spdlog::level::warn);
  }
  spdlog::set_default_logger(logger);
}

}  // namespace fluxtet
