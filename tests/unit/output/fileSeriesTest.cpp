// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/fileSeries.hpp"

#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fluxtet::test {
namespace {

nlohmann::json filesOf(const std::filesystem::path& file) {
  return nlohmann::json::parse(textOf(file)).at("files");
}

TEST(FileSeries, listsFilesWithTheirTimesInParaViewsForm) {
  TemporaryFolder folder;
  FileSeries series(folder / "fields.vtkhdf.series", -1);
  series.add("fields_00000000.vtkhdf", 0, 0.0);
  series.add("fields_00000010.vtkhdf", 10, 1e-9);
  const auto json = nlohmann::json::parse(textOf(folder / "fields.vtkhdf.series"));
  EXPECT_EQ(json.at("file-series-version"), "1.0");
  ASSERT_EQ(json.at("files").size(), 2u);
  EXPECT_EQ(json.at("files")[1].at("name"), "fields_00000010.vtkhdf");
  EXPECT_EQ(json.at("files")[1].at("time"), 1e-9);
}

TEST(FileSeries, aRestartDropsLaterEntries) {
  TemporaryFolder folder;
  {
    FileSeries first(folder / "f.series", -1);
    for (const int step : {0, 10, 20}) first.add("f_" + std::to_string(step), step, step * 1e-9);
  }
  FileSeries second(folder / "f.series", 15);
  second.add("f_18", 18, 18e-9);
  const auto files = filesOf(folder / "f.series");
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[1].at("name"), "f_10");
  EXPECT_EQ(files[2].at("name"), "f_18");
}

TEST(FileSeries, aFileThatIsWrittenAgainIsListedOnce) {
  TemporaryFolder folder;
  FileSeries series(folder / "f.series", -1);
  series.add("f_1", 1, 1e-9);
  series.add("f_1", 1, 1e-9);
  EXPECT_EQ(filesOf(folder / "f.series").size(), 1u);
}

TEST(FileSeries, anUnreadableListIsBegunAnew) {
  TemporaryFolder folder;
  setText(folder / "f.series", "{\"files\": [{\"na");
  FileSeries series(folder / "f.series", 15);
  series.add("f_18", 18, 18e-9);
  EXPECT_EQ(filesOf(folder / "f.series").size(), 1u);
}

}  // namespace
}  // namespace fluxtet::test
