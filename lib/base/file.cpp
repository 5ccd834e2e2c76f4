// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/file.hpp"

#include "lib/base/error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace fluxtet {

namespace {

constexpr const char* advice =
    "check the folder's permissions, the space left and the quota, or write to another place";

/// True where a file system does not know how to reserve space, which is no failure.
bool cannotReserve(int reason) {
  return reason == EOPNOTSUPP || reason == ENOSYS || reason == EINVAL;
}

void requireSpaceLeft(const std::string& file, std::int64_t bytes) {
  std::error_code error;
  const auto space = std::filesystem::space(std::filesystem::absolute(file).parent_path(), error);
  if (error) return;  // the write itself will tell
  requireRun(space.available >= static_cast<std::uintmax_t>(bytes),
             "cannot write {}: it needs {:.4g} MB and {:.4g} MB are left: {}", file, 1e-6 * static_cast<double>(bytes),
             1e-6 * static_cast<double>(space.available), advice);
}

}  // namespace

FileDescriptor::FileDescriptor(const std::string& path, int flags)
    : id_(::open(path.c_str(), flags | O_CLOEXEC, 0644)) {}

FileDescriptor::~FileDescriptor() {
  if (id_ >= 0) ::close(id_);
}

void openStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0) ::open("/dev/null", O_RDWR);  // gets the lowest free number
}

void requireReadable(const std::string& what, const std::string& file) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("cannot read {} {}: {}", what, file, why));
  };
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) refuse(std::strerror(errno));
  if (S_ISDIR(status.st_mode)) refuse("it is a folder: name a file");
  if (!S_ISREG(status.st_mode)) refuse("it is a pipe or a device: copy what it gives to a file, and name that");
  if (::access(file.c_str(), R_OK) != 0) refuse(std::strerror(errno));
}

void reserveFile(const std::string& file, std::int64_t bytes) {
  const FileDescriptor descriptor(file, O_WRONLY | O_CREAT);
  requireRun(descriptor >= 0, "cannot create {}: {}: {}", file, std::strerror(errno), advice);
  if (bytes <= 0 || ::fallocate(descriptor, 0, 0, bytes) == 0) return;
  const int reason = errno;
  if (cannotReserve(reason)) return requireSpaceLeft(file, bytes);
  ::unlink(file.c_str());
  throw RunError(fmt::format("cannot write {}: it needs {:.4g} MB: {}: {}", file, 1e-6 * static_cast<double>(bytes),
                             std::strerror(reason), advice));
}

void writeAt(int file, const std::string& path, std::span<const std::byte> bytes, std::int64_t offset) {
  while (!bytes.empty()) {
    const auto count = ::pwrite(file, bytes.data(), bytes.size(), offset);  // the system may write less than asked
    if (count < 0 && errno == EINTR) continue;
    requireRun(count > 0, "cannot write {}: {}: {}", path, std::strerror(errno), advice);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += count;
  }
}

void publishFile(const std::string& temporary, const std::string& final) {
  {
    const FileDescriptor file(temporary, O_RDONLY);
    const bool durable = file >= 0 && ::fsync(file) == 0;
    requireRun(durable, "cannot bring {} to the disk: {}: {}", temporary, std::strerror(errno), advice);
  }
  const bool renamed = std::rename(temporary.c_str(), final.c_str()) == 0;
  requireRun(renamed, "cannot rename {} to {}: {}: {}", temporary, final, std::strerror(errno), advice);
  const std::string parent = std::filesystem::path(final).parent_path().string();
  const FileDescriptor folder(parent.empty() ? "." : parent, O_RDONLY | O_DIRECTORY);
  // Some network file systems refuse to sync a folder; the rename itself has succeeded.
  if (folder >= 0) ::fsync(folder);
}

void writeFile(const std::string& file, std::span<const std::byte> bytes) {
  const std::string temporary = file + ".tmp";
  try {
    const FileDescriptor descriptor(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    requireRun(descriptor >= 0, "cannot create {}: {}: {}", temporary, std::strerror(errno), advice);
    writeAt(descriptor, temporary, bytes, 0);
    publishFile(temporary, file);
  } catch (const RunError&) {
    ::unlink(temporary.c_str());
    throw;
  }
}

}  // namespace fluxtet
