// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Waveforms at many times at once. The compiler takes several exponentials and cosines at a time from the vector
// library of the system; hence the versions for instruction sets, and the options of this file (CMakeLists.txt).
#include "lib/base/constants.hpp"
#include "lib/physics/waveform.hpp"

#include <cstddef>

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define FLUXTET_VECTOR_VERSIONS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FLUXTET_VECTOR_VERSIONS
#endif

namespace fluxtet {
namespace {

FLUXTET_VECTOR_VERSIONS
void gaussianValues(const Waveform& w, const double* time, double* value, std::size_t count) {
  const double turn = 2 * constants::pi * w.frequency, narrow = -1 / (2 * w.width * w.width);
  const double delay = w.delay, phase = w.phase;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = time[i] - delay;
    value[i] = std::cos(turn * t + phase) * std::exp(narrow * t * t);
  }
}

FLUXTET_VECTOR_VERSIONS
void rickerValues(const Waveform& w, const double* time, double* value, std::size_t count) {
  const double rate = constants::pi * w.frequency, delay = w.delay;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = rate * (time[i] - delay), a = t * t;
    value[i] = (1 - 2 * a) * std::exp(-a);
  }
}

FLUXTET_VECTOR_VERSIONS
void sineValues(const Waveform& w, const double* time, double* value, std::size_t count) {
  const double turn = 2 * constants::pi * w.frequency, phase = w.phase, length = w.width;
  const double ofRamp = length > 0 ? constants::pi / length : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = time[i], ramp = 0.5 * (1 - std::cos(ofRamp * t));
    value[i] = std::sin(turn * t + phase) * (t < 0 ? 0 : t < length ? ramp : 1);
  }
}

}  // namespace

void WaveformSet::values(int waveform, std::span<const double> time, std::span<double> value) const {
  const Waveform& w = waveforms[static_cast<std::size_t>(waveform)];
  const bool isPlain = w.numTaps == 1 && w.tap[0] == 1;
  if (isPlain && w.kind == Waveform::Kind::gaussian) return gaussianValues(w, time.data(), value.data(), time.size());
  if (isPlain && w.kind == Waveform::Kind::ricker) return rickerValues(w, time.data(), value.data(), time.size());
  if (isPlain && w.kind == Waveform::Kind::sine) return sineValues(w, time.data(), value.data(), time.size());
  for (std::size_t i = 0; i < time.size(); ++i)
    value[i] = waveformValue(w, tableTime.data(), tableValue.data(), time[i]);
}

}  // namespace fluxtet
