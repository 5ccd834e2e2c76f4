// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/outputLock.hpp"

#include "lib/base/error.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <spdlog/spdlog.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <ctime>
#include <string>

namespace fs = std::filesystem;

namespace fluxtet {
namespace {

enum class Attempt { locked, held, noLocks };

Attempt tryLock(int descriptor) {
  int result = 0;
  do result = ::flock(descriptor, LOCK_EX | LOCK_NB);
  while (result != 0 && errno == EINTR);
  if (result == 0) return Attempt::locked;
  return errno == EWOULDBLOCK || errno == EACCES ? Attempt::held : Attempt::noLocks;
}

/// Whether `file` is still the name of the open file: its last holder may have removed it.
bool isNameOf(const fs::path& file, int descriptor) {
  struct stat named {
  }, open{};
  return ::stat(file.c_str(), &named) == 0 && ::fstat(descriptor, &open) == 0 && named.st_ino == open.st_ino &&
         named.st_dev == open.st_dev;
}

/// Who holds the lock, for the message to the next who wants it.
std::string ownLabel() {
  std::array<char, HOST_NAME_MAX + 1> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("process {} on {}, since {:%Y-%m-%d %H:%M:%S} UTC", ::getpid(), host.data(),
                     fmt::gmtime(std::time(nullptr)));
}

std::string labelIn(int descriptor) {
  std::array<char, 256> text{};
  const auto size = ::pread(descriptor, text.data(), text.size(), 0);
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : "unknown process";
}

}  // namespace

void OutputLock::take(const fs::path& directory) {
  release();
  const fs::path file = directory / outputName::lock;
  for (;;) {
    auto descriptor = std::make_unique<FileDescriptor>(file.string(), O_RDWR | O_CREAT | O_NOFOLLOW);
    require(*descriptor >= 0, "cannot lock the output directory {}: {}: {}: check the permissions and the space left",
            directory.string(), file.string(), std::strerror(errno));
    const Attempt attempt = tryLock(*descriptor);
    require(attempt != Attempt::held,
            "another run writes to the output directory {} ({}): wait for its end, or choose another directory with "
            "--output",
            directory.string(), labelIn(*descriptor));
    if (attempt == Attempt::noLocks)
      spdlog::warn("the file system of {} has no locks ({}): nothing but you keeps a second run out of it",
                   directory.string(), std::strerror(errno));
    if (attempt == Attempt::locked && !isNameOf(file, *descriptor)) continue;
    const std::string label = ownLabel();
    if (::ftruncate(*descriptor, 0) == 0) [[maybe_unused]]
      const auto told = ::pwrite(*descriptor, label.data(), label.size(), 0);
    file_ = file;
    descriptor_ = std::move(descriptor);
    return;
  }
}

void OutputLock::release() {
  if (!taken()) return;
  if (isNameOf(file_, *descriptor_)) ::unlink(file_.c_str());
  descriptor_.reset();
  file_.clear();
}

void OutputLock::releaseIn(const fs::path& directory) {
  if (taken()) file_ = directory / outputName::lock;
  release();
}

}  // namespace fluxtet
