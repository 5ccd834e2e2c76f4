// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "base/signals.hpp"

#include <time.h>

#include <csignal>
#include <initializer_list>

namespace fluxtet {
namespace {

volatile std::sig_atomic_t received = 0;
timespec firstTime{};

/// Launchers and batch systems often send a signal to a process and to its group at once: within this time it is one
/// request.
constexpr double sameRequest = 1;  // s

void remember(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (received == 0) firstTime = now;
  const double since =
      static_cast<double>(now.tv_sec - firstTime.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec - firstTime.tv_nsec);
  // A user who asks twice means it. SIGUSR1 may come several times (batch systems repeat it).
  if (received != 0 && signal != SIGUSR1 && since >= sameRequest) {
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
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) sigaction(signal, &action, nullptr);
}

void letOversizedWritesFail() {
  std::signal(SIGXFSZ, SIG_IGN);
}

int stopSignal() {
  return received;
}

}  // namespace fluxtet
