// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/sliceWriter.hpp"

#include "lib/base/hdf5.hpp"
#include "lib/output/outputDirectory.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace fluxtet {

std::int64_t sliceWriterBytes(const SliceOutput& slice) {
  const std::int64_t vectors = (slice.fields.E ? 1 : 0) + (slice.fields.H ? 1 : 0);
  return slicePointCount(slice) * 3 * vectors * static_cast<std::int64_t>(sizeof(double)) +
         sliceFileBytes(slice, vectors);
}

SliceWriter::SliceWriter(SliceOutput slice, SliceRegions regions, std::filesystem::path directory)
    : slice_(std::move(slice)), regions_(std::move(regions)), directory_(directory / outputName::slices) {}

void SliceWriter::write(std::int64_t step, double timeE, double timeH, std::span<const double> E,
                        std::span<const double> H) const {
  std::vector<PointField> fields;
  if (!E.empty()) fields.push_back({"E", "V/m", "", "electric field at the time time_E_s", E});
  if (!H.empty()) fields.push_back({"H", "A/m", "", "magnetic field at the time time_H_s", H});
  const auto describe = [&](hid_t file) {
    hdf5::writeAttribute(file, "step", step);
    hdf5::writeAttribute(file, "time_E_s", timeE);
    hdf5::writeAttribute(file, "time_H_s", timeH);
  };
  writeSliceFiles(directory_, fmt::format("{}_{:08}", slice_.name, step), slice_, {fields, regions_, describe});
}

}  // namespace fluxtet
