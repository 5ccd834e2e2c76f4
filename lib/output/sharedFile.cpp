// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/sharedFile.hpp"

#include "lib/base/mpi.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sstream>

namespace fluxtet {

namespace {

std::vector<std::string> datasetNames(hid_t file) {
  std::vector<std::string> names;
  const auto append = [](hid_t, const char* name, const H5O_info_t* info, void* data) -> herr_t {
    if (info->type == H5O_TYPE_DATASET) static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  hdf5::check(H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, append, &names));
  return names;
}

std::int64_t valueBytes(hid_t file, const std::string& name) {
  const hdf5::Handle dataset(hdf5::check(H5Dopen2(file, name.c_str(), H5P_DEFAULT)));
  const hdf5::Handle type(hdf5::check(H5Dget_type(dataset)));
  return static_cast<std::int64_t>(H5Tget_size(type));
}

/// "name offset rows rowBytes" of each dataset, one a line: what the other ranks need to know of the layout.
std::string describePlaces(hid_t file) {
  std::string text;
  for (const auto& name : datasetNames(file)) {
    const auto shape = hdf5::shapeOf(file, name);
    std::int64_t rowBytes = valueBytes(file, name);
    for (std::size_t i = 1; i < shape.size(); ++i) rowBytes *= static_cast<std::int64_t>(shape[i]);
    text += fmt::format("{} {} {} {}\n", name, hdf5::offsetOf(file, name), shape.empty() ? 1 : shape[0], rowBytes);
  }
  return text;
}

}  // namespace

SharedFile::SharedFile(const std::filesystem::path& file, std::int64_t bytes,
                       const std::function<void(hid_t file)>& layout, MPI_Comm comm)
    : file_(file.string()), temporary_(file_ + ".tmp"), comm_(comm) {
  std::string places;
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) != 0) return;
    reserveFile(temporary_, bytes);
    try {
      hdf5::Handle hdf = hdf5::createFile(temporary_);
      layout(hdf);
      places = describePlaces(hdf);
      hdf5::closeFile(std::move(hdf));
      reserveFile(temporary_, static_cast<std::int64_t>(std::filesystem::file_size(temporary_)));  // HDF5 let it go
    } catch (...) {
      ::unlink(temporary_.c_str());
      throw;
    }
  });
  std::istringstream lines(broadcast(comm, places));
  std::string name;
  for (Place place; lines >> name >> place.offset >> place.rows >> place.rowBytes;) {
    names_.push_back(name);
    places_.push_back(place);
  }
  descriptor_ = std::make_unique<FileDescriptor>(temporary_, O_WRONLY);
  if (*descriptor_ < 0) failure_ = fmt::format("cannot open {}: {}", temporary_, std::strerror(errno));
}

SharedFile::~SharedFile() {
  // No waiting for other ranks here: this rank may be alone in its error. Those that still write do so to a file
  // without name.
  if (!committed_ && mpiRank(comm_) == 0) ::unlink(temporary_.c_str());
}

template <class T>
void SharedFile::writeRows(const std::string& dataset, std::span<const T> values, std::int64_t rowBegin) {
  write(dataset, std::as_bytes(values), rowBegin);
}

void SharedFile::write(const std::string& dataset, std::span<const std::byte> bytes, std::int64_t rowBegin) {
  if (bytes.empty() || !failure_.empty()) return;
  try {
    const auto at = std::find(names_.begin(), names_.end(), dataset);
    requireRun(at != names_.end(), "{} has no dataset {}", file_, dataset);
    const Place& place = places_[static_cast<std::size_t>(at - names_.begin())];
    const auto size = static_cast<std::int64_t>(bytes.size());
    requireRun(size % place.rowBytes == 0 && rowBegin >= 0 && rowBegin + size / place.rowBytes <= place.rows,
               "{} bytes from row {} on do not fit dataset {} of {} rows of {} bytes", size, rowBegin, dataset,
               place.rows, place.rowBytes);
    writeAt(*descriptor_, temporary_, bytes, place.offset + rowBegin * place.rowBytes);
  } catch (const RunError& error) {
    failure_ = error.what();
  }
}

void SharedFile::commit() {
  agreeOnErrors(comm_, [&] {
    // What a network file system has only promised to write comes to light here, on the rank that wrote it.
    if (failure_.empty() && ::fsync(*descriptor_) != 0)
      failure_ = fmt::format("cannot bring {} to the disk: {}", temporary_, std::strerror(errno));
    requireRun(failure_.empty(), "{}", failure_);
  });
  descriptor_.reset();
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) == 0) publishFile(temporary_, file_);
  });
  committed_ = true;
}

template void SharedFile::writeRows(const std::string&, std::span<const float>, std::int64_t);
template void SharedFile::writeRows(const std::string&, std::span<const double>, std::int64_t);
template void SharedFile::writeRows(const std::string&, std::span<const std::int32_t>, std::int64_t);
template void SharedFile::writeRows(const std::string&, std::span<const std::int64_t>, std::int64_t);
template void SharedFile::writeRows(const std::string&, std::span<const std::uint8_t>, std::int64_t);

}  // namespace fluxtet
