// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Datasets, whole or by rows.
#include "lib/base/hdf5.hpp"

#include <functional>
#include <numeric>

namespace fluxtet::hdf5 {

namespace {

hsize_t product(std::span<const hsize_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), hsize_t{1}, std::multiplies<>());
}

Handle createDataset(hid_t parent, const std::string& name, hid_t elementType, const std::vector<hsize_t>& shape) {
  const Handle space(check(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr)));
  const Handle creation(check(H5Pcreate(H5P_DATASET_CREATE)));
  check(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY));
  check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));  // every value is written anyway
  return Handle(check(H5Dcreate2(parent, name.c_str(), elementType, space, H5P_DEFAULT, creation, H5P_DEFAULT)));
}

}  // namespace

template <class T>
void write(hid_t parent, const std::string& name, std::span<const T> values, const std::vector<hsize_t>& shape) {
  requireRun(values.size() == product(shape), "HDF5: dataset {} has {} values, its shape needs {}", name, values.size(),
             product(shape));
  const Handle dataset = createDataset(parent, name, type<T>(), shape);
  if (!values.empty()) check(H5Dwrite(dataset, type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
}

void writeTexts(hid_t parent, const std::string& name, const std::vector<std::string>& texts) {
  const Handle text(check(H5Tcopy(H5T_C_S1)));
  check(H5Tset_size(text, H5T_VARIABLE));
  std::vector<const char*> values;
  for (const auto& one : texts) values.push_back(one.c_str());
  const hsize_t size = texts.size();
  const Handle space(check(H5Screate_simple(1, &size, nullptr)));
  const Handle dataset(check(H5Dcreate2(parent, name.c_str(), text, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)));
  if (!values.empty()) check(H5Dwrite(dataset, text, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
}

template <class T>
void allocate(hid_t parent, const std::string& name, const std::vector<hsize_t>& shape) {
  createDataset(parent, name, type<T>(), shape);
}

std::int64_t offsetOf(hid_t parent, const std::string& name) {
  const Handle dataset(check(H5Dopen2(parent, name.c_str(), H5P_DEFAULT)));
  const haddr_t offset = H5Dget_offset(dataset);
  return offset == HADDR_UNDEF ? -1 : static_cast<std::int64_t>(offset);
}

std::vector<hsize_t> shapeOf(hid_t parent, const std::string& name) {
  const Handle dataset(check(H5Dopen2(parent, name.c_str(), H5P_DEFAULT)));
  const Handle space(check(H5Dget_space(dataset)));
  std::vector<hsize_t> shape(static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space))));
  check(H5Sget_simple_extent_dims(space, shape.data(), nullptr));
  return shape;
}

template <class T>
std::vector<T> read(hid_t parent, const std::string& name) {
  const auto shape = shapeOf(parent, name);
  requireRun(!shape.empty(), "HDF5: dataset {} is a scalar, an array was expected", name);
  return readRows<T>(parent, name, 0, shape[0]);
}

template <class T>
std::vector<T> readRows(hid_t parent, const std::string& name, hsize_t rowBegin, hsize_t rowCount) {
  const auto shape = shapeOf(parent, name);
  requireRun(!shape.empty() && rowBegin <= shape[0] && rowCount <= shape[0] - rowBegin,
             "HDF5: dataset {} has no rows {} to {}", name, rowBegin, rowBegin + rowCount);
  std::vector<T> values(rowCount * product(std::span(shape).subspan(1)));
  if (values.empty()) return values;
  std::vector<hsize_t> start(shape.size(), 0), size = shape;
  start[0] = rowBegin;
  size[0] = rowCount;
  const Handle dataset(check(H5Dopen2(parent, name.c_str(), H5P_DEFAULT)));
  const Handle space(check(H5Dget_space(dataset)));
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr));
  const Handle memory(check(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr)));
  check(H5Dread(dataset, type<T>(), memory, space, H5P_DEFAULT, values.data()));
  return values;
}

template void write(hid_t, const std::string&, std::span<const float>, const std::vector<hsize_t>&);
template void allocate<float>(hid_t, const std::string&, const std::vector<hsize_t>&);
template std::vector<float> read(hid_t, const std::string&);
template std::vector<float> readRows(hid_t, const std::string&, hsize_t, hsize_t);
template void write(hid_t, const std::string&, std::span<const double>, const std::vector<hsize_t>&);
template void allocate<double>(hid_t, const std::string&, const std::vector<hsize_t>&);
template std::vector<double> read(hid_t, const std::string&);
template std::vector<double> readRows(hid_t, const std::string&, hsize_t, hsize_t);
template void write(hid_t, const std::string&, std::span<const std::int32_t>, const std::vector<hsize_t>&);
template void allocate<std::int32_t>(hid_t, const std::string&, const std::vector<hsize_t>&);
template std::vector<std::int32_t> read(hid_t, const std::string&);
template std::vector<std::int32_t> readRows(hid_t, const std::string&, hsize_t, hsize_t);
template void write(hid_t, const std::string&, std::span<const std::int64_t>, const std::vector<hsize_t>&);
template void allocate<std::int64_t>(hid_t, const std::string&, const std::vector<hsize_t>&);
template std::vector<std::int64_t> read(hid_t, const std::string&);
template std::vector<std::int64_t> readRows(hid_t, const std::string&, hsize_t, hsize_t);
template void write(hid_t, const std::string&, std::span<const std::uint8_t>, const std::vector<hsize_t>&);
template void allocate<std::uint8_t>(hid_t, const std::string&, const std::vector<hsize_t>&);
template std::vector<std::uint8_t> read(hid_t, const std::string&);
template std::vector<std::uint8_t> readRows(hid_t, const std::string&, hsize_t, hsize_t);
template void write(hid_t, const std::string&, std::span<const std::uint64_t>, const std::vector<hsize_t>&);
template void allocate<std::uint64_t>(hid_t, const std::string&, const std::vector<hsize_t>&);
template std::vector<std::uint64_t> read(hid_t, const std::string&);
template std::vector<std::uint64_t> readRows(hid_t, const std::string&, hsize_t, hsize_t);

}  // namespace fluxtet::hdf5
