// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "base/signals.hpp"

#include <time.h>

#include <array>
#include <csignal>

namespace fluxtet {
namespace {

volatile std::sig_atomic_t received = 0;
timespec firstTime{};

constexpr std::array stopSignals{SIGTERM, SIGINT, SIGUSR1, SIGHUP};
/// What these did before they were caught.
std::array<struct sigaction, stopSignals.size()> usual{};

/// Launchers and batch systems often send a signal to a process and to its group at once: within this time it is one
/// request.
constexpr double sameRequest = 1;  // s

void remember(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (received == 0) firstTime = now;
  const double since =
      static_cast<double>(now.tv_sec - firstTime.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec - firstTime.tv_nsec);
  // A user who asks twice means it. SIGUSR1 and SIGHUP may come several times (from batch systems, shell and terminal).
  if (received != 0 && (signal == SIGTERM || signal == SIGINT) && since >= sameRequest) {
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
