// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace fluxtet {

/// Wall-clock seconds since construction.
class Timer {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Adds its own lifetime, s, to a total.
class ScopedSeconds {
 public:
  explicit ScopedSeconds(double& total) : total_(total) {}
  ~ScopedSeconds() { total_ += timer_.seconds(); }
  ScopedSeconds(const ScopedSeconds&) = delete;
  ScopedSeconds& operator=(const ScopedSeconds&) = delete;

 private:
  double& total_;
  Timer timer_;
};

/// Wall time of successive phases of some work, s; the first begins with the construction.
class PhaseTimer {
 public:
  struct Phase {
    std::string name;
    double seconds = 0;  ///< wall time, s
  };

  /// Ends the phase `name`, which began with the last call. Times of one name add up.
  void end(std::string name) {
    const double seconds = std::exchange(timer_, Timer()).seconds();
    for (Phase& phase : phases_)
      if (phase.name == name) {
        phase.seconds += seconds;
        return;
      }
    phases_.push_back({std::move(name), seconds});
  }
  const std::vector<Phase>& phases() const { return phases_; }

 private:
  Timer timer_;
  std::vector<Phase> phases_;
};

}  // namespace fluxtet
