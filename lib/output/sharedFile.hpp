// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/hdf5.hpp"

#include <mpi.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// An HDF5 file that all ranks write at once, complete or absent. Rank 0 lays it out with HDF5 (groups, attributes,
/// small datasets, and places for the large ones); then every rank writes its rows straight to these places.
///
/// Why not MPI-IO: when the disk is full (or a write fails on one node only), HDF5 1.10 over Open MPI 4.1 hangs in a
/// collective write or at close, or crashes when the program ends. Here a failed write is an error of one rank that all
/// ranks learn of.
class SharedFile {
 public:
  /// Collective. Begins <file>.tmp: reserves about `bytes`, then runs `layout` on rank 0. Throws RunError on every
  /// rank.
  SharedFile(const std::filesystem::path& file, std::int64_t bytes, const std::function<void(hid_t file)>& layout,
             MPI_Comm comm);
  /// Removes the temporary file unless commit() has returned.
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  /// Writes rows from `rowBegin` of a dataset that `layout` made by hdf5::allocate<T>(). Each rank for itself; what
  /// fails is kept for commit().
  template <class T>
  void writeRows(const std::string& dataset, std::span<const T> values, std::int64_t rowBegin);
  /// Collective. Makes the file durable and gives it its name. Throws RunError on every rank if anything failed on any.
  void commit();

 private:
  struct Place {
    std::int64_t offset = 0, rows = 0, rowBytes = 0;
  };
  void write(const std::string& dataset, std::span<const std::byte> bytes, std::int64_t rowBegin);

  std::string file_, temporary_, failure_;
  MPI_Comm comm_;
  std::vector<std::string> names_;
  std::vector<Place> places_;
  std::unique_ptr<FileDescriptor> descriptor_;
  bool committed_ = false;
};

}  // namespace fluxtet
