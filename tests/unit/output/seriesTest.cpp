// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/series.hpp"

#include "lib/base/error.hpp"
#include "lib/base/hdf5.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace fluxtet::test {
namespace {

const std::vector<Series::Column> columns{{"time", "s"}, {"Ex", "V/m"}};
constexpr const char* header = "step,time [s],Ex [V/m]\n";

void appendRows(Series& series, std::int64_t first, std::int64_t last) {
  for (std::int64_t step = first; step <= last; ++step)
    series.append(step, std::array{0.1 * static_cast<double>(step), std::sin(static_cast<double>(step))});
}

TEST(Series, theHeaderNamesColumnsAndUnits) {
  TemporaryFolder folder;
  Series series(folder / "p.csv", "p", columns);
  EXPECT_EQ(textOf(folder / "p.csv"), header);
}

TEST(Series, flushedRowsAreInTheFileWithAllTheirDigits) {
  TemporaryFolder folder;
  Series series(folder / "p.csv", "p", columns);
  series.append(7, std::array{1.0 / 3, -0.1});
  series.flush();
  EXPECT_EQ(textOf(folder / "p.csv"), std::string(header) + "7,0.33333333333333331,-0.10000000000000001\n");
}

TEST(Series, manyRowsReachTheFileWithoutAFlush) {
  TemporaryFolder folder;
  Series series(folder / "p.csv", "p", columns);
  appendRows(series, 1, 5000);
  const std::string text = textOf(folder / "p.csv");
  EXPECT_GT(std::count(text.begin(), text.end(), '\n'), 1000);
}

TEST(Series, aRestartKeepsRowsUpToTheCheckpointAndDropsLaterOnes) {
  TemporaryFolder folder;
  {
    Series whole(folder / "whole.csv", "p", columns);
    appendRows(whole, 0, 20);
    whole.flush();
    Series first(folder / "p.csv", "p", columns);
    appendRows(first, 0, 15);
    first.flush();
  }
  Series second(folder / "p.csv", "p", columns, 10);
  EXPECT_EQ(second.rows(), 11u);
  appendRows(second, 11, 20);
  second.flush();
  EXPECT_EQ(textOf(folder / "p.csv"), textOf(folder / "whole.csv"));
}

TEST(Series, aRestartForgetsALineThatAKilledRunLeftUnfinished) {
  TemporaryFolder folder;
  setText(folder / "p.csv", std::string(header) + "1,0.5,1\n2,0.25,1.23");
  Series series(folder / "p.csv", "p", columns, 5);
  EXPECT_EQ(series.rows(), 1u);
  EXPECT_EQ(textOf(folder / "p.csv"), std::string(header) + "1,0.5,1\n");
}

TEST(Series, aRestartReadsValuesThatAreNotFinite) {
  TemporaryFolder folder;
  {
    Series first(folder / "p.csv", "p", columns);
    first.append(1, std::array{0.0, std::nan("")});
    first.flush();
  }
  const Series second(folder / "p.csv", "p", columns, 1);
  ASSERT_EQ(second.rows(), 1u);
  EXPECT_TRUE(std::isnan(second.values()[1]));
}

TEST(Series, aRestartRefusesAFileOfOtherColumnsAndLeavesIt) {
  TemporaryFolder folder;
  const std::string old = "step,time [s],Hx [A/m]\n1,0.5,1\n";
  setText(folder / "p.csv", old);
  EXPECT_THROW(Series(folder / "p.csv", "p", columns, 5), InputError);
  EXPECT_EQ(textOf(folder / "p.csv"), old);
}

TEST(Series, aRestartRefusesADamagedRowAndNamesItsLine) {
  TemporaryFolder folder;
  setText(folder / "p.csv", std::string(header) + "1,0.5,1\n2,x,1\n3,0.5,1\n");
  try {
    Series series(folder / "p.csv", "p", columns, 5);
    FAIL() << "the damaged row was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("line 3"), std::string::npos) << error.what();
  }
}

TEST(Series, withoutARestartAnOldFileIsBegunAnew) {
  TemporaryFolder folder;
  setText(folder / "p.csv", std::string(header) + "1,0.5,1\n");
  Series series(folder / "p.csv", "p", columns);
  EXPECT_EQ(textOf(folder / "p.csv"), header);
}

TEST(Series, theHdf5FileHoldsEachSeriesWithColumnsAndUnits) {
  TemporaryFolder folder;
  Series a(folder / "a.csv", "a", columns), b(folder / "b.csv", "b", {{"total", "J"}});
  appendRows(a, 3, 5);
  const std::vector<const Series*> both{&a, &b};
  writeSeriesFile(folder / "series.h5", both);
  const auto file = hdf5::openFile((folder / "series.h5").string());
  EXPECT_EQ(hdf5::shapeOf(file, "a/data"), (std::vector<hsize_t>{3, 3}));
  EXPECT_EQ(hdf5::shapeOf(file, "b/data"), (std::vector<hsize_t>{0, 2}));
  const auto data = hdf5::read<double>(file, "a/data");
  EXPECT_EQ(data[3], 4.0);
  EXPECT_EQ(data[5], std::sin(4.0));
  EXPECT_FALSE(std::filesystem::exists(folder / "series.h5.tmp"));
}

}  // namespace
}  // namespace fluxtet::test
