// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The keys of waveforms of sources.
#include "app/dgtd/case/dgtdKeys.hpp"

namespace fluxtet::dgtd {

using namespace config;

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr Range nonNegative{.min = 0};

/// Key of the time of a pulse's peak.
template <class Pulse>
config::Field<Pulse> delayKey(const std::string& usual, const std::string& example) {
  return value(&Pulse::delay,
               {.name = "delay", .unit = "s", .derived = usual, .help = "Time t0 of the peak.", .example = example});
}

template <class Shape>
config::Field<Shape> frequencyKey(const Range& range, const std::string& help, const std::string& example) {
  return value(&Shape::frequency,
               {.name = "frequency", .unit = "Hz", .required = true, .range = range, .help = help, .example = example});
}

config::Field<WaveformSpec> gaussianKey() {
  return alternative<GaussianWaveform, WaveformSpec>(
      {.name = "gaussian",
       .help = "Cosine under a Gaussian envelope, cos(2 pi f (t - t0)) exp(-(t - t0)^2 / (2 s^2)) of width "
               "s = sqrt(2 ln 2) / (pi bandwidth)."},
      {
          frequencyKey<GaussianWaveform>(nonNegative, "Centre frequency f; 0 gives a plain Gaussian.", "1 GHz"),
          value(&GaussianWaveform::bandwidth, {.name = "bandwidth",
                                               .unit = "Hz",
                                               .required = true,
                                               .range = positive,
                                               .help = "Full width of the amplitude spectrum at half its peak.",
                                               .example = "1 GHz"}),
          delayKey<GaussianWaveform>("five times the width s, so that the pulse starts at 4e-6 of its peak", "2 ns"),
      });
}

config::Field<WaveformSpec> rickerKey() {
  return alternative<RickerWaveform, WaveformSpec>(
      {.name = "ricker", .help = "Ricker wavelet (1 - 2 a) exp(-a), a = (pi f (t - t0))^2."},
      {
          frequencyKey<RickerWaveform>(positive, "Frequency f of the spectrum's peak.", "500 MHz"),
          delayKey<RickerWaveform>("1.5 / frequency", "3 ns"),
      });
}

config::Field<WaveformSpec> sineKey() {
  return alternative<SineWaveform, WaveformSpec>(
      {.name = "sine", .help = "sin(2 pi f t + phase), raised smoothly (cos^2) at the start."},
      {
          frequencyKey<SineWaveform>(positive, "Frequency f.", "900 MHz"),
          value(&SineWaveform::ramp, {.name = "ramp",
                                      .fallback = "2",
                                      .range = nonNegative,
                                      .help = "Length of the ramp in periods; 0 switches on at once.",
                                      .example = "2"}),
          value(&SineWaveform::phase, {.name = "phase",
                                       .unit = "rad",
                                       .fallback = "0 rad",
                                       .help = "Phase at time zero.",
                                       .example = "90 deg"}),
      });
}

config::Field<WaveformSpec> tableKey() {
  return alternative<TableWaveform, WaveformSpec>(
      {.name = "table",
       .help = "Samples from a file, joined by straight lines; zero before the first and after the last."},
      {value(&TableWaveform::file,
             {.name = "file",
              .type = KeyType::filePath,
              .required = true,
              .help = "CSV file of two columns, time in s (increasing) and value; lines that start with # and one "
                      "header line are skipped; relative to the folder of the case file.",
              .example = "pulse.csv"})});
}

}  // namespace

Section<WaveformSpec> waveformKeys() {
  return {gaussianKey(), rickerKey(), sineKey(), tableKey()};
}

}  // namespace fluxtet::dgtd
