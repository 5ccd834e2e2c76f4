// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/sliceFile.hpp"

#include "lib/base/file.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/output/describeDataset.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace fluxtet {
namespace {

/// Digits enough for the HDF5 file's single precision.
constexpr int singleDigits = 9;

/// Share of the way from the first to the last of `count` points.
double share(int index, int count) {
  return count > 1 ? static_cast<double>(index) / (count - 1) : 0.5;
}

Vec3 slicePoint(const SliceGrid& slice, std::int64_t index) {
  const auto [nu, nv] = slice.points;
  const auto i = static_cast<int>(index % nu), j = static_cast<int>(index / nu);
  return slice.origin + share(i, nu) * slice.u + share(j, nv) * slice.v;
}

void writeField(hid_t file, const PointField& field, const SliceGrid& slice) {
  const std::vector<float> single(field.values.begin(), field.values.end());
  const std::vector<hsize_t> shape{static_cast<hsize_t>(slice.points[1]), static_cast<hsize_t>(slice.points[0]), 3};
  hdf5::write<float>(file, field.name, single, shape);
  describeDataset(file, field.name, field.unit, field.description);
}

void writeVector(hid_t file, const std::string& name, const Vec3& value) {
  hdf5::writeAttribute(file, name, std::vector<double>(value.begin(), value.end()));
}

/// Few regions share many points, so that deflated numbers take nearly no room.
hdf5::Handle deflated(const std::array<hsize_t, 2>& shape) {
  constexpr hsize_t chunkSide = 256;
  constexpr unsigned level = 1;
  hdf5::Handle creation(hdf5::check(H5Pcreate(H5P_DATASET_CREATE)));
  if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0) return creation;
  const std::array<hsize_t, 2> chunk{std::min(shape[0], chunkSide), std::min(shape[1], chunkSide)};
  hdf5::check(H5Pset_chunk(creation, 2, chunk.data()));
  hdf5::check(H5Pset_deflate(creation, level));
  return creation;
}

void writeRegions(hid_t file, const SliceRegions& regions, const SliceGrid& slice) {
  const std::array<hsize_t, 2> shape{static_cast<hsize_t>(slice.points[1]), static_cast<hsize_t>(slice.points[0])};
  const hdf5::Handle space(hdf5::check(H5Screate_simple(2, shape.data(), nullptr))), creation = deflated(shape);
  const hdf5::Handle data(
      hdf5::check(H5Dcreate2(file, "region", H5T_STD_I32LE, space, H5P_DEFAULT, creation, H5P_DEFAULT)));
  hdf5::check(H5Dwrite(data, H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, regions.at.data()));
  hdf5::writeAttribute(data, "unit", "1");
  hdf5::writeAttribute(data, "description", "number of the region in names, -1 outside the mesh");
  hdf5::writeAttribute(data, "names", regions.names);
}

std::vector<std::byte> hdf5Image(const SliceGrid& slice, const SliceValues& values) {
  const hdf5::Handle file = hdf5::createInMemory();
  hdf5::writeAttribute(file, "name", slice.name);
  writeVector(file, "origin", slice.origin);
  writeVector(file, "u", slice.u);
  writeVector(file, "v", slice.v);
  values.describe(file);
  for (const PointField& field : values.fields) writeField(file, field, slice);
  writeRegions(file, values.regions, slice);
  return hdf5::imageOf(file);
}

/// A header and a row per point: x, y, z and the fields.
std::string csvText(const SliceGrid& slice, std::span<const PointField> fields) {
  std::string text = "x [m],y [m],z [m]" + fieldColumns(fields) + '\n';
  for (std::int64_t i = 0; i < slicePointCount(slice); ++i) {
    const Vec3 point = slicePoint(slice, i);
    fmt::format_to(std::back_inserter(text), "{:.9g},{:.9g},{:.9g}", point[0], point[1], point[2]);
    appendFieldValues(text, fields, i, singleDigits);
    text += '\n';
  }
  return text;
}

}  // namespace

std::int64_t slicePointCount(const SliceGrid& slice) {
  return std::int64_t{slice.points[0]} * slice.points[1];
}

std::vector<Vec3> slicePoints(const SliceGrid& slice, std::int64_t begin, std::int64_t end) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(end - begin));
  for (std::int64_t i = begin; i < end; ++i) points.push_back(slicePoint(slice, i));
  return points;
}

std::string fieldColumns(std::span<const PointField> fields) {
  std::string header;
  for (const PointField& field : fields)
    for (const char axis : {'x', 'y', 'z'})
      header += fmt::format(",{}{}{} [{}{}{}]", field.name[0], axis, field.name.substr(1), field.unit,
                            field.kind.empty() ? "" : " ", field.kind);
  return header;
}

void appendFieldValues(std::string& row, std::span<const PointField> fields, std::int64_t point, int digits) {
  for (const PointField& field : fields)
    for (const double value : field.values.subspan(static_cast<std::size_t>(3 * point), 3)) {
      if (std::isnan(value)) {
        row += ",nan";  // never "-nan", which some readers do not know
      } else {
        fmt::format_to(std::back_inserter(row), ",{:.{}g}", value, digits);
      }
    }
}

std::int64_t sliceRegionsBytes(const SliceGrid& slice) {
  return slicePointCount(slice) * static_cast<std::int64_t>(sizeof(std::int32_t));
}

std::int64_t sliceFileBytes(const SliceGrid& slice, std::int64_t vectors) {
  // Of each component: rounded and its image in the HDF5 file, or its longest text in the CSV file; of regions their
  // image.
  constexpr std::int64_t inFile = 2 * sizeof(float), inText = 16, region = sizeof(std::int32_t);
  const std::int64_t components = 3 * vectors;
  return slicePointCount(slice) * std::max(components * inFile + region, slice.csv ? (3 + components) * inText : 0);
}

void writeSliceFiles(const std::filesystem::path& folder, const std::string& stem, const SliceGrid& slice,
                     const SliceValues& values) {
  createFolder(folder);
  writeFile((folder / (stem + ".h5")).string(), hdf5Image(slice, values));
  if (slice.csv) writeTextFile(folder / (stem + ".csv"), csvText(slice, values.fields));
}

}  // namespace fluxtet
