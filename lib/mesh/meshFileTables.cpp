// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/meshFileTables.hpp"

#include "lib/base/file.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <numeric>

namespace fluxtet {
namespace {

constexpr const char* formatName = "fluxtet mesh";

}  // namespace

void MeshChecksum::add(const std::vector<std::string>& names) {
  add(std::uint64_t{names.size()});
  for (const auto& name : names) {
    add(std::uint64_t{name.size()});
    for (const char c : name) add(std::uint64_t{static_cast<unsigned char>(c)});
  }
}

/// What the file takes: the values, and room for HDF5's own tables.
std::int64_t MeshFileTables::bytes() const {
  constexpr std::int64_t layout = 1 << 16;
  return std::accumulate(tables_.begin(), tables_.end(), layout, [](std::int64_t sum, const Table& table) {
    return sum + static_cast<std::int64_t>(table.bytes.size());
  });
}

void MeshFileTables::layOut(const std::string& path, const std::function<void(hid_t)>& addAttributes) {
  hdf5::Handle file = hdf5::createFile(path);
  hdf5::writeAttribute(file, "format", std::string(formatName));
  addAttributes(file);
  for (Table& table : tables_) {
    table.allocate(file, table.name, table.shape);
    table.offset = hdf5::offsetOf(file, table.name);
  }
  hdf5::closeFile(std::move(file));
}

void MeshFileTables::writeValues(const std::string& path) const {
  const FileDescriptor file(path, O_WRONLY);
  requireRun(file >= 0, "cannot open {}: {}", path, std::strerror(errno));
  for (const Table& table : tables_) writeAt(file, path, table.bytes, table.offset);
}

void MeshFileTables::writeFile(const std::string& path, const std::function<void(hid_t)>& addAttributes) {
  const std::string temporary = path + ".part";
  try {
    reserveFile(temporary, bytes());
    layOut(temporary, addAttributes);
    reserveFile(temporary, static_cast<std::int64_t>(std::filesystem::file_size(temporary)));  // HDF5 let it go
    writeValues(temporary);
    hdf5::publish(temporary, path);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw;
  }
}

std::vector<std::uint8_t> packNames(const std::vector<std::string>& names) {
  std::vector<std::uint8_t> text;
  for (const auto& one : names) {
    text.insert(text.end(), one.begin(), one.end());
    text.push_back('\n');
  }
  return text;
}

std::vector<std::string> readNames(hid_t file, const std::string& name) {
  std::vector<std::string> names;
  std::string one;
  for (const std::uint8_t c : hdf5::read<std::uint8_t>(file, name)) {
    if (c == '\n') {
      names.push_back(std::exchange(one, {}));
    } else {
      one += static_cast<char>(c);
    }
  }
  return names;
}

hdf5::Handle openMeshFile(const std::string& path) {
  hdf5::quiet();
  require(std::filesystem::exists(path), "mesh file {} does not exist", path);
  hdf5::Handle file = hdf5::openFile(path);
  const bool ours = H5Aexists(file, "format") > 0 && hdf5::readTextAttribute(file, "format") == formatName;
  require(ours, "{} is an HDF5 file, but not a mesh of fluxtet: make one with `fluxtet mesh`", path);
  const std::int64_t version = hdf5::readAttribute<std::int64_t>(file, "version").at(0);
  require(version <= meshFileVersion,
          "mesh file {} has format version {}, newer than the {} that this fluxtet reads: use a newer fluxtet, or "
          "write the mesh again",
          path, version, meshFileVersion);
  return file;
}

int meshDimension(hid_t file) {
  if (!hdf5::hasAttribute(file, "dimension")) return 3;
  return static_cast<int>(hdf5::readAttribute<std::int64_t>(file, "dimension").at(0));
}

void refuseDamagedMesh(const std::string& path, const std::string& why) {
  throw InputError(fmt::format("mesh file {} is damaged: {}; write it again with `fluxtet mesh`", path, why));
}

}  // namespace fluxtet
