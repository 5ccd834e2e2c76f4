// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/outputDirectory.hpp"

#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "tests/parallel/output/fieldMesh.hpp"
#include "tests/support/fileSizeLimit.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <gtest/gtest.h>

namespace fluxtet::test {
namespace {

namespace fs = std::filesystem;

const MPI_Comm world = MPI_COMM_WORLD;

/// Puts results of an earlier run into `directory`.
void makeResults(const std::string& directory) {
  onFirstRank([&] {
    fs::create_directories(directory);
    setText(directory + "/summary.json", "{}");
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
  OutputLock lock;
  createOutputDirectory(folder / "a/b", ExistingOutput::refuse, lock, world);
  EXPECT_TRUE(fs::is_directory(folder / "a/b"));
}

TEST(OutputDirectory, resultsOfAnEarlierRunAreRefusedWithAdvice) {
  const SharedFolder folder;
  makeResults(folder / "out");
  const auto message =
      messageOf<InputError>([&] { checkOutputDirectory(folder / "out", ExistingOutput::refuse, world); });
  EXPECT_NE(message.find("holds results of an earlier run (summary.json)"), std::string::npos) << message;
  EXPECT_NE(message.find("--restart latest"), std::string::npos) << message;
}

TEST(OutputDirectory, filesThatAreNoResultsAreNoObstacle) {
  const SharedFolder folder;
  onFirstRank([&] { setText(folder / "job.log", "started\n"); });
  OutputLock lock;
  EXPECT_NO_THROW(createOutputDirectory(folder.path(), ExistingOutput::refuse, lock, world));
}

TEST(OutputDirectory, aRestartContinuesInIt) {
  const SharedFolder folder;
  makeResults(folder / "out");
  OutputLock lock;
  createOutputDirectory(folder / "out", ExistingOutput::continueIn, lock, world);
  EXPECT_TRUE(fs::exists(folder / "out/summary.json"));
}

TEST(OutputDirectory, oldResultsMoveAsideUnderTheFirstFreeNumber) {
  const SharedFolder folder;
  makeResults(folder / "out.1");
  makeResults(folder / "out");
  {
    OutputLock lock;
    createOutputDirectory(folder / "out/", ExistingOutput::moveAside, lock, world);
    onFirstRank([&] {
      EXPECT_TRUE(fs::exists(folder / "out.2/summary.json"));
      EXPECT_FALSE(fs::exists(folder / "out.2/.lock"));
      EXPECT_TRUE(fs::exists(folder / "out/.lock"));
    });
  }
  onFirstRank([&] { EXPECT_TRUE(fs::is_empty(folder / "out")); });
}

TEST(OutputDirectory, theWorkingDirectoryIsNotMovedAside) {
  const SharedFolder folder;
  makeResults(folder / "above/here");
  const fs::path before = fs::current_path();
  fs::current_path(folder / "above/here");
  makeResults("..");
  for (const char* name : {".", "./", "..", "../here"}) {
    const auto message = messageOf<InputError>([&] { checkOutputDirectory(name, ExistingOutput::moveAside, world); });
    EXPECT_NE(message.find("in which the program was started"), std::string::npos) << name << ": " << message;
  }
  EXPECT_NO_THROW(checkOutputDirectory("below", ExistingOutput::moveAside, world));
  fs::current_path(before);
}

TEST(OutputDirectory, aSecondRunIsRefusedWhileOneWritesThere) {
  const SharedFolder folder;
  makeResults(folder / "out");
  for (const ExistingOutput existing : {ExistingOutput::continueIn, ExistingOutput::moveAside}) {
    OutputLock first;
    claimOutputDirectory(folder / "out", ExistingOutput::continueIn, first, world);
    OutputLock second;
    const auto message = messageOf<InputError>([&] { claimOutputDirectory(folder / "out", existing, second, world); });
    EXPECT_NE(message.find("another run writes to the output directory"), std::string::npos) << message;
    EXPECT_NE(message.find("process "), std::string::npos) << message;
    EXPECT_FALSE(second.taken());
  }
  OutputLock next;
  EXPECT_NO_THROW(claimOutputDirectory(folder / "out", ExistingOutput::continueIn, next, world));
}

TEST(OutputDirectory, aSecondRunThatIsSetUpWhileTheFirstBeginsIsRefused) {
  const SharedFolder folder;
  OutputLock first, second;
  claimOutputDirectory(folder / "out", ExistingOutput::refuse, first, world);
  claimOutputDirectory(folder / "out", ExistingOutput::refuse, second, world);
  createOutputDirectory(folder / "out", ExistingOutput::refuse, first, world);
  const auto message =
      messageOf<InputError>([&] { createOutputDirectory(folder / "out", ExistingOutput::refuse, second, world); });
  EXPECT_NE(message.find("another run writes"), std::string::npos) << message;
}

TEST(OutputDirectory, theLockLeavesNothing) {
  const SharedFolder folder;
  {
    OutputLock lock;
    claimOutputDirectory(folder.path(), ExistingOutput::refuse, lock, world);
  }
  MPI_Barrier(world);
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(OutputDirectory, theLockFileOfAKilledRunIsNoObstacle) {
  const SharedFolder folder;
  onFirstRank([&] { setText(folder / ".lock", "process 1 on nowhere"); });
  OutputLock lock;
  EXPECT_NO_THROW(claimOutputDirectory(folder.path(), ExistingOutput::refuse, lock, world));
}

TEST(OutputDirectory, namesThatNoFileSystemTakesAreRefusedAtOnce) {
  const SharedFolder folder;
  const auto refusal = [&](const std::string& name) {
    return messageOf<InputError>([&] { checkOutputDirectory(folder / name, ExistingOutput::refuse, world); });
  };
  EXPECT_NE(refusal("absent/" + std::string(300, 'x')).find("300 bytes"), std::string::npos);
  std::string deep = "a";
  for (int i = 0; i < 2000; ++i) deep += "/a";
  EXPECT_NE(refusal(deep).find("a path of"), std::string::npos);
}

TEST(OutputDirectory, aFileInItsPlaceIsAnInputErrorThatNamesIt) {
  const SharedFolder folder;
  onFirstRank([&] { setText(folder / "file", ""); });
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
    EXPECT_EQ(textOf(file), "second");
    const FileSizeLimit fullDisk(100);
    EXPECT_THROW(writeTextFile(file, std::string(1000, 'x')), RunError);
    EXPECT_EQ(textOf(file), "second");
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
}  // namespace fluxtet::test
