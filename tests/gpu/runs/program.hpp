// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/temporaryFolder.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fluxtet::test {

/// What a finished command left.
struct Finished {
  int code = 0;      ///< exit code; 128 + signal if one ended it
  std::string text;  ///< all that it printed
};

/// The program `fluxtet`, which stands beside the running test program or one folder above, started in a folder of its
/// own.
class Program {
 public:
  Program();
  std::filesystem::path file(const std::string& name) const { return folder_ / name; }

  /// `fluxtet ARGUMENTS` on so many ranks, to its end.
  Finished run(const std::vector<std::string>& arguments, int ranks = 1) const;
  /// The same on one rank, with the signal TERM after so many seconds.
  Finished runUntilSignal(const std::vector<std::string>& arguments, int seconds) const;

 private:
  Finished shell(const std::string& command) const;
  std::string fluxtet(const std::vector<std::string>& arguments) const;

  std::filesystem::path binary_;
  TemporaryFolder folder_;
};

}  // namespace fluxtet::test
