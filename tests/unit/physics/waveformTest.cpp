// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/excitation.hpp"
#include "lib/base/constants.hpp"
#include "lib/physics/waveform.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

constexpr double gigahertz = 1e9;

GaussianWaveform gaussian(double frequency, double bandwidth) {
  return {.frequency = frequency,
          .bandwidth = bandwidth,
          .delay = 5 * std::sqrt(2 * std::log(2.0)) / (constants::pi * bandwidth)};
}

/// |integral of w(t) exp(-2 pi i f t)| over [0, end] by the trapezoidal rule (exact to rounding for smooth pulses).
double spectrum(const WaveformSet& set, double frequency, double end) {
  constexpr int samples = 20000;
  std::complex<double> sum = 0;
  for (int i = 0; i <= samples; ++i) {
    const double t = end * i / samples;
    sum += set.value(0, t) * std::polar(1.0, -2 * constants::pi * frequency * t);
  }
  return std::abs(sum) * end / samples;
}

WaveformSet setOf(const WaveformSpec& spec) {
  WaveformSet set;
  EXPECT_EQ(set.add(spec), 0);
  return set;
}

}  // namespace

TEST(GaussianWaveform, itsSpectrumHasHalfItsPeakAtHalfTheBandwidth) {
  const WaveformSet set = setOf(gaussian(3 * gigahertz, gigahertz));
  const double end = 2 * set.waveforms[0].delay;
  const double peak = spectrum(set, 3 * gigahertz, end);
  EXPECT_NEAR(spectrum(set, 2.5 * gigahertz, end) / peak, 0.5, 1e-5);
  EXPECT_NEAR(spectrum(set, 3.5 * gigahertz, end) / peak, 0.5, 1e-5);
}

TEST(GaussianWaveform, frequencyZeroGivesAPlainGaussianOfTheSameWidth) {
  const WaveformSet set = setOf(gaussian(0, gigahertz));
  const double end = 2 * set.waveforms[0].delay;
  EXPECT_NEAR(spectrum(set, 0.5 * gigahertz, end) / spectrum(set, 0, end), 0.5, 1e-5);
  for (int i = 0; i < 100; ++i) EXPECT_GT(set.value(0, end * i / 100), 0);
}

TEST(GaussianWaveform, peaksAtItsDelayAndStartsNegligibly) {
  const GaussianWaveform spec = gaussian(3 * gigahertz, gigahertz);
  const WaveformSet set = setOf(spec);
  EXPECT_DOUBLE_EQ(set.value(0, spec.delay), 1);
  EXPECT_LT(std::abs(set.value(0, 0)), 4e-6);
}

TEST(RickerWaveform, itsSpectrumPeaksAtItsFrequency) {
  const WaveformSet set = setOf(RickerWaveform{.frequency = gigahertz, .delay = 1.5e-9});
  const double peak = spectrum(set, gigahertz, 3e-9);
  for (const double share : {0.8, 0.95, 1.05, 1.2}) EXPECT_LT(spectrum(set, share * gigahertz, 3e-9), peak) << share;
  EXPECT_LT(spectrum(set, 0, 3e-9), 1e-6 * peak);
}

TEST(RickerWaveform, peaksAtItsDelayAndStartsNegligibly) {
  const WaveformSet set = setOf(RickerWaveform{.frequency = gigahertz, .delay = 1.5e-9});
  EXPECT_DOUBLE_EQ(set.value(0, 1.5e-9), 1);
  EXPECT_LT(std::abs(set.value(0, 0)), 1e-7);
}

TEST(SineWaveform, itsRampIsSmoothAndEndsInThePureSine) {
  const SineWaveform spec{.frequency = gigahertz, .ramp = 2, .phase = 0.3};
  const WaveformSet set = setOf(spec);
  const auto pure = [&](double t) { return std::sin(2 * constants::pi * spec.frequency * t + spec.phase); };
  EXPECT_EQ(set.value(0, -1e-12), 0);
  EXPECT_EQ(set.value(0, 0), 0);
  EXPECT_NEAR(set.value(0, 1e-9), 0.5 * pure(1e-9), 1e-12);
  EXPECT_DOUBLE_EQ(set.value(0, 2.4e-9), pure(2.4e-9));
  // Value and slope are continuous at both ends of the ramp.
  for (const double t : {0.0, 2e-9}) {
    const double h = 1e-15;
    const double before = (set.value(0, t) - set.value(0, t - h)) / h;
    const double after = (set.value(0, t + h) - set.value(0, t)) / h;
    EXPECT_NEAR(after, before, 1e-4 * 2 * constants::pi * spec.frequency) << t;
  }
}

TEST(SineWaveform, withoutRampItStartsAtOnce) {
  const WaveformSet set = setOf(SineWaveform{.frequency = gigahertz, .ramp = 0, .phase = constants::pi / 2});
  EXPECT_EQ(set.value(0, -1e-12), 0);
  EXPECT_DOUBLE_EQ(set.value(0, 0), 1);
}

TEST(TableWaveform, isLinearBetweenRowsAndZeroOutside) {
  const WaveformSet set = setOf(TableWaveform{.file = "", .time = {1, 2, 4, 5}, .value = {3, 5, -1, 2}});
  EXPECT_EQ(set.value(0, 0.999), 0);
  EXPECT_EQ(set.value(0, 1), 3);
  EXPECT_DOUBLE_EQ(set.value(0, 1.25), 3.5);
  EXPECT_EQ(set.value(0, 2), 5);
  EXPECT_DOUBLE_EQ(set.value(0, 3), 2);
  EXPECT_DOUBLE_EQ(set.value(0, 4.5), 0.5);
  EXPECT_EQ(set.value(0, 5), 2);
  EXPECT_EQ(set.value(0, 5.001), 0);
  EXPECT_EQ(set.value(0, std::numeric_limits<double>::quiet_NaN()), 0);
}

TEST(WaveformSet, tapsAddUpTheFunctionAtTimesRoundAboutAndEndItLater) {
  WaveformSet set = setOf(gaussian(gigahertz, gigahertz));
  Waveform filtered = set.waveforms[0];
  filtered.numTaps = 3;
  filtered.tapInterval = 0.2e-9;
  filtered.tap[0] = -0.3;
  filtered.tap[1] = 1.4;
  filtered.tap[2] = -0.1;
  EXPECT_EQ(set.addFiltered(filtered), 1);
  EXPECT_EQ(set.numSources, 1);
  for (const double t : {1e-9, 1.7e-9, 2.4e-9})
    EXPECT_NEAR(set.value(1, t),
                -0.3 * set.value(0, t - 0.2e-9) + 1.4 * set.value(0, t) - 0.1 * set.value(0, t + 0.2e-9), 1e-15);
  EXPECT_NEAR(endTime(set.waveforms[1], set), endTime(set.waveforms[0], set) + 0.2e-9, 1e-20);
}

TEST(WaveformSet, keepsItsTablesApart) {
  WaveformSet set;
  set.add(TableWaveform{.file = "", .time = {0, 1}, .value = {1, 1}});
  set.add(RickerWaveform{.frequency = gigahertz, .delay = 0});
  EXPECT_EQ(set.add(TableWaveform{.file = "", .time = {0, 1, 2}, .value = {7, 8, 9}}), 2);
  EXPECT_EQ(set.value(0, 0.5), 1);
  EXPECT_EQ(set.value(1, 0), 1);
  EXPECT_DOUBLE_EQ(set.value(2, 1.5), 8.5);
}

TEST(EndTime, nothingIsLeftAfterIt) {
  WaveformSet set;
  set.add(gaussian(3 * gigahertz, gigahertz));
  set.add(gaussian(0, gigahertz));
  set.add(RickerWaveform{.frequency = gigahertz, .delay = 1.5e-9});
  for (int w = 0; w < 3; ++w) {
    const double end = endTime(set.waveforms[w], set);
    double before = 0;
    for (int i = 1; i <= 1000; ++i) {
      EXPECT_LE(std::abs(set.value(w, end + i * 1e-12)), 1.001e-12) << w;
      before = std::max(before, std::abs(set.value(w, end - i * 1e-12)));
    }
    EXPECT_GT(before, 1e-11) << w;  // it is not far too late either
  }
}

TEST(EndTime, ofASineIsNeverAndOfATableItsLastValue) {
  WaveformSet set;
  set.add(SineWaveform{.frequency = gigahertz, .ramp = 1, .phase = 0});
  set.add(TableWaveform{.file = "", .time = {0, 1, 2}, .value = {0, 1, 1}});
  set.add(TableWaveform{.file = "", .time = {0, 1, 2, 3, 4}, .value = {0, 1, 0, 0, 0}});
  EXPECT_TRUE(std::isinf(endTime(set.waveforms[0], set)));
  EXPECT_EQ(endTime(set.waveforms[1], set), 2);
  EXPECT_EQ(endTime(set.waveforms[2], set), 2);
}

TEST(HighestFrequency, leavesNextToNothingAboveItAndLittleBelow) {
  for (const auto& [spec, peak] :
       {std::pair<WaveformSpec, double>{GaussianWaveform{gigahertz, gigahertz, 4e-9}, gigahertz},
        {GaussianWaveform{0, gigahertz, 4e-9}, 0},
        {RickerWaveform{gigahertz, 3e-9}, gigahertz}}) {
    WaveformSet set;
    set.add(spec);
    const double highest = highestFrequency(set.waveforms.front(), set);
    const double end = 8e-9, largest = spectrum(set, peak, end);
    for (const double factor : {1.0, 1.1, 1.5}) EXPECT_LE(spectrum(set, factor * highest, end), 1.01e-4 * largest);
    EXPECT_GT(spectrum(set, 0.8 * highest, end), 2e-4 * largest);
  }
}

TEST(HighestFrequency, ofASineIsItsOwnAndOfATableThatOfItsRows) {
  WaveformSet set;
  set.add(SineWaveform{.frequency = gigahertz, .ramp = 1, .phase = 0});
  set.add(TableWaveform{.file = "", .time = {0, 1, 1.25, 3}, .value = {0, 1, 1, 0}});
  EXPECT_EQ(highestFrequency(set.waveforms[0], set), gigahertz);
  EXPECT_EQ(highestFrequency(set.waveforms[1], set), 4);
}

// What a case is checked by before there are waveforms.
TEST(Pulses, rangeAndBeginAreThoseOfTheirSpectrumAndValues) {
  for (const WaveformSpec& spec : {WaveformSpec(gaussian(3 * gigahertz, gigahertz)),
                                   WaveformSpec(RickerWaveform{.frequency = gigahertz, .delay = 3e-9})}) {
    const WaveformSet set = setOf(spec);
    const double end = 2 * set.waveforms[0].delay;
    const double peak = spectrum(set, set.waveforms[0].frequency, end);
    for (const double share : {0.5, 1e-3}) {
      const auto range = rangeOfPulse(spec, share);
      ASSERT_TRUE(range);
      // The Gaussian's tails are cut off at 4e-6 of its peak.
      EXPECT_NEAR(spectrum(set, range->low, end) / peak, share, 3e-5);
      EXPECT_NEAR(spectrum(set, range->high, end) / peak, share, 3e-5);
    }
  }
  const RickerWaveform ricker{.frequency = gigahertz, .delay = 3e-9};
  EXPECT_NEAR(std::abs(setOf(ricker).value(0, *beginOfPulse(ricker))), 1e-6, 1e-9);
  // A carrier of 0 Hz shows the envelope.
  const GaussianWaveform plain{.frequency = 0, .bandwidth = gigahertz, .delay = 5e-9};
  EXPECT_NEAR(setOf(plain).value(0, *beginOfPulse(plain)), 1e-6, 1e-9);
  const TableWaveform table{.file = "", .time = {1, 2, 3, 4}, .value = {0, 0, 5, 0}};
  EXPECT_EQ(beginOfPulse(table), 2);
  EXPECT_FALSE(beginOfPulse(SineWaveform{.frequency = gigahertz}));
}

TEST(WaveformValues, OfManyTimesAreThoseOneByOne) {
  TableWaveform table;
  table.time = {0, 1e-9, 3e-9};
  table.value = {0, 1, -0.5};
  WaveformSet set;
  set.add(gaussian(gigahertz, 0.4 * gigahertz));
  set.add(RickerWaveform{.frequency = gigahertz, .delay = 1.5e-9});
  set.add(SineWaveform{.frequency = gigahertz, .ramp = 2, .phase = 0.3});
  set.add(SineWaveform{.frequency = gigahertz, .ramp = 0, .phase = 0.3});
  set.add(table);
  Waveform filtered = set.waveforms[0];
  filtered.numTaps = 3;
  filtered.tapInterval = 0.1e-9;
  for (int i = 0; i < 3; ++i) filtered.tap[i] = 0.5 - 0.2 * i;
  set.addFiltered(filtered);
  set.addFiltered(quadratureOf(set.waveforms[0]));
  std::vector<double> time, value(57);
  for (std::size_t i = 0; i < value.size(); ++i) time.push_back(-1e-9 + 0.13e-9 * static_cast<double>(i));
  time[10] = 0;
  for (int w = 0; w < static_cast<int>(set.waveforms.size()); ++w) {
    set.values(w, time, value);
    for (std::size_t i = 0; i < time.size(); ++i) EXPECT_NEAR(value[i], set.value(w, time[i]), 1e-14) << w;
  }
}

TEST(Quadrature, LagsByAQuarterOfAPeriod) {
  WaveformSet set = setOf(SineWaveform{.frequency = gigahertz, .ramp = 0, .phase = 0.3});
  set.addFiltered(quadratureOf(set.waveforms[0]));
  for (const double time : {0.3e-9, 0.71e-9, 2.2e-9})
    EXPECT_NEAR(set.value(1, time), set.value(0, time - 0.25 / gigahertz), 1e-12);
  WaveformSet pulse = setOf(gaussian(gigahertz, 0.3 * gigahertz));
  pulse.addFiltered(quadratureOf(pulse.waveforms[0]));
  const Waveform& w = pulse.waveforms[0];
  for (const double t : {-1.1e-9, 0.13e-9, 0.8e-9}) {
    const double envelope = std::exp(-t * t / (2 * w.width * w.width));
    EXPECT_NEAR(pulse.value(1, w.delay + t), envelope * std::sin(2 * constants::pi * gigahertz * t), 1e-12);
  }
}

}  // namespace fluxtet::test
