// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/file.hpp"

#include <filesystem>
#include <memory>

namespace fluxtet {

/// Keeps other runs out of an output directory while one writes there: a lock of the operating system on the
/// directory's file `.lock`. It ends with the process, however that ends, and Linux keeps it between the hosts of an
/// NFS mount too; where a file system has no locks a warning says so. For one process.
class OutputLock {
 public:
  OutputLock() = default;
  ~OutputLock() { release(); }
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  /// Takes the lock of a directory that exists. InputError if another run has it; names that run.
  void take(const std::filesystem::path& directory);
  bool taken() const { return !file_.empty(); }
  /// Gives it back and removes its file.
  void release();
  /// The same after the directory has been renamed.
  void releaseIn(const std::filesystem::path& directory);

 private:
  std::filesystem::path file_;  ///< empty: not taken
  std::unique_ptr<FileDescriptor> descriptor_;
};

}  // namespace fluxtet
