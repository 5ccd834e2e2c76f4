// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/sliceWriter.hpp"

#include "lib/base/hdf5.hpp"
#include "lib/output/outputDirectory.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

namespace fluxtet {

namespace {

/// Share of the way from the first to the last of `count` points.
double share(int index, int count) {
  return count > 1 ? static_cast<double>(index) / (count - 1) : 0.5;
}

Vec3 slicePoint(const SliceOutput& slice, std::int64_t index) {
  const auto [nu, nv] = slice.points;
  const auto i = static_cast<int>(index % nu), j = static_cast<int>(index / nu);
  return slice.origin + share(i, nu) * slice.u + share(j, nv) * slice.v;
}

void writeField(hid_t file, const std::string& name, const std::string& unit, std::span<const double> values,
                const SliceOutput& slice) {
  if (values.empty()) return;
  const std::vector<float> single(values.begin(), values.end());
  const std::vector<hsize_t> shape{static_cast<hsize_t>(slice.points[1]), static_cast<hsize_t>(slice.points[0]), 3};
  hdf5::write<float>(file, name, single, shape);
  const hdf5::Handle dataset(hdf5::check(H5Dopen2(file, name.c_str(), H5P_DEFAULT)));
  hdf5::writeAttribute(dataset, "unit", unit);
}

void writeVector(hid_t file, const std::string& name, const Vec3& value) {
  hdf5::writeAttribute(file, name, std::vector<double>(value.begin(), value.end()));
}

void appendColumns(std::string& header, char field, const char* unit) {
  for (const char axis : {'x', 'y', 'z'}) header += fmt::format(",{}{} [{}]", field, axis, unit);
}

/// Digits enough for the HDF5 file's single precision.
void appendValues(std::string& row, std::span<const double> values) {
  for (const double value : values) {
    if (std::isnan(value)) {
      row += ",nan";  // never "-nan", which some readers do not know
    } else {
      fmt::format_to(std::back_inserter(row), ",{:.9g}", value);
    }
  }
}

/// A header and a row per point: x, y, z and the fields that are not empty.
std::string csvText(const SliceOutput& slice, std::span<const double> E, std::span<const double> H) {
  std::string text = "x [m],y [m],z [m]";
  if (!E.empty()) appendColumns(text, 'E', "V/m");
  if (!H.empty()) appendColumns(text, 'H', "A/m");
  text += '\n';
  for (std::int64_t i = 0; i < slicePointCount(slice); ++i) {
    const Vec3 point = slicePoint(slice, i);
    const auto at = static_cast<std::size_t>(3 * i);
    fmt::format_to(std::back_inserter(text), "{:.9g},{:.9g},{:.9g}", point[0], point[1], point[2]);
    if (!E.empty()) appendValues(text, E.subspan(at, 3));
    if (!H.empty()) appendValues(text, H.subspan(at, 3));
    text += '\n';
  }
  return text;
}

}  // namespace

std::int64_t slicePointCount(const SliceOutput& slice) {
  return std::int64_t{slice.points[0]} * slice.points[1];
}

std::vector<Vec3> slicePoints(const SliceOutput& slice, std::int64_t begin, std::int64_t end) {
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(end - begin));
  for (std::int64_t i = begin; i < end; ++i) points.push_back(slicePoint(slice, i));
  return points;
}

std::int64_t sliceWriterBytes(const SliceOutput& slice) {
  // Of each component: itself, rounded and its image in the HDF5 file, or its longest text in the CSV file.
  constexpr std::int64_t inFile = 2 * sizeof(float), inText = 16;
  const std::int64_t fields = (slice.fields.E ? 3 : 0) + (slice.fields.H ? 3 : 0);
  const std::int64_t place = slice.csv ? 3 * inText : 0;
  return slicePointCount(slice) * (fields * static_cast<std::int64_t>(sizeof(double)) +
                                   std::max(fields * inFile, slice.csv ? place + fields * inText : 0));
}

SliceWriter::SliceWriter(SliceOutput slice, std::filesystem::path directory)
    : slice_(std::move(slice)), directory_(directory / outputName::slices) {}

void SliceWriter::write(std::int64_t step, double timeE, double timeH, std::span<const double> E,
                        std::span<const double> H) const {
  createFolder(directory_);
  const std::string name = fmt::format("{}_{:08}", slice_.name, step);
  writeFile((directory_ / (name + ".h5")).string(), hdf5Image(step, timeE, timeH, E, H));
  if (slice_.csv) writeTextFile(directory_ / (name + ".csv"), csvText(slice_, E, H));
}

std::vector<std::byte> SliceWriter::hdf5Image(std::int64_t step, double timeE, double timeH, std::span<const double> E,
                                              std::span<const double> H) const {
  const hdf5::Handle hdf = hdf5::createInMemory();
  hdf5::writeAttribute(hdf, "name", slice_.name);
  hdf5::writeAttribute(hdf, "step", step);
  hdf5::writeAttribute(hdf, "time_E_s", timeE);
  hdf5::writeAttribute(hdf, "time_H_s", timeH);
  writeVector(hdf, "origin", slice_.origin);
  writeVector(hdf, "u", slice_.u);
  writeVector(hdf, "v", slice_.v);
  writeField(hdf, "E", "V/m", E, slice_);
  writeField(hdf, "H", "A/m", H, slice_);
  return hdf5::imageOf(hdf);
}

}  // namespace fluxtet
