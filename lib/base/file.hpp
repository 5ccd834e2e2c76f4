// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// Files that are complete or absent, for one process. What fails is a RunError that names the path and the system's
/// reason.
namespace fluxtet {

/// An open file that closes itself.
class FileDescriptor {
 public:
  /// `flags` of open(2).
  FileDescriptor(const std::string& path, int flags);
  ~FileDescriptor();
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  operator int() const { return id_; }  ///< negative if it could not be opened (errno says why)

 private:
  int id_;
};

/// Gives standard input, output and error to /dev/null where they are closed: the next file to be opened would get
/// their number, and messages would be written into it.
void openStandardStreams();

/// Throws InputError unless `file` can be read like a file: names what it is instead (a folder, a pipe, which might
/// keep the program waiting for ever) or the system's reason. `what` it should be: "the case file".
void requireReadable(const std::string& what, const std::string& file);

/// Creates `file` with room for `bytes`, so that a full disk or quota shows before anything is written: HDF5 1.10 can
/// neither finish nor close a file in which a write fails, and the program then crashes at its end.
void reserveFile(const std::string& file, std::int64_t bytes);

/// Writes all `bytes` to the open `file`, `offset` bytes from its beginning. `path` is for messages.
void writeAt(int file, const std::string& path, std::span<const std::byte> bytes, std::int64_t offset);

/// Makes `temporary` durable under its final name: fsync, rename, fsync of the folder.
void publishFile(const std::string& temporary, const std::string& final);

/// Writes a file under a temporary name and publishes it.
void writeFile(const std::string& file, std::span<const std::byte> bytes);

}  // namespace fluxtet
