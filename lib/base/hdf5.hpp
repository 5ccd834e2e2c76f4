// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/error.hpp"
#include "lib/base/file.hpp"
#include "lib/base/sourceLocation.hpp"

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// A thin layer over HDF5's C interface, for one process: owning handles, errors as exceptions, and the few transfers
/// that fluxtet needs. Files that many ranks write at once are output/sharedFile.hpp.
namespace fluxtet::hdf5 {

/// HDF5's own words for the innermost cause of this thread's last failure.
std::string lastError();

/// Throws RunError with HDF5's reason and the call's place when a call failed (negative result). Returns the value
/// otherwise.
template <class T>
T check(T result, SourceLocation where = SourceLocation::current()) {
  if (result < 0) throw RunError(fmt::format("HDF5: {} ({}:{})", lastError(), where.file, where.line));
  return result;
}

/// Owns any HDF5 identifier.
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) H5Idec_ref(id_);
  }
  operator hid_t() const { return id_; }
  /// Gives the identifier away: the caller closes it.
  hid_t release() { return std::exchange(id_, H5I_INVALID_HID); }

 private:
  hid_t id_ = H5I_INVALID_HID;
};

/// The HDF5 memory type of T.
template <class T>
hid_t type();

/// Silences HDF5's own error stack printing; errors come as exceptions with our text.
void quiet();

/// Creates a file, or replaces one; RunError with path and reason. What is written must fit on the disk: see
/// reserveFile(). Its metadata carry checksums (the format of HDF5 1.8, which every later version reads).
Handle createFile(const std::string& path);
/// A new file that is held in memory only; imageOf() gives its bytes. For files of moderate size: a full disk is then
/// met by plain writes, which can fail without harm.
Handle createInMemory();
/// The bytes of a file that createInMemory() made. Everything opened in it must be closed.
std::vector<std::byte> imageOf(hid_t file);
/// Opens a file for reading; InputError with path and reason. Several ranks may read one file at the same time, each
/// for itself.
Handle openFile(const std::string& path);
/// True if the metadata of an HDF5 file carry checksums; without them, HDF5 may crash on damaged metadata. Reads the
/// first bytes only. InputError as openFile().
bool hasChecksums(const std::string& path);
/// Reads the metadata of every object and attribute, so that damage anywhere among them shows: RunError. Not the values
/// of datasets.
void readAllMetadata(hid_t file);
/// Closes with flush to the disk; throws where the destructor could not.
void closeFile(Handle file);
Handle createGroup(hid_t parent, const std::string& name);
Handle openGroup(hid_t parent, const std::string& name);
bool exists(hid_t parent, const std::string& name);

template <class T>
void writeAttribute(hid_t object, const std::string& name, const std::vector<T>& values);
template <class T>
void writeAttribute(hid_t object, const std::string& name, T value);
void writeAttribute(hid_t object, const std::string& name, const std::string& text);  ///< fixed-length ASCII
inline void writeAttribute(hid_t object, const std::string& name, const char* text) {
  writeAttribute(object, name, std::string(text));
}
/// An array of fixed-length strings.
void writeAttribute(hid_t object, const std::string& name, const std::vector<std::string>& texts);
bool hasAttribute(hid_t object, const std::string& name);
std::vector<std::string> attributeNames(hid_t object);  ///< sorted by name
template <class T>
std::vector<T> readAttribute(hid_t object, const std::string& name);
std::string readTextAttribute(hid_t object, const std::string& name);

/// Writes a whole dataset, row by row. `shape`: number of elements along each axis. Throws RunError unless `values` has
/// as many elements.
template <class T>
void write(hid_t parent, const std::string& name, std::span<const T> values, const std::vector<hsize_t>& shape);
/// Writes a list of strings of any length, as VTK reads them. Throws RunError.
void writeTexts(hid_t parent, const std::string& name, const std::vector<std::string>& texts);
/// Makes a dataset whose place in the file is fixed and whose values are written later, past HDF5
/// (output/sharedFile.hpp).
template <class T>
void allocate(hid_t parent, const std::string& name, const std::vector<hsize_t>& shape);
/// Place of a dataset's values in the file, bytes from its beginning; -1 if they are not in one piece, or there are
/// none.
std::int64_t offsetOf(hid_t parent, const std::string& name);
/// Number of elements along each axis of a dataset; empty for a scalar. Throws RunError as every call here does.
std::vector<hsize_t> shapeOf(hid_t parent, const std::string& name);
/// All values of a dataset, row by row. Throws RunError for a scalar.
template <class T>
std::vector<T> read(hid_t parent, const std::string& name);
/// Reads `rowCount` rows from row `rowBegin`; a row is all that has one first index. Throws RunError for rows that the
/// dataset does not have.
template <class T>
std::vector<T> readRows(hid_t parent, const std::string& name, hsize_t rowBegin, hsize_t rowCount);

/// See publishFile().
inline void publish(const std::string& temporary, const std::string& final) {
  publishFile(temporary, final);
}

}  // namespace fluxtet::hdf5
