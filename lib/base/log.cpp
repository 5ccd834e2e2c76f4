// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/log.hpp"

#include "lib/base/printable.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include <memory>

namespace fluxtet {
namespace {

/// The message, as it may go to a terminal.
class PrintableMessage : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& line) override {
    const std::string text = printable({message.payload.data(), message.payload.size()});
    line.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<spdlog::custom_flag_formatter> clone() const override { return std::make_unique<PrintableMessage>(); }
};

}  // namespace

void setUpLogging(int rank) {
  auto logger = spdlog::stderr_color_mt("fluxtet");
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<PrintableMessage>('*');
  formatter->set_pattern(rank == 0 ? "%^%l:%$ %*" : fmt::format("%^%l:%$ rank {}: %*", rank));
  logger->set_formatter(std::move(formatter));
  logger->set_level(rank == 0 ? spdlog::level::info : spdlog::level::warn);
  spdlog::set_default_logger(logger);
}

}  // namespace fluxtet
