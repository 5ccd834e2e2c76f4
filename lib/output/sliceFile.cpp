// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/sliceFile.hpp"

#include "lib/base/file.hpp"
#include "lib/base/hdf5.hpp"
#include "lib/output/describeDataset.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fmt/format.h>

#include <algorithm>
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

std::vector<std::byte> hdf5Image(const SliceGrid& slice, std::span<const PointField> fields,
                                 const std::function<void(hid_t)>& describe) {
  const hdf5::Handle file = hdf5::createInMemory();
  hdf5::writeAttribute(file, "name", slice.name);
  writeVector(file, "origin", slice.origin);
  writeVector(file, "u", slice.u);
  writeVector(file, "v", slice.v);
  describe(file);
  for (const PointField& field : fields) writeField(file, field, slice);
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

std::int64_t sliceFileBytes(const SliceGrid& slice, std::int64_t vectors) {
  // Of each component: rounded and its image in the HDF5 file, or its longest text in the CSV file.
  constexpr std::int64_t inFile = 2 * sizeof(float), inText = 16;
  const std::int64_t components = 3 * vectors;
  return slicePointCount(slice) * std::max(components * inFile, slice.csv ? (3 + components) * inText : 0);
}

void writeSliceFiles(const std::filesystem::path& folder, const std::string& stem, const SliceGrid& slice,
                     std::span<const PointField> fields, const std::function<void(hid_t file)>& describe) {
  createFolder(folder);
  writeFile((folder / (stem + ".h5")).string(), hdf5Image(slice, fields, describe));
  if (slice.csv) writeTextFile(folder / (stem + ".csv"), csvText(slice, fields));
}

}  // namespace fluxtet
