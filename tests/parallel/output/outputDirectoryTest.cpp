// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "output/outputDirectory.hpp"

#include "base/error.hpp"
#include "base/file.hpp"
#include "fieldMesh.hpp"
#include "tests/support/fileSizeLimit.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

namespace fluxtet {
namespace {

namespace fs = std::filesystem;
using test::messageOf;
using test::onFirstRank;
using test::SharedFolder;

const MPI_Comm world = MPI_COMM_WORLD;

/// Puts results of an earlier run into `directory`.
void makeResults(const std::string& directory) {
  onFirstRank([&] {
    fs::create_directories(directory);
    test::setText(directory + "/summary.json", "{}");
  });
}

TEST(OutputDirectory, checkingCreatesNothing) {
  const SharedFolder folder;
  checkOutputDirectory(folder / "a/b", ExistingOutput::refuse, world);
  MPI_Barrier(world);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(OutputDirectory, isCreatedWithItsParents) {
  const SharedFolder folder;
  createOutputDirectory(folder / "a/b", ExistingOutput::refuse, world);
  EXPECT_TRUE(fs::is_directory(folder / "a/b"));
}

TEST(OutputDirectory, resultsOfAnEarlierRunAreRefusedWithAdvice) {
  const SharedFolder folder;
  makeResults(folder / "out");
  const auto message =
      messageOf<InputError>([&] { createOutputDirectory(folder / "out", ExistingOutput::refuse, world); });
  EXPECT_NE(message.find("holds results of an earlier run (summary.json)"), std::string::npos) << message;
  EXPECT_NE(message.find("--restart latest"), std::string::npos) << message;
}

TEST(OutputDirectory, filesThatAreNoResultsAreNoObstacle) {
  const SharedFolder folder;
  onFirstRank([&] { test::setText(folder / "job.log", "started\n"); });
  EXPECT_NO_THROW(createOutputDirectory(folder.path(), ExistingOutput::refuse, world));
}

TEST(OutputDirectory, aRestartContinuesInIt) {
  const SharedFolder folder;
  makeResults(folder / "out");
  createOutputDirectory(folder / "out", ExistingOutput::continueIn, world);
  EXPECT_TRUE(fs::exists(folder / "out/summary.json"));
}

TEST(OutputDirectory, oldResultsMoveAsideUnderTheFirstFreeNumber) {
  const SharedFolder folder;
  makeResults(folder / "out.1");
  makeResults(folder / "out");
  createOutputDirectory(folder / "out/", ExistingOutput::moveAside, world);
  EXPECT_TRUE(fs::exists(folder / "out.2/summary.json"));
  EXPECT_TRUE(fs::is_empty(folder / "out"));
}

TEST(OutputDirectory, aFileInItsPlaceIsAnInputErrorThatNamesIt) {
  const SharedFolder folder;
  onFirstRank([&] { test::setText(folder / "file", ""); });
  const auto message =
      messageOf<InputError>([&] { checkOutputDirectory(folder / "file/out", ExistingOutput::refuse, world); });
  EXPECT_NE(message.find(folder / "file is not a directory"), std::string::npos) << message;
}

TEST(OutputDirectory, aTextFileIsReplacedWholeOrNotAtAll) {
  const SharedFolder folder;
  onFirstRank([&] {
    const std::string file = folder / "note.txt";
    writeTextFile(file, "first");
    writeTextFile(file, "second");
    EXPECT_EQ(test::textOf(file), "second");
    const test::FileSizeLimit fullDisk(100);
    EXPECT_THROW(writeTextFile(file, std::string(1000, 'x')), RunError);
    EXPECT_EQ(test::textOf(file), "second");
  });
}

TEST(OutputDirectory, aFileThatIsLargerThanTheSpaceLeftIsRefusedBeforeItIsBegun) {
  const SharedFolder folder;
  onFirstRank([&] {
    constexpr auto exabyte = std::int64_t{1} << 60;
    EXPECT_NO_THROW(reserveFile(folder / "small", 1));
    EXPECT_THROW(reserveFile(folder / "large", exabyte), RunError);
    EXPECT_FALSE(fs::exists(folder / "large"));
  });
}

}  // namespace
}  // namespace fluxtet
