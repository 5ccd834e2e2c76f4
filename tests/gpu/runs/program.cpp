// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/gpu/runs/program.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>
#include <stdexcept>

namespace fluxtet::test {
namespace {

/// Quotes a string as one word of a shell command, whatever it contains.
std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::filesystem::path programUnderTest() {
  const auto here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const auto& folder : {here, here.parent_path()})
    if (std::filesystem::is_regular_file(folder / "fluxtet")) return folder / "fluxtet";
  throw std::runtime_error(fmt::format("no fluxtet in {} or one folder above", here.string()));
}

}  // namespace

Program::Program() : binary_(programUnderTest()) {}

std::string Program::fluxtet(const std::vector<std::string>& arguments) const {
  std::string command = quoted(binary_.string());
  for (const auto& argument : arguments) command += ' ' + quoted(argument);
  return command;
}

Finished Program::shell(const std::string& command) const {
  const std::string log = file("log").string();
  const int status = std::system(
      fmt::format("cd {} && exec {} >{} 2>&1 </dev/null", quoted(folder_.path().string()), command, quoted(log))
          .c_str());
  if (status < 0) throw std::runtime_error("no shell for: " + command);
  Finished result;
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.text = "$ " + command + '\n' + textOf(log);
  return result;
}

Finished Program::run(const std::vector<std::string>& arguments, int ranks) const {
  if (ranks == 1) return shell(fluxtet(arguments));
  // Tests may run as root in a container. Ranks that wait leave the cores to ranks that compute.
  return shell(
      fmt::format("mpirun --allow-run-as-root --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -n {} {}",
                  ranks, fluxtet(arguments)));
}

Finished Program::runUntilSignal(const std::vector<std::string>& arguments, int seconds) const {
  return shell(
      fmt::format("timeout --foreground --preserve-status --kill-after=60 {} {}", seconds, fluxtet(arguments)));
}

}  // namespace fluxtet::test
