// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "base/signals.hpp"

#include <csignal>
#include <initializer_list>

namespace fluxtet {
namespace {

volatile std::sig_atomic_t received = 0;

void remember(int signal) {
  received = signal;
  // A user who asks twice means it. SIGUSR1 may come several times (batch systems repeat it).
  if (signal != SIGUSR1) std::signal(signal, SIG_DFL);
}

}  // namespace

void catchStopSignals() {
  struct sigaction action {};
  action.sa_handler = remember;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) sigaction(signal, &action, nullptr);
}

void letOversizedWritesFail() { std::signal(SIGXFSZ, SIG_IGN); }

int stopSignal() { return received; }

}  // namespace fluxtet
