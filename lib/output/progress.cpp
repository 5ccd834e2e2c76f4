// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/progress.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

namespace fluxtet {

namespace {

constexpr std::chrono::milliseconds livePeriod{500};
constexpr std::int64_t linesPerRun = 20;  // a line every 5 %

std::string durationText(double seconds) {
  const auto s = static_cast<std::int64_t>(std::llround(std::max(0.0, seconds)));
  if (s < 3600) return fmt::format("{:02}:{:02}", s / 60, s % 60);
  if (s < 86400) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{} d {:02} h", s / 86400, s / 3600 % 24);
}

std::string timeText(double seconds) {
  struct Unit {
    double size;
    const char* name;
  };
  for (const Unit unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}, Unit{1e-9, "ns"}, Unit{1e-12, "ps"}})
    if (std::abs(seconds) >= unit.size) return fmt::format("{:.4g} {}", seconds / unit.size, unit.name);
  return fmt::format("{:.4g} fs", seconds / 1e-15);
}

/// Columns of the terminal, so that a live line never wraps (a wrapped line cannot be overwritten).
std::size_t terminalWidth(std::FILE* stream) {
  winsize size{};
  if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return 80;
  return size.ws_col;
}

}  // namespace

std::string progressLine(const ProgressState& s) {
  const double share = s.totalSteps > 0 ? static_cast<double>(s.step) / static_cast<double>(s.totalSteps) : 1.0;
  std::string line = fmt::format("step {}/{}, t = {}, {:.1f} %", s.step, s.totalSteps, timeText(s.time), 100 * share);
  const auto done = static_cast<double>(s.step - s.firstStep);
  if (done > 0 && s.elapsed > 0)
    line += fmt::format(", {:.3g} element-steps/s", done * static_cast<double>(s.elements) / s.elapsed);
  if (std::isfinite(s.energy)) line += fmt::format(", energy {:.4g} J", s.energy);
  if (std::isfinite(s.energy) && std::isfinite(s.level)) line += fmt::format(" ({:.1f} dB)", s.level);
  if (done > 0 && s.step < s.totalSteps)
    line += fmt::format(", {} left", durationText(s.elapsed / done * static_cast<double>(s.totalSteps - s.step)));
  return line;
}

Progress::Progress(std::int64_t firstStep, std::int64_t totalSteps, std::int64_t elements, std::FILE* stream)
    : firstStep_(firstStep),
      totalSteps_(totalSteps),
      elements_(elements),
      start_(Clock::now()),
      lastShown_(start_ - livePeriod),
      stream_(stream),
      terminal_(::isatty(::fileno(stream)) != 0) {
  lastLine_ = lineOf(firstStep);
}

std::int64_t Progress::lineOf(std::int64_t step) const {
  return totalSteps_ > 0 ? std::min(step, totalSteps_) * linesPerRun / totalSteps_ : linesPerRun;
}

bool Progress::wantsEnergy(std::int64_t step) const {
  if (step == lastStepShown_) return false;
  if (!terminal_) return lineOf(step) > lastLine_;
  return step >= totalSteps_ || Clock::now() - lastShown_ >= livePeriod;
}

void Progress::update(std::int64_t step, double time, double energy, double level) {
  if (!wantsEnergy(step)) return;
  const auto now = Clock::now();
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  std::string line = progressLine({step, firstStep_, totalSteps_, elements_, time, energy, level, elapsed});
  if (lineOf(step) > lastLine_) spdlog::debug("{}", line);
  if (terminal_) {
    line.resize(std::min(line.size(), terminalWidth(stream_) - 1));
    const std::size_t width = std::max(line.size(), shownWidth_);
    shownWidth_ = line.size();
    show(fmt::format("\r{:<{}}", line, width));  // padded over what the longer line before left
  } else {
    show(line + '\n');
  }
  lastShown_ = now;
  lastLine_ = lineOf(step);
  lastStepShown_ = step;
}

void Progress::finish() {
  if (terminal_ && shownWidth_ > 0) show("\n");
  shownWidth_ = 0;
}

void Progress::show(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stream_);
  std::fflush(stream_);
  std::clearerr(stream_);
}

}  // namespace fluxtet
