// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/sameAddresses.hpp"

#include <signal.h>
#include <spawn.h>
#include <sys/personality.h>
#include <unistd.h>

#include <cstddef>
#include <utility>

extern char** environ;

namespace fluxtet {
namespace {

/// While it exists, processes that this thread starts have no random addresses.
class AddressesNotRandom {
 public:
  AddressesNotRandom() : before_(personality(query)) {
    if (before_ >= 0) personality(static_cast<unsigned long>(before_) | ADDR_NO_RANDOMIZE);
  }
  ~AddressesNotRandom() {
    if (before_ >= 0) personality(static_cast<unsigned long>(before_));
  }
  AddressesNotRandom(const AddressesNotRandom&) = delete;
  AddressesNotRandom& operator=(const AddressesNotRandom&) = delete;

 private:
  static constexpr unsigned long query = 0xffffffff;
  int before_;
};

const std::string fillName = "FLUXTET_FILL";

bool isLeftOut(const std::string& variable) {
  const auto begins = [&](const std::string& with) { return variable.rfind(with, 0) == 0; };
  return begins(fillName) || begins("PWD=") || begins("HOME=");
}

std::size_t bytesOf(const std::vector<std::string>& texts) {
  std::size_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size() + 1;
  return bytes;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::vector<std::string> filledEnvironment(const std::vector<std::string>& arguments) {
  constexpr std::size_t wholeBytes = std::size_t{64} << 10, wholeCount = 512;
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (std::string text = *variable; !isLeftOut(text)) environment.push_back(std::move(text));
  environment.emplace_back("HOME=/");
  while ((arguments.size() + environment.size() + 1) % wholeCount != 0)
    environment.push_back(fillName + std::to_string(environment.size()) + "=");
  environment.push_back(fillName + "=");
  // The kernel keeps the program's path once more beside the arguments.
  const std::size_t bytes = arguments.front().size() + 1 + bytesOf(arguments) + bytesOf(environment);
  environment.back().append((wholeBytes - bytes % wholeBytes) % wholeBytes, ' ');
  return environment;
}

int startAtSameAddresses(const std::vector<std::string>& arguments, int output, int folder, pid_t& process) {
  std::vector<std::string> ownArguments = arguments, environment = filledEnvironment(arguments);
  const std::vector<char*> argumentPointers = pointersTo(ownArguments), environmentPointers = pointersTo(environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, folder, folderOfProcess);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  const AddressesNotRandom notRandom;
  const int failure = posix_spawn(&process, argumentPointers[0], &actions, &attributes, argumentPointers.data(),
                                  environmentPointers.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) process = 0;
  return failure;
}

}  // namespace fluxtet
