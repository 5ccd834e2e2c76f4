// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/output/fieldOutputs.hpp"
#include "lib/output/sliceFile.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// Unit of a spectrum of E or H ('E', 'H'): "V/m", or "V s/m" of a Fourier integral.
std::string spectrumUnit(SpectrumKind kind, char field);
/// What the real or imaginary part ("re", "im") or length ("abs") of a spectrum of E or H is, in words.
std::string spectrumDescription(SpectrumKind kind, char field, const std::string& part);

/// Number of points of an output: its points, then those of its lines, then those of its slices.
std::int64_t phasorPointCount(const DftOutput& spec);
/// Points `begin` to `end` (excluded) of an output, m.
std::vector<Vec3> phasorPoints(const DftOutput& spec, std::int64_t begin, std::int64_t end);

/// Fields of one frequency at all points of an output, [point][xyz] in V/m and A/m (times s for Fourier integrals),
/// NaN outside the mesh; empty if the field is not wanted.
struct PhasorView {
  double frequency = 0;  ///< Hz
  std::span<const double> reE{}, imE{}, reH{}, imH{};
};

/// Writes fields at given frequencies at the points, lines and slices of `output.dft`:
/// <directory>/dft/points.csv, a row for each frequency and point; dft/lines/<name>.csv, a row for each frequency and
/// point of the line; dft/slices/<name>_<frequency>.h5 and .csv (writeSliceFiles()) with the fields E_re, E_im, H_re
/// and H_im, the regions, and the attributes frequency_Hz and fourier_integral of the HDF5 file. Each file is complete
/// or absent. The unit of an amplitude reads "V/m peak" in CSV files. Rank 0 only.
class PhasorFiles {
 public:
  /// `spec` must outlive this object. `regions` [slice]: those at the points of each slice.
  PhasorFiles(const DftOutput& spec, std::vector<SliceRegions> regions, const std::filesystem::path& directory);
  /// Memory of this object and of what add() and finish() take, with the arguments of add(), bytes.
  static std::int64_t bytes(const DftOutput& spec);
  /// Writes the slices of a frequency and keeps the rows of points and lines. Throws RunError if a file cannot be
  /// written.
  void add(const PhasorView& phasors);
  /// Writes points and lines. Throws RunError if a file cannot be written.
  void finish() const;

 private:
  /// The fields at `count` points from `begin` on.
  std::vector<PointField> fieldsOf(const PhasorView& phasors, std::int64_t begin, std::int64_t count) const;
  void addLine(const LineGrid& line, std::string& text, const PhasorView& phasors, std::int64_t begin) const;
  void writeSlice(const SliceGrid& slice, const SliceRegions& regions, const PhasorView& phasors,
                  std::int64_t begin) const;

  const DftOutput& spec_;
  std::vector<SliceRegions> regions_;
  std::filesystem::path directory_;
  std::string points_;              ///< text of points.csv
  std::vector<std::string> lines_;  ///< text of each line's file
};

}  // namespace fluxtet
