// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/sampleSteps.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/frequencyText.hpp"

#include <cmath>

namespace fluxtet::dgtd {
namespace {

/// Samples per period. Aliases of a tone then lie at 11 and 13 times its frequency, which no source excites. More
/// samples would cost time: one costs as much as a step or more.
constexpr double usualPerPeriod = 12, leastPerPeriod = 4;
constexpr double rounding = 1e-9;  ///< relative, of quotients that are integers but for rounding

std::int64_t chooseStride(const FrequencySampling& dft, const SampledRun& run) {
  const double highest = dft.frequencies.back();
  double rate = usualPerPeriod * highest;
  // At the sampling rate r, the frequency f has the alias r - f, which a pulse may contain.
  if (dft.kind == SpectrumKind::integral) rate = std::max(rate, highest + run.sourcesUpTo);
  return strideOf(dft.every, 1 / rate, run.dt);
}

/// First of the samples that end at `lastStep` and span as many whole periods as fit between `earliest` and there.
std::int64_t beginOfPeriods(double period, std::int64_t earliest, std::int64_t stride, std::int64_t lastStep, double dt,
                            const FrequencySampling& dft) {
  const double spacing = static_cast<double>(stride) * dt;
  const std::int64_t fitting = (lastStep - earliest) / stride + 1;
  const double periods = std::floor(static_cast<double>(fitting) * spacing / period * (1 + rounding));
  require(lastStep > earliest && periods >= 1,
          "{}: {}: from {:.6g} s to the end of the run at {:.6g} s is less than a period of {}: lower "
          "{}.after or raise time.end, so that there are several periods of steady fields",
          toString(dft.mark), dft.key, static_cast<double>(earliest) * dt, static_cast<double>(lastStep) * dt,
          frequencyText(dft.frequencies.front()), dft.key);
  const auto count = static_cast<std::int64_t>(std::llround(periods * period / spacing));
  return lastStep - (std::clamp<std::int64_t>(count, 1, fitting) - 1) * stride;
}

/// Advice for the message. The time step follows from the element size, so a time step that is long compared with a
/// period means elements as long as a wavelength.
void requireShortSteps(const FrequencySampling& dft, const SampledRun& run) {
  const double frequency = dft.frequencies.back();
  require(run.dt * leastPerPeriod * frequency <= 1 + rounding,
          "{}: {}: the time step is {:.4g} s, more than a quarter of the period of {}: the mesh is {:.4g} m "
          "across, {:.3g} wavelengths, and its elements are too large for them; is mesh.scale missing (a mesh in mm "
          "needs scale: 1 mm)? If the mesh has its right size, use smaller elements or lower frequencies",
          toString(dft.mark), dft.key, run.dt, frequencyText(frequency), run.extent,
          run.extent * frequency / constants::c0);
}

}  // namespace

std::int64_t strideOf(const std::optional<Interval>& every, double usual, double dt) {
  if (every && every->steps) return *every->steps;
  const double seconds = every ? *every->seconds : usual;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(seconds / dt * (1 + rounding))));
}

SampleSteps chooseSampleSteps(const FrequencySampling& dft, const SampledRun& run) {
  const double dt = run.dt;
  const std::int64_t lastStep = run.lastStep;
  requireShortSteps(dft, run);
  SampleSteps steps;
  steps.stride = chooseStride(dft, run);
  const double spacing = static_cast<double>(steps.stride) * dt;
  require(spacing * leastPerPeriod * dft.frequencies.back() <= 1 + rounding,
          "{}: {}: samples {:.6g} s apart ({} steps) are too few for {}, whose period is {:.6g} s: take {} of them "
          "in a period at least, by {}.every",
          toString(dft.mark), dft.key, spacing, steps.stride, frequencyText(dft.frequencies.back()),
          1 / dft.frequencies.back(), leastPerPeriod, dft.key);
  const auto earliest = static_cast<std::int64_t>(std::ceil(dft.after / dt * (1 - rounding)));
  require(earliest <= lastStep,
          "{}: {}.after: {:.6g} s is past the end of the run at {:.6g} s: begin earlier, or raise time.end",
          toString(dft.mark), dft.key, dft.after, static_cast<double>(lastStep) * dt);
  steps.first = dft.kind == SpectrumKind::integral
                    ? earliest
                    : beginOfPeriods(1 / dft.frequencies.front(), earliest, steps.stride, lastStep, dt, dft);
  return steps;
}

}  // namespace fluxtet::dgtd
