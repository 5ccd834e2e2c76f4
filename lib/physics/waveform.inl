// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Included by physics/waveform.hpp: the value of a waveform, for the host and for kernels alike.

#include "lib/base/constants.hpp"

namespace fluxtet {

/// Raised-cosine step from 0 at t = 0 to 1 at t = length; a jump at 0 where the length is 0.
FLUXTET_HOST_DEVICE double smoothRamp(double time, double length) {
  if (time < 0) return 0;
  if (time >= length) return 1;
  return 0.5 * (1 - std::cos(constants::pi * time / length));
}

/// Linear interpolation between `size` rows of increasing time; zero before the first row and after the last.
FLUXTET_HOST_DEVICE double interpolateRows(const double* rowTime, const double* rowValue, int size, double time) {
  if (size < 1 || !(time >= rowTime[0]) || time > rowTime[size - 1]) return 0;
  int low = 0;
  int high = size - 1;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (rowTime[middle] <= time) {
      low = middle;
    } else {
      high = middle;
    }
  }
  if (high == low) return rowValue[low];
  const double share = (time - rowTime[low]) / (rowTime[high] - rowTime[low]);
  return rowValue[low] + share * (rowValue[high] - rowValue[low]);
}

/// w(t) before it passes its taps.
FLUXTET_HOST_DEVICE double plainValue(const Waveform& w, const double* tableTime, const double* tableValue,
                                      double time) {
  const double t = time - w.delay;
  switch (w.kind) {
    case Waveform::Kind::gaussian:
      return std::cos(2 * constants::pi * w.frequency * t + w.phase) * std::exp(-t * t / (2 * w.width * w.width));
    case Waveform::Kind::ricker: {
      const double a = constants::pi * w.frequency * t * constants::pi * w.frequency * t;
      return (1 - 2 * a) * std::exp(-a);
    }
    case Waveform::Kind::sine:
      return smoothRamp(time, w.width) * std::sin(2 * constants::pi * w.frequency * time + w.phase);
    case Waveform::Kind::table:
      return interpolateRows(tableTime + w.tableBegin, tableValue + w.tableBegin, w.tableSize, time);
  }
  return 0;
}

FLUXTET_HOST_DEVICE double waveformValue(const Waveform& w, const double* tableTime, const double* tableValue,
                                         double time) {
  double sum = 0;
  for (int i = 0; i < w.numTaps; ++i)
    sum += w.tap[i] * plainValue(w, tableTime, tableValue, time + (i - w.numTaps / 2) * w.tapInterval);
  return sum;
}

}  // namespace fluxtet
