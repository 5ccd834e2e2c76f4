// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/output/fieldOutputs.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace fluxtet {

/// Number of points of a slice.
std::int64_t slicePointCount(const SliceOutput& slice);
/// Points `begin` to `end` (excluded) of a slice, m. Points count row by row: [points[1]][points[0]] (v outer, u
/// inner).
std::vector<Vec3> slicePoints(const SliceOutput& slice, std::int64_t begin, std::int64_t end);
/// Memory that SliceWriter::write() takes while it runs, with its arguments, bytes.
std::int64_t sliceWriterBytes(const SliceOutput& slice);

/// One regular grid of point values as they evolve: <directory>/slices/<name>_<step>.h5 (datasets E and H [nv][nu][3]
/// float32 in SI, NaN outside the mesh; attributes time_E_s, time_H_s, step, origin, u, v) and, unless the case
/// switches it off, <name>_<step>.csv (a row per point in the same order, place and fields in SI, `nan` outside). Each
/// file is complete or absent. Rank 0 only.
class SliceWriter {
 public:
  SliceWriter(SliceOutput slice, std::filesystem::path directory);
  /// `E`, `H`: [point][xyz] in V/m and A/m, or empty; NaN outside the mesh. `timeE`, `timeH`: s. Throws RunError if a
  /// file cannot be written.
  void write(std::int64_t step, double timeE, double timeH, std::span<const double> E, std::span<const double> H) const;

 private:
  std::vector<std::byte> hdf5Image(std::int64_t step, double timeE, double timeH, std::span<const double> E,
                                   std::span<const double> H) const;

  SliceOutput slice_;
  std::filesystem::path directory_;
};

}  // namespace fluxtet
