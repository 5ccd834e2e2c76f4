// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/summary.hpp"

#include "lib/base/memory.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace fluxtet::test {
namespace {

RunSummary someSummary() {
  RunSummary summary;
  summary.status = "done";
  summary.elements = 1000;
  summary.dofs = 60000;
  summary.firstStep = 100;
  summary.steps = 300;
  summary.wall.loop = 4;
  summary.peakBytes = {10, 20};
  return summary;
}

TEST(Summary, ratesCountTheStepsOfThisProcessOnly) {
  const auto json = nlohmann::json::parse(summaryJson(someSummary()));
  EXPECT_EQ(json.at("element_steps_per_s"), 1000.0 * 200 / 4);
  EXPECT_EQ(json.at("dof_steps_per_s"), 60000.0 * 200 / 4);
}

TEST(Summary, namesEveryDocumentedField) {
  auto summary = someSummary();
  summary.energy = RunSummary::Energy{1, 2, 3};
  summary.exact = RunSummary::ExactError{0.1, 0.2};
  const auto json = nlohmann::json::parse(summaryJson(summary));
  for (const char* key : {"status",          "version",   "commit",          "case",       "elements",
                          "order",           "dofs",      "ranks",           "threads",    "backend",
                          "precision",       "dt_s",      "steps",           "wall_s",     "element_steps_per_s",
                          "dof_steps_per_s", "energy_J",  "exact",           "peak_bytes", "h_min_m",
                          "h_max_m",         "partition", "limiting_element"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json.at("energy_J").at("max_relative_drift"), 3.0);
  EXPECT_EQ(json.at("exact").at("l2_relative_H"), 0.2);
  for (const char* key : {"setup", "loop", "output", "total"}) EXPECT_TRUE(json.at("wall_s").contains(key)) << key;
}

TEST(Summary, tellsThePhasesOfTheSetUpAndHowTheWorkIsShared) {
  auto summary = someSummary();
  summary.setUpPhases = {{"read", 0.5}, {"faces", 0.25}};
  summary.balance = {1.25, 1.5, {}, {}};
  const auto unknown = nlohmann::json::parse(summaryJson(summary));
  EXPECT_EQ(unknown.at("setup_ms"), nlohmann::json({{"read", 500.0}, {"faces", 250.0}}));
  EXPECT_EQ(unknown.at("partition"), nlohmann::json({{"imbalance", 1.25}, {"work_imbalance", 1.5}, {"cut_faces", 0}}));
  summary.balance.time = 1.75;
  summary.balance.waitingShare = 0.125;
  const auto known = nlohmann::json::parse(summaryJson(summary)).at("partition");
  EXPECT_EQ(known.at("time_imbalance"), 1.75);
  EXPECT_EQ(known.at("waiting_share"), 0.125);
}

TEST(Summary, whatIsNotKnownIsAbsent) {
  const auto json = nlohmann::json::parse(summaryJson(someSummary()));
  EXPECT_FALSE(json.contains("energy_J"));
  EXPECT_FALSE(json.contains("exact"));
}

TEST(Summary, aValueThatIsNotFiniteIsNull) {
  auto summary = someSummary();
  summary.energy = RunSummary::Energy{std::nan(""), 1, INFINITY};
  EXPECT_TRUE(nlohmann::json::parse(summaryJson(summary)).at("energy_J").at("initial").is_null());
}

TEST(Summary, isWrittenIntoTheOutputDirectory) {
  TemporaryFolder folder;
  writeSummary(folder.path(), someSummary());
  EXPECT_EQ(textOf(folder / "summary.json"), summaryJson(someSummary()));
}

TEST(Memory, thePeakGrowsWithWhatIsHeld) {
  constexpr std::int64_t held = 64 << 20;
  const std::int64_t before = peakResidentBytes();
  const std::vector<char> memory(held, 1);
  EXPECT_GE(peakResidentBytes(), before + held / 2);
  EXPECT_EQ(memory.back(), 1);
}

TEST(Summary, tellsOfSpectraWhereThereAreAny) {
  auto summary = someSummary();
  EXPECT_FALSE(nlohmann::json::parse(summaryJson(summary)).contains("dft"));
  summary.dft = RunSummary::Dft{{1e9, 2e9}, 320, 1e-9, 5e-9, {}};
  const auto json = nlohmann::json::parse(summaryJson(summary)).at("dft");
  EXPECT_EQ(json.at("frequencies_Hz"), nlohmann::json({1e9, 2e9}));
  EXPECT_EQ(json.at("samples"), 320);
  EXPECT_EQ(json.at("first_time_s"), 1e-9);
  EXPECT_EQ(json.at("last_time_s"), 5e-9);
  EXPECT_FALSE(json.contains("wall_s"));  // unknown where sampling is asynchronous
  summary.dft->seconds = 2;
  EXPECT_EQ(nlohmann::json::parse(summaryJson(summary)).at("dft").at("wall_s"), 2);
}

}  // namespace
}  // namespace fluxtet::test
