// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/spectrumRecorder.hpp"

#include "app/dgtd/observers/harmonics.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/timer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

namespace fluxtet::dgtd {
namespace {

constexpr Field bothFields[] = {Field::E, Field::H};

/// Least difference between neighbouring frequencies, or between the lowest and zero, Hz.
double smallestDistance(const std::vector<double>& frequencies) {
  double smallest = frequencies[0];
  for (std::size_t k = 1; k < frequencies.size(); ++k)
    smallest = std::min(smallest, frequencies[k] - frequencies[k - 1]);
  return smallest;
}

/// sum += factor * values.
template <class Real>
void addMultiple(double factor, const std::vector<Real>& values, std::vector<Real>& sum) {
  if (factor == 0) return;
  for (std::size_t i = 0; i < values.size(); ++i) sum[i] += static_cast<Real>(factor * static_cast<double>(values[i]));
}

/// Transform of a waveform w(t) by the same samples and weights as a field value's.
std::complex<double> transform(const Eigen::MatrixXd& toPhasors, std::size_t frequency, const FrequencySampling& dft,
                               const SampleTimes& times, const WaveformSet& waveforms, int waveform) {
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(toPhasors.cols());
  for (std::int64_t n = 0; n < times.count; ++n) {
    const auto weights = harmonicWeights(dft.frequencies, times[n]);
    sums += waveforms.value(waveform, times[n]) *
            Eigen::Map<const Eigen::VectorXd>(weights.data(), static_cast<Eigen::Index>(weights.size()));
  }
  const Eigen::VectorXd phasors = toPhasors * sums;
  const auto row = static_cast<Eigen::Index>(2 * frequency);
  return {phasors[row], phasors[row + 1]};
}

}  // namespace

FieldSelection summedFields(const OutputSettings& output) {
  if (!output.dft) return {.E = false, .H = false};
  const bool both = output.sar.has_value();
  return {.E = output.dft->fields.E || both, .H = output.dft->fields.H || both};
}

int numSpectralSums(const OutputSettings& output) {
  const FieldSelection fields = summedFields(output);
  const int frequencies = output.dft ? static_cast<int>(output.dft->frequencies.size()) : 0;
  return 2 * frequencies * ((fields.E ? 1 : 0) + (fields.H ? 1 : 0));
}

template <class Real>
SpectrumRecorder<Real>::SpectrumRecorder(const FrequencySampling& sampling, FieldSelection fields, ListedSums<Real> to,
                                         const FieldTimes& times, std::string prefix)
    : dft_(sampling),
      fields_(fields),
      to_(to),
      prefix_(std::move(prefix)),
      times_(times),
      steps_(chooseSampleSteps(dft_, {times.dt, times.lastStep, times.sourcesUpTo, times.extent})) {
  const SampleTimes samples = timesE(times_.lastStep);
  const double closest = smallestDistance(dft_.frequencies);
  require(dft_.kind == SpectrumKind::integral || areSeparable(dft_.frequencies, samples),
          "{}: {}: samples from {:.6g} s to {:.6g} s cannot tell the frequencies apart, which differ by {} from "
          "each other or from zero: sample for {:.6g} s at least: raise time.end, or lower {}.after",
          toString(dft_.mark), dft_.key, samples.first, samples.last(), frequencyText(closest), 1 / closest, dft_.key);
}

template <class Real>
std::string SpectrumRecorder<Real>::sumName(Field field, int sum) const {
  return fmt::format("{}{}{}", prefix_, field == Field::E ? 'E' : 'H', sum);
}

template <class Real>
void SpectrumRecorder<Real>::start() {
  for (const Field field : bothFields)
    if (isSummed(field)) to_.sums.start(to_.list, field, sumsPerField());
}

template <class Real>
void SpectrumRecorder<Real>::record(std::int64_t step) {
  if (!steps_.due(step)) return;
  const ScopedSeconds timing(seconds_);
  for (const Field field : bothFields)
    if (isSummed(field))
      to_.sums.add(to_.list, field,
                   harmonicWeights(dft_.frequencies, static_cast<double>(step) * times_.dt + delay(field)));
}

template <class Real>
Spectrum<Real> SpectrumRecorder<Real>::spectrum(std::size_t frequency, std::int64_t step, std::size_t valuesPerField,
                                                const WaveformSet& waveforms) const {
  const SampleTimes times = timesE(step);
  requireRun(times.count > 0 && (dft_.kind == SpectrumKind::integral || areSeparable(dft_.frequencies, times)),
             "{}: {}: the run ended early, at {:.6g} s, with {} samples from {:.6g} s on, which are too few: lower "
             "{}.after, or "
             "let the run go on",
             toString(dft_.mark), dft_.key, static_cast<double>(step) * times_.dt, times.count, times.first, dft_.key);
  Spectrum<Real> spectrum;
  spectrum.frequency = dft_.frequencies[frequency];
  spectrum.meanOverStep = std::cos(2 * constants::pi * spectrum.frequency * times_.delayH);
  if (fields_.E) spectrum.E = phasors(Field::E, frequency, step, valuesPerField);
  if (fields_.H) spectrum.H = phasors(Field::H, frequency, step, valuesPerField);
  const Eigen::MatrixXd toPhasors = sumsToPhasors(dft_.kind, dft_.frequencies, times);
  for (int w = 0; w < waveforms.numSources; ++w)
    spectrum.waveform.push_back(transform(toPhasors, frequency, dft_, times, waveforms, w));
  return spectrum;
}

template <class Real>
ComplexField<Real> SpectrumRecorder<Real>::phasors(Field field, std::size_t frequency, std::int64_t step,
                                                   std::size_t valuesPerField) const {
  if (valuesPerField == 0) return {};  // nothing of the list lies on this rank
  const Eigen::MatrixXd toPhasors = sumsToPhasors(dft_.kind, dft_.frequencies, timesOf(field, step));
  const auto row = static_cast<Eigen::Index>(2 * frequency);
  ComplexField<Real> result{std::vector<Real>(valuesPerField), std::vector<Real>(valuesPerField)};
  std::vector<Real> sum(valuesPerField);
  for (int i = 0; i < sumsPerField(); ++i) {
    if (toPhasors(row, i) == 0 && toPhasors(row + 1, i) == 0) continue;
    to_.sums.download(to_.list, field, i, sum);
    addMultiple(toPhasors(row, i), sum, result.re);
    addMultiple(toPhasors(row + 1, i), sum, result.im);
  }
  return result;
}

template <class Real>
void SpectrumRecorder<Real>::save(std::map<std::string, double>& scalars) const {
  scalars[prefix_ + "dftFirstStep"] = static_cast<double>(steps_.first);
  scalars[prefix_ + "dftStride"] = static_cast<double>(steps_.stride);
  scalars[prefix_ + "dftLastStep"] = static_cast<double>(times_.lastStep);
}

template <class Real>
void SpectrumRecorder<Real>::saveSums(const std::shared_ptr<const RecordPlaces>& places,
                                      CheckpointSums<Real>& sums) const {
  visitSums([&](Field field, int i) {
    CheckpointSum<Real>& sum = sums[sumName(field, i)];
    sum.places = places;
    sum.values.resize(places->ids.size() * places->valuesPerRecord);
    if (!sum.values.empty()) to_.sums.download(to_.list, field, i, sum.values);
  });
}

template <class Real>
void SpectrumRecorder<Real>::listSums(const std::shared_ptr<const RecordPlaces>& places,
                                      CheckpointSums<Real>& sums) const {
  visitSums([&](Field field, int i) { sums[sumName(field, i)] = {places, {}}; });
}

template <class Real>
void SpectrumRecorder<Real>::restore(const std::map<std::string, double>& scalars, std::int64_t step) {
  const auto first = static_cast<std::int64_t>(stored(scalars, prefix_ + "dftFirstStep"));
  // Before the first sample, a restart may change the end of the run and with it the first sample.
  if (first > step) return;
  steps_ = {first, static_cast<std::int64_t>(stored(scalars, prefix_ + "dftStride"))};
  const auto lastStep = static_cast<std::int64_t>(stored(scalars, prefix_ + "dftLastStep"));
  require(dft_.kind == SpectrumKind::integral || lastStep == times_.lastStep,
          "{}: {}: amplitudes are being sampled since step {}, over whole periods up to the end of the run at "
          "step {}, which "
          "is at step {} now: leave time.end or time.steps as they were, go on from a checkpoint before step {}, or "
          "start from "
          "the beginning",
          toString(dft_.mark), dft_.key, first, lastStep, times_.lastStep, first);
}

template <class Real>
void SpectrumRecorder<Real>::setSums(const CheckpointSums<Real>& sums) {
  visitSums([&](Field field, int i) {
    const std::vector<Real>& values = stored(sums, sumName(field, i)).values;
    if (!values.empty()) to_.sums.upload(to_.list, field, i, values);
  });
}

template class SpectrumRecorder<float>;
template class SpectrumRecorder<double>;

}  // namespace fluxtet::dgtd
