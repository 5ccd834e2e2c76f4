// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/sameAddresses.hpp"
#include "tests/support/fixedAddresses.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

/// An environment variable while it exists.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

std::size_t bytesOf(const std::vector<std::string>& texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size() + 1;
  return bytes;
}

/// What a process writes.
std::string outputOf(const std::vector<std::string>& arguments) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  pid_t process = 0;
  EXPECT_EQ(startAtSameAddresses(arguments, ends[1], STDIN_FILENO, process), 0);
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  EXPECT_EQ(waitpid(process, &status, 0), process);
  EXPECT_EQ(status, 0);
  return text;
}

/// Where the stack of a process that shows a file of its own in /proc begins: the 28th field of `stat` (proc(5)).
std::string stackOf(const std::string& pathOfStat) {
  std::istringstream stat(outputOf({"/bin/cat", pathOfStat}));
  std::string field;
  for (int i = 0; i < 28; ++i) stat >> field;
  return field;
}

TEST(FilledEnvironment, HasTheSameSizeWhateverIsInIt) {
  const std::vector<std::string> few{"/bin/program", "a"}, many{"/usr/local/bin/program", "one argument", "b", "c"};
  const std::vector<std::string> before = filledEnvironment(few);
  const Variable variable("FLUXTET_TEST_VARIABLE", std::string(1234, 'x'));
  const std::vector<std::string> after = filledEnvironment(many);
  EXPECT_EQ(few.size() + before.size(), many.size() + after.size());
  // The program's path counts twice.
  EXPECT_EQ(bytesOf(few) + few[0].size() + 1 + bytesOf(before), bytesOf(many) + many[0].size() + 1 + bytesOf(after));
  EXPECT_EQ(std::ranges::count(after, "FLUXTET_TEST_VARIABLE=" + std::string(1234, 'x')), 1);
}

TEST(FilledEnvironment, IsTheSameForAProcessThatHasOne) {
  const std::vector<std::string> arguments{"/bin/program"};
  const std::vector<std::string> first = filledEnvironment(arguments);
  const std::size_t equals = first.back().find('=');
  const Variable variable(first.back().substr(0, equals).c_str(), first.back().substr(equals + 1));
  EXPECT_EQ(filledEnvironment(arguments), first);
}

TEST(StartAtSameAddresses, HasItsStackThereWithOtherVariablesAndArguments) {
  if (!mayFixAddresses()) GTEST_SKIP() << "this container forbids a process to fix the addresses of its memory";
  const std::string before = stackOf("/proc/self/stat");
  EXPECT_NE(before, "0");
  const Variable variable("FLUXTET_TEST_VARIABLE", std::string(777, 'x'));
  EXPECT_EQ(stackOf("/proc/self/././stat"), before);
}

TEST(StartAtSameAddresses, SaysWhyItCannotStart) {
  pid_t process = 1;
  EXPECT_EQ(startAtSameAddresses({"/no/such/program"}, STDOUT_FILENO, STDIN_FILENO, process), ENOENT);
  EXPECT_EQ(process, 0);
}

}  // namespace
}  // namespace fluxtet::test
