// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/resultFolder.hpp"

#include "lib/output/outputDirectory.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

namespace fluxtet::test {
namespace {

namespace fs = std::filesystem;

TEST(ResultFolder, resultsAppearTogether) {
  const TemporaryFolder folder;
  {
    statics::ResultFolder results(folder.path());
    writeTextFile(results.path() / outputName::summary, "s");
    createFolder(results.path() / outputName::lines);
    writeTextFile(results.path() / outputName::lines / "a.csv", "a");
    EXPECT_FALSE(fs::exists(folder / outputName::summary));
    results.commit();
  }
  EXPECT_EQ(textOf(folder / "summary.json"), "s");
  EXPECT_EQ(textOf(folder / "lines/a.csv"), "a");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2);
}

TEST(ResultFolder, whatIsNotCommittedLeavesNothing) {
  const TemporaryFolder folder;
  {
    statics::ResultFolder results(folder.path());
    writeTextFile(results.path() / outputName::fields, "f");
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace fluxtet::test
