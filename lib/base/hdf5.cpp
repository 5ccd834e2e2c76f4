// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/hdf5.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <type_traits>

namespace fluxtet::hdf5 {

namespace {

constexpr const char* notHdf5 = "cannot open {}: it is not an HDF5 file, or its beginning is damaged";

/// Without HDF5's own locks, which a network file system may refuse: nobody reads a file before it has its name, and
/// output/outputLock.hpp keeps other runs away.
Handle fileAccess() {
  Handle access(check(H5Pcreate(H5P_FILE_ACCESS)));
  check(H5Pset_file_locking(access, /*use_file_locking=*/0, /*ignore_when_disabled=*/1));
  return access;
}

Handle textType(std::size_t length) {
  Handle text(check(H5Tcopy(H5T_C_S1)));
  check(H5Tset_size(text, std::max<std::size_t>(length, 1)));
  check(H5Tset_strpad(text, H5T_STR_NULLPAD));
  return text;
}

}  // namespace

std::string lastError() {
  std::string text;
  const auto keepFirst = [](unsigned n, const H5E_error2_t* error, void* data) -> herr_t {
    if (n == 0 && error->desc != nullptr) *static_cast<std::string*>(data) = error->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keepFirst, &text);
  return text.empty() ? "an unexplained failure" : text;
}

template <class T>
hid_t type() {
  if constexpr (std::is_same_v<T, float>)
    return H5T_NATIVE_FLOAT;
  else if constexpr (std::is_same_v<T, double>)
    return H5T_NATIVE_DOUBLE;
  else if constexpr (std::is_same_v<T, std::int32_t>)
    return H5T_NATIVE_INT32;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return H5T_NATIVE_INT64;
  else if constexpr (std::is_same_v<T, std::uint8_t>)
    return H5T_NATIVE_UINT8;
  else {
    static_assert(std::is_same_v<T, std::uint64_t>, "no HDF5 type for T");
    return H5T_NATIVE_UINT64;
  }
}

void quiet() {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Handle createFile(const std::string& path) {
  quiet();
  const FileDescriptor file(path, O_WRONLY | O_CREAT);  // a better reason than HDF5 would give
  requireRun(file >= 0, "cannot create {}: {}: check that the folder exists and is writable", path,
             std::strerror(errno));
  const Handle access = fileAccess();
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18));
  Handle hdf(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access));
  requireRun(hdf >= 0, "cannot create {}: {}", path, lastError());
  return hdf;
}

Handle createInMemory() {
  quiet();
  constexpr std::size_t growth = 1 << 20;  // bytes
  const Handle access(check(H5Pcreate(H5P_FILE_ACCESS)));
  check(H5Pset_fapl_core(access, growth, /*backing_store=*/0));
  return Handle(check(H5Fcreate("inMemory", H5F_ACC_TRUNC, H5P_DEFAULT, access)));
}

std::vector<std::byte> imageOf(hid_t file) {
  check(H5Fflush(file, H5F_SCOPE_LOCAL));
  std::vector<std::byte> image(static_cast<std::size_t>(check(H5Fget_file_image(file, nullptr, 0))));
  check(H5Fget_file_image(file, image.data(), image.size()));
  return image;
}

Handle openFile(const std::string& path) {
  quiet();
  requireReadable("the file", path);
  require(H5Fis_hdf5(path.c_str()) > 0, notHdf5, path);
  const Handle access = fileAccess();  // closed after lastError(), which it would clear
  Handle hdf(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access));
  require(hdf >= 0, "cannot open {}: the file is damaged, or still being written: {}", path, lastError());
  return hdf;
}

bool hasChecksums(const std::string& path) {
  requireReadable("the file", path);
  require(H5Fis_hdf5(path.c_str()) > 0, notHdf5, path);
  constexpr std::array signature{'\x89', 'H', 'D', 'F', '\r', '\n', '\x1a', '\n'};
  std::array<char, signature.size() + 1> first{};
  std::ifstream(path, std::ios::binary).read(first.data(), first.size());
  // Versions 0 and 1 of the superblock, the byte after the signature, belong to the format before 1.8.
  return std::equal(signature.begin(), signature.end(), first.begin()) && (first.back() == 2 || first.back() == 3);
}

namespace {

herr_t readAttributeMetadata(hid_t object, const char* name, const H5A_info_t*, void*) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT));
  const Handle type(H5Aget_type(attribute)), space(H5Aget_space(attribute));
  return type >= 0 && space >= 0 ? 0 : -1;
}

herr_t readObjectMetadata(hid_t file, const char* name, const H5O_info_t*, void*) {
  const Handle object(H5Oopen(file, name, H5P_DEFAULT));
  hsize_t position = 0;
  return object >= 0 ? H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &position, readAttributeMetadata, nullptr) : -1;
}

}  // namespace

void readAllMetadata(hid_t file) {
  check(H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, readObjectMetadata, nullptr));
}

void closeFile(Handle file) {
  std::string path(static_cast<std::size_t>(check(H5Fget_name(file, nullptr, 0))), '\0');
  check(H5Fget_name(file, path.data(), path.size() + 1));
  std::string reason;
  if (H5Fflush(file, H5F_SCOPE_LOCAL) < 0) reason = lastError();
  if (H5Idec_ref(file.release()) < 0 && reason.empty()) reason = lastError();
  requireRun(reason.empty(), "cannot finish {}: {}: check that the file system has space and works", path, reason);
}

Handle createGroup(hid_t parent, const std::string& name) {
  return Handle(check(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)));
}

Handle openGroup(hid_t parent, const std::string& name) {
  return Handle(check(H5Gopen2(parent, name.c_str(), H5P_DEFAULT)));
}

bool exists(hid_t parent, const std::string& name) {
  // H5Lexists fails, instead of saying no, where an intermediate group is absent.
  for (std::size_t end = name.find('/', 1); end != std::string::npos; end = name.find('/', end + 1))
    if (H5Lexists(parent, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
  return H5Lexists(parent, name.c_str(), H5P_DEFAULT) > 0;
}

template <class T>
void writeAttribute(hid_t object, const std::string& name, const std::vector<T>& values) {
  const hsize_t size = values.size();
  const Handle space(check(H5Screate_simple(1, &size, nullptr)));
  const Handle attribute(check(H5Acreate2(object, name.c_str(), type<T>(), space, H5P_DEFAULT, H5P_DEFAULT)));
  if (size > 0) check(H5Awrite(attribute, type<T>(), values.data()));
}

template <class T>
void writeAttribute(hid_t object, const std::string& name, T value) {
  const Handle space(check(H5Screate(H5S_SCALAR)));
  const Handle attribute(check(H5Acreate2(object, name.c_str(), type<T>(), space, H5P_DEFAULT, H5P_DEFAULT)));
  check(H5Awrite(attribute, type<T>(), &value));
}

void writeAttribute(hid_t object, const std::string& name, const std::string& text) {
  const Handle space(check(H5Screate(H5S_SCALAR)));
  const Handle fixed = textType(text.size());
  const Handle attribute(check(H5Acreate2(object, name.c_str(), fixed, space, H5P_DEFAULT, H5P_DEFAULT)));
  check(H5Awrite(attribute, fixed, text.c_str()));
}

void writeAttribute(hid_t object, const std::string& name, const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const auto& text : texts) length = std::max(length, text.size());
  std::string packed;
  for (const auto& text : texts) packed += text + std::string(length - text.size(), '\0');
  const hsize_t size = texts.size();
  const Handle space(check(H5Screate_simple(1, &size, nullptr)));
  const Handle fixed = textType(length);
  const Handle attribute(check(H5Acreate2(object, name.c_str(), fixed, space, H5P_DEFAULT, H5P_DEFAULT)));
  if (size > 0) check(H5Awrite(attribute, fixed, packed.data()));
}

bool hasAttribute(hid_t object, const std::string& name) {
  return H5Aexists(object, name.c_str()) > 0;
}

std::vector<std::string> attributeNames(hid_t object) {
  std::vector<std::string> names;
  const auto append = [](hid_t, const char* name, const H5A_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  hsize_t position = 0;
  check(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &position, append, &names));
  return names;
}

template <class T>
std::vector<T> readAttribute(hid_t object, const std::string& name) {
  const Handle attribute(check(H5Aopen(object, name.c_str(), H5P_DEFAULT)));
  const Handle space(check(H5Aget_space(attribute)));
  std::vector<T> values(static_cast<std::size_t>(check(H5Sget_simple_extent_npoints(space))));
  if (!values.empty()) check(H5Aread(attribute, type<T>(), values.data()));
  return values;
}

std::string readTextAttribute(hid_t object, const std::string& name) {
  const Handle attribute(check(H5Aopen(object, name.c_str(), H5P_DEFAULT)));
  const Handle stored(check(H5Aget_type(attribute)));
  requireRun(H5Tget_class(stored) == H5T_STRING && H5Tis_variable_str(stored) == 0,
             "HDF5: attribute {} is not a text of fixed length", name);
  const Handle space(check(H5Aget_space(attribute)));
  requireRun(H5Sget_simple_extent_npoints(space) == 1, "HDF5: attribute {} holds several texts", name);
  std::string text(H5Tget_size(stored), '\0');
  check(H5Aread(attribute, stored, text.data()));
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

template hid_t type<float>();
template void writeAttribute(hid_t, const std::string&, const std::vector<float>&);
template void writeAttribute(hid_t, const std::string&, float);
template std::vector<float> readAttribute(hid_t, const std::string&);
template hid_t type<double>();
template void writeAttribute(hid_t, const std::string&, const std::vector<double>&);
template void writeAttribute(hid_t, const std::string&, double);
template std::vector<double> readAttribute(hid_t, const std::string&);
template hid_t type<std::int32_t>();
template void writeAttribute(hid_t, const std::string&, const std::vector<std::int32_t>&);
template void writeAttribute(hid_t, const std::string&, std::int32_t);
template std::vector<std::int32_t> readAttribute(hid_t, const std::string&);
template hid_t type<std::int64_t>();
template void writeAttribute(hid_t, const std::string&, const std::vector<std::int64_t>&);
template void writeAttribute(hid_t, const std::string&, std::int64_t);
template std::vector<std::int64_t> readAttribute(hid_t, const std::string&);
template hid_t type<std::uint8_t>();
template void writeAttribute(hid_t, const std::string&, const std::vector<std::uint8_t>&);
template void writeAttribute(hid_t, const std::string&, std::uint8_t);
template std::vector<std::uint8_t> readAttribute(hid_t, const std::string&);
template hid_t type<std::uint64_t>();
template void writeAttribute(hid_t, const std::string&, const std::vector<std::uint64_t>&);
template void writeAttribute(hid_t, const std::string&, std::uint64_t);
template std::vector<std::uint64_t> readAttribute(hid_t, const std::string&);

}  // namespace fluxtet::hdf5
