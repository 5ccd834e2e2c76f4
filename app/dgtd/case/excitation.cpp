// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/excitation.hpp"

#include "app/dgtd/case/sourceTraits.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

using namespace config;

namespace {

constexpr double leastShare = 1e-3;  ///< of a spectrum's peak; frequencies above count as excited
constexpr double negligible = 1e-6;  ///< of a pulse's peak; values below may be cut off

/// Standard deviation s of the pulse exp(-(t - t0)^2 / (2 s^2)), s.
double widthOf(const GaussianWaveform& w) {
  return std::sqrt(2 * std::log(2.0)) / (constants::pi * w.bandwidth);
}

/// The x = f / f_peak, below or above 1, at which the spectrum x^2 exp(1 - x^2) of a Ricker wavelet has the value
/// `share`, by fixed-point iteration for y = x^2: y = share exp(y - 1) below, y = 1 - ln(share) + ln(y) above.
double rickerEdge(double share, bool above) {
  double y = above ? 2 : 0;
  for (int i = 0; i < 100; ++i) y = above ? 1 - std::log(share) + std::log(y) : share * std::exp(y - 1);
  return std::sqrt(y);
}

/// Indices of the sources whose strength is not zero.
std::vector<std::size_t> drivingSources(const std::vector<SourceTraits>& sources) {
  std::vector<std::size_t> driving;
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (sources[i].strength != 0) driving.push_back(i);
  return driving;
}

bool excites(const WaveformSpec& waveform, double frequency, SpectrumKind kind) {
  if (const auto range = rangeOfPulse(waveform, leastShare)) return range->contains(frequency);
  // The Fourier integral of a continuing sine is not checked; neither is a table, which may contain any frequency.
  const auto* sine = std::get_if<SineWaveform>(&waveform);
  return !sine || sine->frequency == 0 || kind == SpectrumKind::integral || sameNumber(sine->frequency, frequency);
}

/// Text such as "1.8 GHz" or "200 MHz to 2.8 GHz".
std::string spectrumText(const WaveformSpec& waveform) {
  constexpr int digits = 4;  // the ends of the range are not sharp
  if (const auto range = rangeOfPulse(waveform, leastShare))
    return fmt::format("{} to {}", frequencyText(range->low, digits), frequencyText(range->high, digits));
  const auto* sine = std::get_if<SineWaveform>(&waveform);
  return sine ? frequencyText(sine->frequency) : std::string("a table");
}

void checkFrequencies(const Value& value, const FrequencySampling& sampling, const DgtdCase& theCase, Faults& faults) {
  const std::vector<SourceTraits> sources = traitsOfSources(theCase);
  const std::vector<std::size_t> driving = drivingSources(sources);
  if (driving.empty()) {
    faults.add(value.mark, fmt::format("{}: no source drives anything, since the voltage or amplitude of each is zero: "
                                       "give one a strength",
                                       sampling.key));
    return;
  }
  const Value* list = value.find("frequencies");
  for (std::size_t i = 0; i < sampling.frequencies.size(); ++i) {
    const double frequency = list && i < list->items.size() && list->items[i].get<double>()
                                 ? *list->items[i].get<double>()
                                 : sampling.frequencies[i];
    std::string covered;
    bool excited = false;
    for (const std::size_t s : driving) {
      const WaveformSpec& waveform = *sources[s].waveform;
      excited = excited || excites(waveform, frequency, sampling.kind);
      covered +=
          fmt::format("{}{} covers {}", covered.empty() ? "" : ", ", keyOfSource(theCase, s), spectrumText(waveform));
    }
    if (excited) continue;
    faults.add(
        list ? list->items[i].mark : value.mark,
        fmt::format("{}.{}: no source excites {}, and what would be found there is rounding and what is left of the "
                    "start: {}: take a frequency that is covered, or change the waveform",
                    sampling.key, list ? fmt::format("frequencies[{}]", i) : std::string("band"),
                    frequencyText(frequency), covered));
    if (!list) return;
  }
}

void checkBegin(const Value& value, const FrequencySampling& dft, const DgtdCase& theCase, Faults& faults) {
  const std::vector<SourceTraits> sources = traitsOfSources(theCase);
  for (const std::size_t s : drivingSources(sources)) {
    const WaveformSpec& waveform = *sources[s].waveform;
    const auto begin = beginOfPulse(waveform);
    if (dft.kind == SpectrumKind::integral && dft.after > 0 && begin && dft.after > *begin && !sources[s].actsLate)
      faults.add(value.find("after")->mark,
                 fmt::format("{}.after: at {:.6g} s the pulse of {} has begun, and a Fourier integral without its "
                             "begin is wrong: {}",
                             dft.key, dft.after, keyOfSource(theCase, s),
                             *begin > 0 ? fmt::format("take {:.6g} s at most, or remove it", *begin)
                                        : std::string("remove it")));
    const auto* sine = std::get_if<SineWaveform>(&waveform);
    const double ramp = sine && sine->frequency > 0 ? sine->ramp / sine->frequency : 0;
    if (dft.kind == SpectrumKind::amplitude && dft.after < ramp)
      faults.warn(value.mark,
                  fmt::format("{}.after: samples are taken from {:.6g} s on, but {} reaches its amplitude at "
                              "{:.6g} s, the end of its ramp: begin after that and some passages of the waves",
                              dft.key, dft.after, keyOfSource(theCase, s), ramp));
  }
}

}  // namespace

std::optional<FrequencyRange> rangeOfPulse(const WaveformSpec& waveform, double share) {
  // A zero comes from a faulty key, which has been reported.
  if (const auto* gaussian = std::get_if<GaussianWaveform>(&waveform); gaussian && gaussian->bandwidth > 0) {
    // exp(-2 pi^2 s^2 (f - f0)^2) = share.
    const double half = std::sqrt(-0.5 * std::log(share)) / (constants::pi * widthOf(*gaussian));
    return FrequencyRange{std::max(0.0, gaussian->frequency - half), gaussian->frequency + half};
  }
  if (const auto* ricker = std::get_if<RickerWaveform>(&waveform); ricker && ricker->frequency > 0)
    return FrequencyRange{ricker->frequency * rickerEdge(share, false), ricker->frequency * rickerEdge(share, true)};
  return std::nullopt;
}

std::optional<double> beginOfPulse(const WaveformSpec& waveform) {
  if (const auto* gaussian = std::get_if<GaussianWaveform>(&waveform); gaussian && gaussian->bandwidth > 0)
    return gaussian->delay - widthOf(*gaussian) * std::sqrt(-2 * std::log(negligible));
  // (2 a - 1) exp(-a) = negligible, a = (pi f (t - t0))^2.
  constexpr double a = 17.332;
  if (const auto* ricker = std::get_if<RickerWaveform>(&waveform); ricker && ricker->frequency > 0)
    return ricker->delay - std::sqrt(a) / (constants::pi * ricker->frequency);
  const auto* table = std::get_if<TableWaveform>(&waveform);
  if (!table || table->time.empty()) return std::nullopt;
  double peak = 0;
  for (const double v : table->value) peak = std::max(peak, std::abs(v));
  std::size_t row = 0;
  while (row + 1 < table->time.size() && std::abs(table->value[row + 1]) <= negligible * peak) ++row;
  return table->time[row];
}

void checkExcitation(const Value& value, const FrequencySampling& sampling, const DgtdCase& theCase, Faults& faults) {
  if (theCase.cavityMode || theCase.sources.empty()) return;
  checkFrequencies(value, sampling, theCase, faults);
  checkBegin(value, sampling, theCase, faults);
}

}  // namespace fluxtet::dgtd
