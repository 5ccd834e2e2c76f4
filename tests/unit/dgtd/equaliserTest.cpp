// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The filter in time that undoes a form factor.
#include "app/dgtd/sources/equaliser.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace fluxtet::test {
using namespace fluxtet::dgtd;

namespace {

using Complex = std::complex<double>;

/// Fourier transform of the window (1 - r^2)^2 in the unit sphere, normalised: 105 j_3(z) / z^3.
Complex formFactor(Complex z) {
  if (std::abs(z) < 0.1) return 1.0 - z * z / 18.0 + z * z * z * z / 792.0;
  const Complex s = std::sin(z), c = std::cos(z);
  const Complex j3 = (15.0 / (z * z * z * z) - 6.0 / (z * z)) * s - (15.0 / (z * z * z) - 1.0 / z) * c;
  return 105.0 * j3 / (z * z * z);
}

Equaliser equaliserFor(double conductivity, double transit) {
  const EqualiserBand band(conductivity, transit);
  std::vector<Complex> factors;
  for (const Complex& z : band.waveNumbers()) factors.push_back(formFactor(z));
  return band.equalise(factors);
}

TEST(Equaliser, UndoesTheFormFactorUpToTheEndOfItsBand) {
  constexpr double transit = 0.4e-9;
  for (const double conductivity : {0.0, 0.3, 2.0, 20.0}) {
    const Equaliser equaliser = equaliserFor(conductivity, transit);
    EXPECT_NEAR(std::abs(equaliser.response(0) - 1.0), 0, 1e-12);
    for (const double share : {0.01, 0.1, 0.33, 0.57, 0.8, 1.0}) {
      const double end =
          std::sqrt(std::hypot(conductivity * conductivity / 2, 3.5 * 3.5) - conductivity * conductivity / 2);
      const double x = share * end;
      const Complex factor = formFactor(std::sqrt(Complex(x * x, -x * conductivity)));
      EXPECT_NEAR(std::abs(equaliser.response(x / transit) * factor - 1.0), 0, 5e-3) << conductivity << ", " << x;
    }
  }
}

TEST(Equaliser, WithoutLossesShiftsNothingInTimeAndAmplifiesWhatLiesAboveLittle) {
  const Equaliser equaliser = equaliserFor(0, 1e-9);
  double sum = 0;
  for (std::size_t i = 0; i < equaliser.tap.size(); ++i) {
    EXPECT_NEAR(equaliser.tap[i], equaliser.tap[equaliser.tap.size() - 1 - i], 1e-9);
    sum += std::abs(equaliser.tap[i]);
  }
  EXPECT_LT(sum, 6);
}

TEST(Equaliser, OfAPointLeavesTheWaveformAsItIs) {
  const EqualiserBand band(0, 1e-9);
  const Equaliser equaliser = band.equalise(std::vector<Complex>(band.waveNumbers().size(), 1.0));
  WaveformSet set;
  set.add(GaussianWaveform{.frequency = 1e9, .bandwidth = 0.5e9, .delay = 4e-9});
  set.addFiltered(equaliser.applied(set.waveforms[0]));
  for (const double t : {0.0, 3.1e-9, 4e-9, 5.3e-9}) EXPECT_NEAR(set.value(1, t), set.value(0, t), 1e-12);
}

}  // namespace
}  // namespace fluxtet::test
