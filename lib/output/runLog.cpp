// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/runLog.hpp"

#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "lib/base/printable.hpp"
#include "lib/base/version.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <mutex>
#include <string_view>

namespace fs = std::filesystem;

namespace fluxtet {
namespace {

/// "2026-01-31T12:00:00+0100", local time.
std::string timeText(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S%z}", fmt::localtime(std::chrono::system_clock::to_time_t(time)));
}

/// Progress has no label.
std::string labelOf(spdlog::level::level_enum level) {
  if (level < spdlog::level::info) return {};
  const auto name = spdlog::level::to_string_view(level);
  return fmt::format("{}: ", std::string_view(name.data(), name.size()));
}

/// The sink of the default logger that keeps lines and warnings.
class Keeper final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  void open(const fs::path& file, const std::string& title) {
    const std::lock_guard lock(mutex_);
    if (file_) return;
    path_ = file.string();
    file_ = std::make_unique<FileDescriptor>(path_, O_WRONLY | O_APPEND | O_CREAT);
    failure_ = *file_ < 0 ? errno : 0;
    write(fmt::format("{} {}\n", timeText(start_), printable(title)));
    write(waiting_);
    waiting_.clear();
  }
  void requireWritten() {
    const std::lock_guard lock(mutex_);
    requireRun(failure_ == 0, "cannot write {}: {}: check the folder's permissions, the space left and the quota",
               path_, std::strerror(failure_));
  }
  std::vector<std::string> warnings() {
    const std::lock_guard lock(mutex_);
    return warnings_;
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    const std::string text(message.payload.data(), message.payload.size());
    if (message.level == spdlog::level::warn) warnings_.push_back(text);
    const std::string line = fmt::format("{} {}{}\n", timeText(message.time), labelOf(message.level), printable(text));
    if (file_)
      write(line);
    else
      waiting_ += line;
  }
  void flush_() override {}

 private:
  /// The first failure is kept, and nothing is written after it.
  void write(std::string_view text) {
    while (failure_ == 0 && !text.empty()) {
      const auto count = ::write(*file_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) failure_ = errno;
      if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  std::chrono::system_clock::time_point start_ = std::chrono::system_clock::now();
  std::string path_, waiting_;  ///< lines from before the file
  std::unique_ptr<FileDescriptor> file_;
  int failure_ = 0;  ///< errno
  std::vector<std::string> warnings_;
};

/// Belongs to the default logger; null where nothing is kept.
Keeper* keeper() {
  for (const auto& sink : spdlog::default_logger()->sinks())
    if (auto* found = dynamic_cast<Keeper*>(sink.get())) return found;
  return nullptr;
}

}  // namespace

void keepLog() {
  const auto logger = spdlog::default_logger();
  auto& sinks = logger->sinks();
  if (Keeper* earlier = keeper()) {
    std::erase_if(sinks, [&](const auto& sink) { return sink.get() == earlier; });
  } else {
    for (const auto& sink : sinks) sink->set_level(logger->level());
    logger->set_level(spdlog::level::debug);
  }
  sinks.push_back(std::make_shared<Keeper>());
}

void openLog(const fs::path& directory, const std::string& caseFile, const std::string& from) {
  if (Keeper* log = keeper()) {
    const std::string event = from.empty() ? "starts" : "goes on from " + from;
    log->open(directory / outputName::log, fmt::format("fluxtet {} ({}): {} {}", version(), commit(), caseFile, event));
    log->requireWritten();
  }
}

void requireLogWritten() {
  if (Keeper* log = keeper()) log->requireWritten();
}

std::size_t numWarnings() {
  Keeper* log = keeper();
  return log != nullptr ? log->warnings().size() : 0;
}

std::vector<std::string> warningsSince(std::size_t first) {
  std::vector<std::string> once;
  if (Keeper* log = keeper()) {
    std::vector<std::string> all = log->warnings();
    all.erase(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(first, all.size())));
    addMissingWarnings(once, all);
  }
  return once;
}

void addMissingWarnings(std::vector<std::string>& warnings, const std::vector<std::string>& more) {
  for (const std::string& warning : more)
    if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
}

}  // namespace fluxtet
