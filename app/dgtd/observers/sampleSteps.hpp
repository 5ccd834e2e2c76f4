// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace fluxtet::dgtd {

/// Equidistant times first + n spacing, n = 0 ... count - 1, s.
struct SampleTimes {
  double first = 0, spacing = 0;
  std::int64_t count = 0;
  /// The time of sample n, and of the last one, s.
  double operator[](std::int64_t n) const { return first + static_cast<double>(n) * spacing; }
  double last() const { return (*this)[count - 1]; }
};

/// The steps at which fields are sampled for their spectra: first, first + stride, ...
struct SampleSteps {
  std::int64_t first = 0, stride = 1;

  /// Whether a sample is due at `step`.
  bool due(std::int64_t step) const { return step >= first && (step - first) % stride == 0; }
  /// The first sample's step after `step`.
  std::int64_t next(std::int64_t step) const {
    return step < first ? first : first + (step - first) / stride * stride + stride;
  }
  /// Number of samples up to `step`.
  std::int64_t countTo(std::int64_t step) const { return step < first ? 0 : (step - first) / stride + 1; }
  /// Times of the samples up to `step` for a field whose time after n steps is n dt + delay; dt and delay in s.
  SampleTimes timesTo(std::int64_t step, double dt, double delay) const {
    return {static_cast<double>(first) * dt + delay, static_cast<double>(stride) * dt, countTo(step)};
  }
};

/// Number of steps between two samples: `every`, or else as many as fit into `usual`, s; at least 1. dt in s.
std::int64_t strideOf(const std::optional<Interval>& every, double usual, double dt);

/// Properties of a run that determine its samples.
struct SampledRun {
  double dt = 0;              ///< s
  std::int64_t lastStep = 0;  ///< planned
  double sourcesUpTo = 0;     ///< Hz; the sources have negligible content above it
  double extent = 0;          ///< m, extent of the mesh, for error messages
};

/// The steps at which the fields are sampled. The interval is `dft.every`; by default there are 12 samples per period
/// of the highest frequency and, for Fourier integrals, enough to avoid aliasing of the sources' spectrum. For
/// amplitudes, the samples cover whole periods of the lowest frequency up to the end of the run, so that static fields
/// do not leak into them. Throws InputError if there are fewer than four samples per period, or if the samples span
/// less than one period.
SampleSteps chooseSampleSteps(const FrequencySampling& dft, const SampledRun& run);

}  // namespace fluxtet::dgtd
