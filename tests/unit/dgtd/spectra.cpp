// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// When samples are taken, and what the sums over them become.
#include "app/dgtd/observers/harmonics.hpp"
#include "app/dgtd/observers/sampleSteps.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <functional>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

using Complex = std::complex<double>;
using constants::pi;

DftOutput dftOf(std::vector<double> frequencies, double after = 0) {
  DftOutput dft;
  dft.frequencies = std::move(frequencies);
  dft.after = after;
  return dft;
}

/// What a recorder would sum up of x(t).
Eigen::VectorXd sumsOf(const std::function<double(double)>& x, const std::vector<double>& frequencies,
                       const SampleTimes& times) {
  Eigen::VectorXd sums = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(2 * frequencies.size()));
  for (std::int64_t n = 0; n < times.count; ++n) {
    const auto weights = harmonicWeights(frequencies, times[n]);
    sums += x(times[n]) * Eigen::Map<const Eigen::VectorXd>(weights.data(), sums.size());
  }
  return sums;
}

TEST(SampleSteps, areTwelveToAPeriodOfTheHighestFrequencyOrAFewMore) {
  const SampleSteps steps = chooseSampleSteps(dftOf({1e9, 2e9}), {1e-12, 100000});
  EXPECT_EQ(steps.stride, 41);  // a period of 2 GHz is 500 steps, 41.7 for each sample
  EXPECT_EQ(chooseSampleSteps(dftOf({1e9}), {100e-12, 1000}).stride, 1);  // the time step may be too long for 12
}

TEST(SampleSteps, ofAPulseFoldNothingThatItHoldsOntoTheHighestFrequency) {
  DftOutput dft = dftOf({1e9, 2e9});
  dft.kind = SpectrumKind::integral;
  EXPECT_EQ(chooseSampleSteps(dft, {1e-12, 100000, 5e9}).stride, 41);   // 12 samples a period do
  EXPECT_EQ(chooseSampleSteps(dft, {1e-12, 100000, 98e9}).stride, 10);  // 100 GHz - 98 GHz is the frequency
  dft.kind = SpectrumKind::amplitude;
  EXPECT_EQ(chooseSampleSteps(dft, {1e-12, 100000, 98e9}).stride, 41);  // the pulse is over
}

TEST(SampleSteps, makeUpWholePeriodsOfTheLowestFrequencyThatEndWithTheRun) {
  const double dt = 1e-12;
  for (const double after : {0.0, 3.3e-9, 7.1e-9}) {
    const SampleSteps steps = chooseSampleSteps(dftOf({1e9, 2e9}, after), {dt, 10333});
    EXPECT_TRUE(steps.due(10333));
    EXPECT_GE(static_cast<double>(steps.first) * dt, after);
    const SampleTimes times = steps.timesTo(10333, dt, 0);
    const double span = static_cast<double>(times.count) * times.spacing, periods = span * 1e9;
    EXPECT_NEAR(span, std::round(periods) * 1e-9, 0.5 * times.spacing);
    EXPECT_EQ(std::round(periods), std::floor((10333 * dt - after) * 1e9));
    EXPECT_EQ(times.count, steps.countTo(10333));
    EXPECT_NEAR(times.last(), 10333 * dt, 1e-6 * dt);
  }
}

TEST(SampleSteps, ofAPulseBeginWhenTheyMayAndFollowTheGivenInterval) {
  DftOutput dft = dftOf({1e9}, 20.5e-12);
  dft.kind = SpectrumKind::integral;
  dft.every = Interval{7, {}};
  SampleSteps steps = chooseSampleSteps(dft, {1e-12, 1000});
  EXPECT_EQ(steps.first, 21);
  EXPECT_EQ(steps.stride, 7);
  EXPECT_EQ(steps.next(-1), 21);
  EXPECT_EQ(steps.next(21), 28);
  EXPECT_EQ(steps.next(27), 28);
  EXPECT_EQ(steps.countTo(20), 0);
  EXPECT_EQ(steps.countTo(28), 2);
  EXPECT_FALSE(steps.due(14));
  dft.every = Interval{{}, 30e-12};
  EXPECT_EQ(chooseSampleSteps(dft, {1e-12, 1000}).stride, 30);
}

TEST(SampleSteps, thatAreTooFewOrTooLateAreRefused) {
  DftOutput sparse = dftOf({1e9});
  sparse.every = Interval{260, {}};
  EXPECT_THROW(chooseSampleSteps(sparse, {1e-12, 10000}), InputError);             // 3.8 a period
  EXPECT_THROW(chooseSampleSteps(dftOf({1e9}), {1e-12, 900}), InputError);         // less than a period
  EXPECT_THROW(chooseSampleSteps(dftOf({1e9}, 2e-9), {1e-12, 1900}), InputError);  // after the end
  DftOutput late = dftOf({1e9}, 2e-9);
  late.kind = SpectrumKind::integral;
  EXPECT_THROW(chooseSampleSteps(late, {1e-12, 1900}), InputError);
}

TEST(SampleSteps, ofAMeshInAnotherUnitNameTheScaleFirst) {
  // 200 mm read as 200 m: steps of 1 ns at 1 GHz.
  try {
    chooseSampleSteps(dftOf({1e9}), {1e-9, 10000, 0, 200});
    ADD_FAILURE() << "no error was thrown";
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const char* part : {"the mesh is 200 m across, 667 wavelengths", "is mesh.scale missing", "scale: 1 mm"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  EXPECT_NO_THROW(chooseSampleSteps(dftOf({1e9}), {0.25e-9, 10000, 0, 200}));
}

TEST(Harmonics, theGramMatrixIsTheSumOverTheSamples) {
  const std::vector<double> frequencies{0.7e9, 1e9, 2.3e9};
  const SampleTimes times{3.1e-9, 17e-12, 211};
  Eigen::MatrixXd plain = Eigen::MatrixXd::Zero(6, 6);
  for (std::int64_t n = 0; n < times.count; ++n) {
    const auto weights = harmonicWeights(frequencies, times[n]);
    const Eigen::Map<const Eigen::VectorXd> w(weights.data(), 6);
    plain += w * w.transpose();
  }
  EXPECT_LT((gramMatrix(frequencies, times) - plain).cwiseAbs().maxCoeff(), 1e-12 * 211);
}

TEST(Harmonics, tonesAreFoundExactlyFromAWindowOfNoWholePeriods) {
  const std::vector<double> frequencies{0.7e9, 1e9, 2.3e9};
  const std::vector<Complex> X{{0.3, -2.0}, {1.5, 0.1}, {-0.4, 0.9}};
  const auto x = [&](double t) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) sum += std::real(X[k] * std::polar(1.0, 2 * pi * frequencies[k] * t));
    return sum;
  };
  const SampleTimes times{3.1e-9, 17e-12, 211};  // 3.59 ns: 2.5, 3.6 and 8.2 periods
  const Eigen::VectorXd phasors =
      sumsToPhasors(SpectrumKind::amplitude, frequencies, times) * sumsOf(x, frequencies, times);
  for (Eigen::Index k = 0; k < 3; ++k) {
    const Complex found(phasors[2 * k], phasors[2 * k + 1]);
    EXPECT_LT(std::abs(found - X[static_cast<std::size_t>(k)]), 1e-12) << "frequency " << k;
  }
}

TEST(Harmonics, whatIsStaticLeaksLittleIntoWholePeriods) {
  const std::vector<double> frequencies{1e9};
  const double dt = 1e-12;
  const SampleSteps steps = chooseSampleSteps(dftOf(frequencies), {dt, 10333});
  const SampleTimes times = steps.timesTo(10333, dt, 0);
  const Eigen::VectorXd phasor = sumsToPhasors(SpectrumKind::amplitude, frequencies, times) *
                                 sumsOf([](double) { return 1.0; }, frequencies, times);
  // At most half a sample of 10 periods of 33 samples is too much or missing: 2 / N of the constant's sum, which is at
  // most 1/2.
  EXPECT_LT(phasor.norm(), 1.05 / static_cast<double>(times.count));
}

TEST(Harmonics, frequenciesTooCloseForTheWindowAreNotSeparable) {
  const SampleTimes times{0, 30e-12, 333};  // 10 ns
  EXPECT_TRUE(areSeparable(std::vector<double>{1e9, 1.1e9}, times));
  EXPECT_FALSE(areSeparable(std::vector<double>{1e9, 1.01e9}, times));
  EXPECT_FALSE(areSeparable(std::vector<double>{0.01e9}, times));  // a tenth of a period
  EXPECT_FALSE(areSeparable(std::vector<double>{1e9}, {0, 30e-12, 0}));
}

TEST(Harmonics, thePulseGivesItsFourierIntegral) {
  // cos(2 pi f0 (t - t0)) exp(-(t - t0)^2 / (2 s^2)) has the transform s sqrt(pi/2) exp(-i w t0) (G(w - w0) + G(w +
  // w0)), G(v) = exp(-v^2 s^2 / 2). The rule of equal weights is exact but for aliases, exp(-(2 pi / spacing - w)^2 s^2
  // / 2), and for what is cut off, exp(-8^2 / 2) = 1e-14.
  const double f0 = 1e9, s = 0.3e-9, t0 = 8 * s, w0 = 2 * pi * f0;
  const auto pulse = [&](double t) { return std::cos(w0 * (t - t0)) * std::exp(-(t - t0) * (t - t0) / (2 * s * s)); };
  const SampleTimes times{0, 31e-12, static_cast<std::int64_t>(16 * s / 31e-12) + 1};
  const std::vector<double> frequencies{0.6e9, 1e9, 1.7e9};
  const Eigen::VectorXd phasors =
      sumsToPhasors(SpectrumKind::integral, frequencies, times) * sumsOf(pulse, frequencies, times);
  for (std::size_t k = 0; k < frequencies.size(); ++k) {
    const double w = 2 * pi * frequencies[k];
    const auto G = [&](double v) { return std::exp(-v * v * s * s / 2); };
    const Complex exact = s * std::sqrt(pi / 2) * (G(w - w0) + G(w + w0)) * std::polar(1.0, -w * t0);
    const auto row = static_cast<Eigen::Index>(2 * k);
    EXPECT_LT(std::abs(Complex(phasors[row], phasors[row + 1]) - exact), 1e-12 * s) << frequencies[k];
  }
}

}  // namespace
}  // namespace fluxtet::test
