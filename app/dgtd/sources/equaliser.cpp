// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/sources/equaliser.hpp"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>

namespace fluxtet::dgtd {
namespace {

constexpr int numTaps = Waveform::maxTaps;
constexpr int numFrequencies = 32;
/// Phase between two taps at the highest frequency, rad. Closer taps fit better but amplify higher frequencies more.
constexpr double phasePerTap = 1.75;

}  // namespace

Waveform Equaliser::applied(Waveform w) const {
  w.numTaps = numTaps;
  w.tapInterval = interval;
  std::copy(tap.begin(), tap.end(), w.tap);
  return w;
}

std::complex<double> Equaliser::response(double angularFrequency) const {
  std::complex<double> sum = 0;
  for (int i = 0; i < numTaps; ++i)
    sum += tap[static_cast<std::size_t>(i)] * std::polar(1.0, angularFrequency * (i - numTaps / 2) * interval);
  return sum;
}

EqualiserBand::EqualiserBand(double conductivity, double transit) : transit_(transit) {
  // (k R)^2 = x^2 - j x conductivity, x = omega transit, so |k R|^2 = x sqrt(x^2 + conductivity^2) = reach^2.
  const double square = conductivity * conductivity / 2;
  const double highest = std::sqrt(std::hypot(square, reach * reach) - square);
  for (int i = 1; i <= numFrequencies; ++i) {
    const double x = highest * i / numFrequencies;
    phases_.push_back(x);
    waveNumbers_.push_back(std::sqrt(std::complex<double>(x * x, -x * conductivity)));
  }
}

Equaliser EqualiserBand::equalise(const std::vector<std::complex<double>>& formFactor) const {
  const double step = phasePerTap / phases_.back();
  // The taps sum to 1, the response at frequency 0; this determines the middle tap.
  Eigen::MatrixXd response(2 * numFrequencies, numTaps - 1);
  Eigen::VectorXd wanted(2 * numFrequencies);
  for (int i = 0; i < numFrequencies; ++i) {
    const auto k = static_cast<std::size_t>(i);
    // Multiplied by formFactor, so that the error is relative to 1 / formFactor.
    const std::complex<double> rest = 1.0 - formFactor[k];
    wanted[2 * i] = rest.real();
    wanted[2 * i + 1] = rest.imag();
    int column = 0;
    for (int j = -(numTaps / 2); j <= numTaps / 2; ++j) {
      if (j == 0) continue;
      const std::complex<double> part = formFactor[k] * (std::polar(1.0, phases_[k] * step * j) - 1.0);
      response(2 * i, column) = part.real();
      response(2 * i + 1, column++) = part.imag();
    }
  }
  const Eigen::VectorXd outer = response.completeOrthogonalDecomposition().solve(wanted);
  Equaliser result{step * transit_, {}};
  for (int i = 0, column = 0; i < numTaps; ++i)
    result.tap[static_cast<std::size_t>(i)] = i == numTaps / 2 ? 1 - outer.sum() : outer[column++];
  return result;
}

}  // namespace fluxtet::dgtd
