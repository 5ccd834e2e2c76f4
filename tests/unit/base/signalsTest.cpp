// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/signals.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

namespace fluxtet::test {
namespace {

TEST(SignalsDeathTest, everyStopSignalIsRemembered) {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1, SIGHUP})
    EXPECT_EXIT(
        {
          catchStopSignals();
          std::raise(signal);
          std::exit(stopSignal() == signal ? 0 : 1);
        },
        testing::ExitedWithCode(0), "")
        << signal;
}

TEST(SignalsDeathTest, aHangUpThatIsIgnoredStaysSo) {
  EXPECT_EXIT(
      {
        std::signal(SIGHUP, SIG_IGN);
        catchStopSignals();
        std::raise(SIGHUP);
        std::exit(stopSignal() == 0 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(SignalsDeathTest, aSignalThatWasHeldEndsACommandWithoutControlPoints) {
  EXPECT_EXIT(
      {
        catchStopSignals();
        std::raise(SIGTERM);
        releaseStopSignals();
        std::exit(0);
      },
      testing::KilledBySignal(SIGTERM), "");
}

TEST(SignalsDeathTest, signalsAreUsualAgainOnceReleased) {
  EXPECT_EXIT(
      {
        catchStopSignals();
        releaseStopSignals();
        std::raise(SIGINT);
        std::exit(0);
      },
      testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace fluxtet::test
