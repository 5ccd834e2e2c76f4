// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"
#include "lib/base/interval.hpp"
#include "lib/base/mark.hpp"
#include "lib/base/vec3.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Outputs of the fields: which fields, on which part of the mesh, and how often. SI units.
namespace fluxtet {

struct FieldSelection {
  bool E = true;
  bool H = true;
};

struct SnapshotOutput {
  Interval every;  ///< steps or simulated time
  FieldSelection fields;
  std::vector<std::string> regions;        ///< only these volumes; empty: all
  std::vector<std::string> boundaries;     ///< only these surfaces (triangles); empty: none
  std::optional<std::array<Vec3, 2>> box;  ///< only elements whose centroid lies in [min, max], m
  Mark mark;
};
/// A flat grid of points.
struct SliceGrid {
  std::string name;
  Vec3 origin{}, u{}, v{};  ///< m; the slice is origin + a u + b v, 0 <= a, b <= 1
  std::array<int, 2> points{200, 200};
  bool csv = true;  ///< CSV beside the HDF5 file
  Mark mark;
};
struct SliceOutput : SliceGrid {
  Interval every;
  FieldSelection fields;
};
/// A point with a name.
struct NamedPoint {
  std::string name;
  Vec3 at{};  ///< m
  Mark mark;
};
/// Equidistant points on a straight line.
struct LineGrid {
  std::string name;
  Vec3 from{}, to{};  ///< m
  int points = 101;   ///< both ends among them
  Mark mark;
};

/// Meaning of a Fourier sum over the run: the amplitude of an oscillation that lasts (unit of the field), or the
/// Fourier integral of a pulse (unit of the field times s).
enum class SpectrumKind { amplitude, integral };
inline constexpr Choice<SpectrumKind> spectrumKinds[] = {{"amplitude", SpectrumKind::amplitude},
                                                         {"integral", SpectrumKind::integral}};
constexpr std::span<const Choice<SpectrumKind>> choicesOf(SpectrumKind) {
  return spectrumKinds;
}

/// Equidistant frequencies, Hz, of which the first and the last are given.
struct FrequencyBand {
  double from = 0, to = 0;
  int points = 0;
};

/// Frequencies at which an output sums up the fields while the run steps, and the samples of the sums.
struct FrequencySampling {
  std::string key = "output.dft";               ///< of the output, for messages
  std::vector<double> frequencies;              ///< Hz, increasing, all different
  std::optional<FrequencyBand> band;            ///< from which `frequencies` follows
  double after = 0;                             ///< s, nothing is summed before
  std::optional<Interval> every;                ///< samples; none: often enough (dgtd/spectrumRecorder.hpp)
  SpectrumKind kind = SpectrumKind::amplitude;  ///< default: integral if no source is a sine
  Mark mark;
};

/// Fields at given frequencies, summed up while the run steps.
struct DftOutput : FrequencySampling {
  FieldSelection fields;                   ///< that are written; `sar` needs E and H and has them summed
  std::vector<std::string> regions;        ///< written on these volumes; empty: all
  std::vector<std::string> boundaries;     ///< written on these surfaces (triangles)
  std::optional<std::array<Vec3, 2>> box;  ///< m, as for snapshots
  std::vector<NamedPoint> points;
  std::vector<LineGrid> lines;
  std::vector<SliceGrid> slices;

  /// Whether fields are written at points, on lines or on slices.
  bool hasPlaces() const { return !points.empty() || !lines.empty() || !slices.empty(); }
  /// Whether fields are written on elements or surfaces of the mesh: not if only places are chosen.
  bool showsCells() const { return !hasPlaces() || !regions.empty() || !boundaries.empty() || box; }
};

}  // namespace fluxtet
