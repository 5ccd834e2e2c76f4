// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace fluxtet {

/// Exit status of the process, for scripts (documented in `fluxtet --help`).
enum class ExitCode : int {
  done = 0,
  badInput = 2,   ///< nothing was started or changed
  runFailed = 3,  ///< unstable, out of memory, I/O
  stopped = 4     ///< by a signal: dgtd has written a checkpoint, static nothing
};

/// Base of every error that reaches the user. The message says what is wrong, why, and what to do.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// The user's input is wrong: nothing was started or changed (exit 2).
class InputError : public Error {
 public:
  explicit InputError(const std::string& message) : Error(ExitCode::badInput, message) {}
};

/// The run itself failed (exit 3).
class RunError : public Error {
 public:
  explicit RunError(const std::string& message) : Error(ExitCode::runFailed, message) {}
};

/// Throws InputError with the formatted message unless `condition` holds: for user and data faults.
template <class... Args>
void require(bool condition, fmt::format_string<Args...> format, Args&&... args) {
  if (!condition) throw InputError(fmt::format(format, std::forward<Args>(args)...));
}

/// Throws RunError with the formatted message unless `condition` holds: for faults of a running job.
template <class... Args>
void requireRun(bool condition, fmt::format_string<Args...> format, Args&&... args) {
  if (!condition) throw RunError(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace fluxtet
