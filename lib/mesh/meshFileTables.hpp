// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"
#include "lib/base/hash.hpp"
#include "lib/base/hdf5.hpp"

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// Common parts of the mesh files of tetrahedra (mesh/meshFile.hpp) and of triangles (mesh/planeMeshFile.hpp).
namespace fluxtet {

/// 64-bit checksum of blocks of data, which depends on their order.
class MeshChecksum {
 public:
  /// `start`: checksum of the data that this one continues.
  explicit MeshChecksum(std::uint64_t start = 0) : state_(start) {}

  template <class T>
  void add(std::span<const T> values) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    for (const T value : values) {
      if constexpr (sizeof(T) == 8) {
        add(std::bit_cast<std::uint64_t>(value));
      } else {
        add(std::uint64_t{std::bit_cast<std::uint32_t>(value)});
      }
    }
  }
  void add(std::uint64_t value) { state_ = hash64(state_ ^ value); }
  /// Adds the number of the names and each name with its length, so that no two lists of names look alike.
  void add(const std::vector<std::string>& names);
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_;
};

/// Version of the format that is written, for either dimension. From version 3 on, the checksums cover the header and
/// the names too.
inline constexpr std::int64_t meshFileVersion = 3;
/// True if the checksums of a file of this version cover its header and its names.
inline bool coversHeader(std::int64_t version) {
  return version >= 3;
}

/// Tables of a file. HDF5 only lays them out; their values are written past it, because a file in which a write fails
/// inside HDF5 1.10 can be neither finished nor closed.
class MeshFileTables {
 public:
  /// Adds a table of `values` [rows][columns]; with one column its shape is [rows].
  template <class T>
  void add(const std::string& name, std::vector<T> values, hsize_t columns = 1) {
    std::vector<hsize_t> shape{values.size() / columns};
    if (columns > 1) shape.push_back(columns);
    const auto kept = std::make_shared<const std::vector<T>>(std::move(values));
    tables_.push_back({name, std::move(shape), kept, std::as_bytes(std::span(*kept)), &hdf5::allocate<T>});
  }
  /// Writes the file, complete or not at all; `addAttributes` gets the open file. Throws RunError.
  void writeFile(const std::string& path, const std::function<void(hid_t)>& addAttributes);

 private:
  std::int64_t bytes() const;
  void layOut(const std::string& path, const std::function<void(hid_t)>& addAttributes);
  void writeValues(const std::string& path) const;

  struct Table {
    std::string name;
    std::vector<hsize_t> shape;
    std::shared_ptr<const void> values;
    std::span<const std::byte> bytes;  ///< of `values`
    void (*allocate)(hid_t, const std::string&, const std::vector<hsize_t>&);
    std::int64_t offset = 0;  ///< bytes from the beginning of the file
  };
  std::vector<Table> tables_;
};

/// Bytes of the group names one after the other, each ended by a newline.
std::vector<std::uint8_t> packNames(const std::vector<std::string>& names);
/// Names in the dataset `name` of packNames().
std::vector<std::string> readNames(hid_t file, const std::string& name);

/// Opens a mesh file of any dimension. Throws InputError for one that is missing, foreign or of a newer version.
hdf5::Handle openMeshFile(const std::string& path);

/// Dimension of the mesh in a file: 3, or 2 for a plane mesh.
int meshDimension(hid_t file);

/// Throws InputError that says that the file is damaged, and why.
[[noreturn]] void refuseDamagedMesh(const std::string& path, const std::string& why);

/// Reads from a mesh file; whatever HDF5 cannot give means that the file is damaged.
template <class Work>
auto readingMeshFile(const std::string& path, Work&& work) {
  try {
    return work();
  } catch (const InputError&) {
    throw;
  } catch (const RunError& error) {
    refuseDamagedMesh(path, error.what());
  }
}

}  // namespace fluxtet
