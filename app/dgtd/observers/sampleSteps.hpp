// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <algorithm>
#include <cstdint>

namespace fluxtet::dgtd {

/// Equidistant times, s.
struct SampleTimes {
  double first = 0, spacing = 0;
  std::int64_t count = 0;
  double operator[](std::int64_t n) const { return first + static_cast<double>(n) * spacing; }
  double last() const { return (*this)[count - 1]; }
};

/// The steps at which fields are sampled for their spectra: first, first + stride, ...
struct SampleSteps {
  std::int64_t first = 0, stride = 1;

  bool due(std::int64_t step) const { return step >= first && (step - first) % stride == 0; }
  /// The first one after `step`.
  std::int64_t next(std::int64_t step) const {
    return step < first ? first : first + (step - first) / stride * stride + stride;
  }
  /// How many there are up to `step`.
  std::int64_t countTo(std::int64_t step) const { return step < first ? 0 : (step - first) / stride + 1; }
  /// The times of those up to `step` for a field that stands at n dt + delay after n steps.
  SampleTimes timesTo(std::int64_t step, double dt, double delay) const {
    return {static_cast<double>(first) * dt + delay, static_cast<double>(stride) * dt, countTo(step)};
  }
};

/// What decides on the samples of a run.
struct SampledRun {
  double dt = 0;              ///< s
  std::int64_t lastStep = 0;  ///< as it is planned
  double sourcesUpTo = 0;     ///< Hz; there is next to nothing above it in the sources
  double extent = 0;          ///< m, of the mesh, for messages
};

/// As often as `dft.every` says, or 12 to a period of the highest frequency and, of Fourier integrals, often enough
/// that nothing that the sources hold is folded onto it. Of amplitudes, as many as make up whole periods of the lowest
/// frequency, up to the end of the run, so that what is static does not leak into them. Throws InputError if fewer than
/// four fall into a period, or if all of them span less than one.
SampleSteps chooseSampleSteps(const DftOutput& dft, const SampledRun& run);

}  // namespace fluxtet::dgtd
