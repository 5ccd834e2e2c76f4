// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/progress.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

std::vector<std::string> linesOf(std::FILE* file) {
  std::rewind(file);
  std::vector<std::string> lines;
  for (char buffer[512]; std::fgets(buffer, sizeof(buffer), file) != nullptr;) lines.emplace_back(buffer);
  return lines;
}

/// What a run of `total` steps from `first` on writes to a log.
std::vector<std::string> logOfRun(std::int64_t first, std::int64_t total) {
  const File file(std::tmpfile(), &std::fclose);
  Progress progress(first, total, 100, file.get());
  for (std::int64_t step = first; step <= total; ++step)
    progress.update(step, 1e-12 * static_cast<double>(step), 2.0, -3.0);
  progress.finish();
  return linesOf(file.get());
}

TEST(Progress, aLogHasALineEveryFivePercent) {
  const auto lines = logOfRun(0, 1000);
  ASSERT_EQ(lines.size(), 20u);
  EXPECT_NE(lines[0].find("step 50/1000"), std::string::npos) << lines[0];
  EXPECT_NE(lines[19].find("step 1000/1000"), std::string::npos) << lines[19];
}

TEST(Progress, aRunOfFewStepsHasALineForEach) {
  EXPECT_EQ(logOfRun(0, 3).size(), 3u);
}

TEST(Progress, aRestartTellsOnlyOfItsOwnPart) {
  EXPECT_EQ(logOfRun(900, 1000).size(), 2u);
}

TEST(Progress, energyIsWantedExactlyWhenALineIsShown) {
  const File file(std::tmpfile(), &std::fclose);
  Progress progress(0, 100, 10, file.get());
  int wanted = 0;
  for (std::int64_t step = 1; step <= 100; ++step) {
    wanted += progress.wantsEnergy(step) ? 1 : 0;
    progress.update(step, 0.0, 1.0, 0.0);
  }
  EXPECT_EQ(wanted, 20);
}

TEST(Progress, aLineThatCannotBeWrittenIsDropped) {
  const File full(std::fopen("/dev/full", "w"), &std::fclose);
  ASSERT_NE(full, nullptr);
  Progress progress(0, 20, 10, full.get());
  for (std::int64_t step = 1; step <= 20; ++step) EXPECT_NO_THROW(progress.update(step, 0.0, 1.0, 0.0));
  EXPECT_NO_THROW(progress.finish());
}

TEST(Progress, theLineTellsStepTimeShareRateEnergyAndTimeLeft) {
  const std::string line = progressLine({.step = 300,
                                         .firstStep = 100,
                                         .totalSteps = 1000,
                                         .elements = 5000,
                                         .time = 3.25e-9,
                                         .energy = 1.5e-12,
                                         .level = -37.25,
                                         .elapsed = 20});
  EXPECT_EQ(line, "step 300/1000, t = 3.25 ns, 30.0 %, 5e+04 element-steps/s, energy 1.5e-12 J (-37.2 dB), 01:10 left");
}

TEST(Progress, anUnknownEnergyIsLeftOut) {
  const std::string line = progressLine({.step = 10,
                                         .firstStep = 0,
                                         .totalSteps = 10,
                                         .elements = 1,
                                         .time = 1,
                                         .energy = std::nan(""),
                                         .level = 0,
                                         .elapsed = 10});
  EXPECT_EQ(line, "step 10/10, t = 1 s, 100.0 %, 1 element-steps/s");
}

TEST(Progress, aLevelThatIsUnknownIsLeftOut) {
  const std::string line = progressLine({.step = 10,
                                         .firstStep = 0,
                                         .totalSteps = 10,
                                         .elements = 1,
                                         .time = 1,
                                         .energy = 0,
                                         .level = std::nan(""),
                                         .elapsed = 10});
  EXPECT_EQ(line, "step 10/10, t = 1 s, 100.0 %, 1 element-steps/s, energy 0 J");
}

TEST(Progress, longTimesAreToldInHoursAndDays) {
  const auto lineAt = [](double elapsed) {
    return progressLine({.step = 1,
                         .firstStep = 0,
                         .totalSteps = 2,
                         .elements = 1,
                         .time = 1,
                         .energy = std::nan(""),
                         .level = 0,
                         .elapsed = elapsed});
  };
  EXPECT_NE(lineAt(7384).find("2:03:04 left"), std::string::npos);
  EXPECT_NE(lineAt(180000).find("2 d 02 h left"), std::string::npos);
}

}  // namespace
}  // namespace fluxtet::test
