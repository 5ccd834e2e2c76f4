// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/output/fieldOutputs.hpp"
#include "lib/output/sliceFile.hpp"

#include <cstdint>
#include <filesystem>
#include <span>

namespace fluxtet {

/// Memory that SliceWriter::write() takes while it runs, with its arguments, bytes.
std::int64_t sliceWriterBytes(const SliceOutput& slice);

/// One regular grid of point values as they evolve: <directory>/slices/<name>_<step>.h5 and .csv (writeSliceFiles())
/// with the fields E and H in SI, the regions, and the attributes time_E_s, time_H_s and step of the HDF5 file. Rank 0
/// only.
class SliceWriter {
 public:
  /// `regions`: those at the slice's points.
  SliceWriter(SliceOutput slice, SliceRegions regions, std::filesystem::path directory);
  /// `E`, `H`: [point][xyz] in V/m and A/m, or empty; NaN outside the mesh. `timeE`, `timeH`: s. Throws RunError if a
  /// file cannot be written.
  void write(std::int64_t step, double timeE, double timeH, std::span<const double> E, std::span<const double> H) const;

 private:
  SliceOutput slice_;
  SliceRegions regions_;
  std::filesystem::path directory_;
};

}  // namespace fluxtet
