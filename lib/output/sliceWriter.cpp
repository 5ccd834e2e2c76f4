// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "output/sliceWriter.hpp"

#include "base/hdf5.hpp"
#include "output/outputDirectory.hpp"

#include <utility>

namespace fluxtet {

namespace {

/// Share of the way from the first to the last of `count` points.
double share(int index, int count) {
  return count > 1 ? static_cast<double>(index) / (count - 1) : 0.5;
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

}  // namespace

std::vector<Vec3> slicePoints(const SliceOutput& slice) {
  const auto [nu, nv] = slice.points;
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(nu) * nv);
  for (int j = 0; j < nv; ++j)
    for (int i = 0; i < nu; ++i) points.push_back(slice.origin + share(i, nu) * slice.u + share(j, nv) * slice.v);
  return points;
}

SliceWriter::SliceWriter(SliceOutput slice, std::filesystem::path directory)
    : slice_(std::move(slice)), directory_(directory / outputName::slices) {}

void SliceWriter::write(std::int64_t step, double timeE, double timeH, std::span<const double> E,
                        std::span<const double> H) const {
  createFolder(directory_);
  const auto file = directory_ / fmt::format("{}_{:08}.h5", slice_.name, step);
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
  writeFile(file.string(), hdf5::imageOf(hdf));
}

}  // namespace fluxtet
