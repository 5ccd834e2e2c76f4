// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/file.hpp"

#include "lib/base/error.hpp"
#include "tests/support/temporaryFolder.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace fluxtet::test {
namespace {

std::string refusalOf(const std::string& file) {
  try {
    requireReadable("the case file", file);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(File, aFailedRenameTellsTheReasonOfThisCall) {
  const TemporaryFolder folder;
  setText(folder / "new.tmp", "text");
  errno = 0;
  try {
    publishFile((folder / "new.tmp").string(), (folder / "absent/new").string());
    FAIL() << "renamed into a folder that is not there";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos) << error.what();
  }
}

TEST(File, aFileThatIsNotThereIsToldWithTheReasonOfThisCall) {
  const TemporaryFolder folder;
  errno = 0;
  try {
    publishFile((folder / "absent.tmp").string(), (folder / "absent").string());
    FAIL() << "published nothing";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos) << error.what();
  }
}

TEST(File, whatCannotBeReadLikeAFileIsNamed) {
  const TemporaryFolder folder;
  const std::string fifo = (folder / "fifo").string();
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  setText(folder / "plain", "text");
  EXPECT_EQ(refusalOf((folder / "plain").string()), "");
  EXPECT_NE(refusalOf(fifo).find("pipe"), std::string::npos) << refusalOf(fifo);
  EXPECT_NE(refusalOf(folder.path().string()).find("folder"), std::string::npos);
  EXPECT_NE(refusalOf((folder / "absent").string()).find("No such file"), std::string::npos);
  EXPECT_NE(refusalOf((folder / std::string(300, 'x')).string()).find("too long"), std::string::npos);
}

TEST(File, aClosedStandardStreamDoesNotBecomeTheNextFile) {
  const int kept = ::dup(STDIN_FILENO);
  ::close(STDIN_FILENO);
  openStandardStreams();
  const FileDescriptor file("/dev/null", O_RDONLY);
  EXPECT_NE(static_cast<int>(file), STDIN_FILENO);
  ::dup2(kept, STDIN_FILENO);
  ::close(kept);
}

}  // namespace
}  // namespace fluxtet::test
