// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/signals.hpp"

#include <time.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>

namespace fluxtet {
namespace {

// Two signals may come at once and be handled by two threads: both values are atomic, and without locks, which a
// handler may not take.
std::atomic<int> received = 0;
std::atomic<std::int64_t> firstTime = 0;  ///< ns since some time before the start; 0: no signal yet
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free);

constexpr std::array stopSignals{SIGTERM, SIGINT, SIGUSR1, SIGHUP};
/// What these did before they were caught.
std::array<struct sigaction, stopSignals.size()> usual{};

/// Launchers and batch systems often send a signal to a process and to its group at once: within this time it is one
/// request.
constexpr std::int64_t sameRequest = 1'000'000'000;  // ns

void remember(int signal) {
  timespec clock{};
  clock_gettime(CLOCK_MONOTONIC, &clock);
  const std::int64_t now = std::int64_t{clock.tv_sec} * 1'000'000'000 + clock.tv_nsec;
  std::int64_t first = 0;
  const bool isFirst = firstTime.compare_exchange_strong(first, now);
  // A user who asks twice means it. SIGUSR1 and SIGHUP may come several times (from batch systems, shell and terminal).
  if (!isFirst && (signal == SIGTERM || signal == SIGINT) && now - first >= sameRequest) {
    std::signal(signal, SIG_DFL);
    raise(signal);  // takes effect when this handler returns
  }
  received = signal;
}

}  // namespace

void catchStopSignals() {
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < stopSignals.size(); ++i) {
    sigaction(stopSignals[i], nullptr, &usual[i]);
    if (stopSignals[i] == SIGHUP && usual[i].sa_handler == SIG_IGN) continue;
    sigaction(stopSignals[i], &action, nullptr);
  }
}

void releaseStopSignals() {
  for (std::size_t i = 0; i < stopSignals.size(); ++i) sigaction(stopSignals[i], &usual[i], nullptr);
  if (received != 0) raise(received);
}

void letOversizedWritesFail() {
  std::signal(SIGXFSZ, SIG_IGN);
}

void letWritesToClosedPipesFail() {
  std::signal(SIGPIPE, SIG_IGN);
}

int stopSignal() {
  return received;
}

}  // namespace fluxtet
