// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/temporaryFolder.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fluxtet::test {

/// Exit code and output of a finished command.
struct Finished {
  int code = 0;      ///< exit code; 128 + signal if one ended it
  std::string text;  ///< all that the command printed
};

/// The program `fluxtet`, in the folder of the running test program or one folder above. It is started in a folder of
/// its own.
class Program {
 public:
  Program();
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }

  /// Runs `fluxtet ARGUMENTS` on `ranks` ranks to its end.
  Finished run(const std::vector<std::string>& arguments, int ranks = 1) const;
  /// Runs it on one rank and sends it the signal TERM after `seconds` s.
  Finished runUntilSignal(const std::vector<std::string>& arguments, int seconds) const;

 private:
  Finished shell(const std::string& command) const;
  std::string fluxtet(const std::vector<std::string>& arguments) const;

  std::filesystem::path binary_;
  TemporaryFolder folder_;
};

}  // namespace fluxtet::test
