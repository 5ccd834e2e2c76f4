// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/exchange/sharedMemory.hpp"

#include "lib/base/error.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <random>

namespace fluxtet::dgtd {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  ~FileDescriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  operator int() const { return descriptor_; }

 private:
  int descriptor_;
};

void requireSystem(bool good, const char* what, std::size_t bytes, int error) {
  requireRun(good, "{} {} bytes of memory that ranks share: {}", what, bytes, std::strerror(error));
}

}  // namespace

SharedMemory::SharedMemory(std::string name, std::size_t bytes, bool isNew) : name_(std::move(name)) {
  constexpr mode_t ownerOnly = 0600;
  const FileDescriptor file(::shm_open(name_.c_str(), isNew ? O_RDWR | O_CREAT | O_EXCL : O_RDWR, ownerOnly));
  requireSystem(file >= 0, isNew ? "creating" : "opening", bytes, errno);
  if (isNew) {
    // Reserves the pages: with a full memory file system, the first access would otherwise kill the process (SIGBUS).
    const int error = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
    if (error != 0) ::shm_unlink(name_.c_str());
    requireSystem(error == 0, "reserving", bytes, error);
  }
  void* const data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const int error = errno;
  if (data == MAP_FAILED && isNew) ::shm_unlink(name_.c_str());
  requireSystem(data != MAP_FAILED, "mapping", bytes, error);
  named_ = isNew;
  bytes_ = {static_cast<std::byte*>(data), bytes};
}

SharedMemory SharedMemory::create(std::size_t bytes) {
  std::random_device random;
  return SharedMemory(fmt::format("/fluxtet-{}-{:08x}{:08x}", ::getpid(), random(), random()), bytes, true);
}

SharedMemory SharedMemory::open(const std::string& name, std::size_t bytes) {
  return SharedMemory(name, bytes, false);
}

SharedMemory::~SharedMemory() {
  removeName();
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

void SharedMemory::removeName() {
  if (named_) ::shm_unlink(name_.c_str());
  named_ = false;
}

}  // namespace fluxtet::dgtd
