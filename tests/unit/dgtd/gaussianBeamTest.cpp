// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The plane waves of a Gaussian beam: their sum against the integral over the whole spectrum and against the paraxial
// closed form, each wave a plane wave, the symmetry of the beam, and what is refused.
#include "app/dgtd/setup/gaussianBeam.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/vec3.hpp"
#include "tests/support/beamIntegral.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

using namespace dgtd;
using Complex = std::complex<double>;

constexpr double pi = constants::pi, frequency = 1e9, wavelength = constants::c0 / frequency;

SineWaveform sineOf(double f) {
  SineWaveform sine;
  sine.frequency = f;
  return sine;
}

/// A beam along a skew axis.
struct TestBeam {
  BeamFocus focus{{0.1, -0.2, 0.3}, 2 * wavelength, frequency};
  double index = 1;
  IncidentWave axial{normalised({1, 2, 2}), normalised({2, -2, 1}), {0.4, 0.1, -0.2}, 3, 0};

  Vec3 across() const { return cross(axial.direction, axial.polarization); }
  Vec3 point(double along, double beside, double axially) const {
    return focus.at + along * axial.polarization + beside * across() + axially * axial.direction;
  }
  std::vector<IncidentWave> waves(const WaveformSpec& waveform, const BeamReach& reach) const {
    return wavesOfBeam(axial, axial.polarization, focus, latticeOfBeam(focus, index, waveform, reach, "wave"));
  }
  /// Phasor of E of the waves at f, relative to the one of the axial wave at the focus.
  std::array<Complex, 3> sumOf(const std::vector<IncidentWave>& waves, double f, const Vec3& x) const {
    const double k = 2 * pi * f * index / constants::c0;
    const double atFocus = dot(axial.direction, focus.at - axial.origin);
    std::array<Complex, 3> sum{};
    for (const IncidentWave& wave : waves)
      for (std::size_t c = 0; c < 3; ++c)
        sum[c] += std::polar(wave.amplitude / axial.amplitude * wave.polarization[c],
                             -k * (dot(wave.direction, x - wave.origin) - atFocus));
    return sum;
  }
  /// The same of the integral over all directions.
  std::array<Complex, 3> integralAt(double f, const Vec3& x) const {
    const double divergence = constants::c0 / index / focus.frequency / (pi * focus.waist);
    const Vec3 away = x - focus.at;
    const auto local = beamIntegral(divergence, 2 * pi * f * index / constants::c0,
                                    {dot(away, axial.polarization), dot(away, across()), dot(away, axial.direction)});
    std::array<Complex, 3> field{};
    for (std::size_t c = 0; c < 3; ++c)
      field[c] = local[0] * axial.polarization[c] + local[1] * across()[c] + local[2] * axial.direction[c];
    return field;
  }
};

double distance(const std::array<Complex, 3>& a, const std::array<Complex, 3>& b) {
  double square = 0;
  for (std::size_t c = 0; c < 3; ++c) square += std::norm(a[c] - b[c]);
  return std::sqrt(square);
}

/// Points of a box of the reach, its corners among them.
std::vector<std::array<double, 3>> placesIn(const BeamReach& reach) {
  std::vector<std::array<double, 3>> places;
  for (const double u : {-1.0, 0.35})
    for (const double v : {-0.4, 1.0})
      for (const double z : {-1.0, 0.0, 0.5})
        places.push_back({u * reach.lateral[0], v * reach.lateral[1], z * reach.axial});
  return places;
}

double largestDeviation(const TestBeam& beam, const WaveformSpec& waveform, const BeamReach& reach, double f) {
  const auto waves = beam.waves(waveform, reach);
  double largest = 0;
  for (const auto& [u, v, z] : placesIn(reach)) {
    const Vec3 x = beam.point(u, v, z);
    largest = std::max(largest, distance(beam.sumOf(waves, f, x), beam.integralAt(f, x)));
  }
  return largest;
}

// Up to four copies are nearest to a corner of the reach, and the cut directions come besides.
TEST(GaussianBeam, IsTheIntegralOfItsSpectrumWithinItsReach) {
  for (const double waist : {1.0, 1.5, 4.0})
    for (const BeamReach& reach :
         {BeamReach{{0.5 * wavelength, 0.5 * wavelength}, 0.5 * wavelength},
          BeamReach{{3 * wavelength, 2 * wavelength}, 2 * wavelength}, BeamReach{{0, wavelength}, 3 * wavelength}}) {
      TestBeam beam;
      beam.focus.waist = waist * wavelength;
      EXPECT_LT(largestDeviation(beam, sineOf(frequency), reach, frequency), 5 * beamTolerance) << waist;
      EXPECT_LT(largestDeviation(beam, sineOf(frequency), reach, 0.4 * frequency), 5 * beamTolerance) << waist;
    }
}

// At each frequency what is wrong is at most the tolerance when it is weighted with the pulse's spectrum.
TEST(GaussianBeam, OfAPulseIsRightAtAllOfItsFrequencies) {
  TestBeam beam;
  beam.index = 1.5;
  beam.focus.waist = 1.5 * wavelength;
  const BeamReach reach{{2 * wavelength, wavelength}, wavelength};
  GaussianWaveform gaussian;
  gaussian.frequency = frequency;
  gaussian.bandwidth = 0.6 * frequency;
  RickerWaveform ricker;
  ricker.frequency = 0.6 * frequency;
  for (const WaveformSpec& pulse : {WaveformSpec(gaussian), WaveformSpec(ricker)}) {
    const auto spectrum = spectrumOf(pulse);
    ASSERT_GT(spectrum.size(), 50U);
    for (std::size_t i = 0; i < spectrum.size(); i += 16) {
      const double f = spectrum[i].frequency;
      EXPECT_LT(spectrum[i].share * largestDeviation(beam, pulse, reach, f), 5 * beamTolerance) << f;
    }
  }
}

TEST(GaussianBeam, SpectrumOfATableIsThatOfWhatItHolds) {
  GaussianWaveform gaussian;
  gaussian.frequency = 1e9;
  gaussian.bandwidth = 0.5e9;
  gaussian.delay = 4e-9;
  const double s = std::sqrt(2 * std::log(2.0)) / (pi * gaussian.bandwidth);
  TableWaveform table;
  for (int i = 0; i <= 400; ++i) {
    const double t = i * 2e-11;
    table.time.push_back(t);
    table.value.push_back(std::cos(2 * pi * 1e9 * (t - 4e-9)) * std::exp(-std::pow((t - 4e-9) / s, 2) / 2));
  }
  const auto found = spectrumOf(table), exact = spectrumOf(gaussian);
  ASSERT_FALSE(found.empty());
  EXPECT_NEAR(found.back().frequency, exact.back().frequency, 0.05e9);
  for (const SpectralShare& at : found)
    EXPECT_NEAR(at.share, std::exp(-2 * std::pow(pi * s * (at.frequency - 1e9), 2)), 5e-3) << at.frequency;
}

// The paraxial field w0/w exp(-rho^2 / w^2) with its phases; what it lacks is of the order of the square of the
// divergence times the distance in Rayleigh lengths (Siegman, Lasers, section 16.1).
TEST(GaussianBeam, IsTheParaxialBeamWhereThatHolds) {
  TestBeam beam;
  beam.focus.waist = 6 * wavelength;
  const double w0 = beam.focus.waist, k = 2 * pi / wavelength, rayleigh = k * w0 * w0 / 2;
  const double divergence = wavelength / (pi * w0);
  const BeamReach reach{{w0, w0}, 20 * wavelength};
  const auto waves = beam.waves(sineOf(frequency), reach);
  for (const auto& [u, v, z] : placesIn(reach)) {
    const Complex q(z, rayleigh);  // 1/q(z) = 1/R - 2i/(k w^2), with exp(+i w t)
    const Complex paraxial = Complex(0, rayleigh) / q * std::exp(Complex(0, -k) * (z + (u * u + v * v) / (2.0 * q)));
    const auto field = beam.sumOf(waves, frequency, beam.point(u, v, z));
    const Complex found = field[0] * beam.axial.polarization[0] + field[1] * beam.axial.polarization[1] +
                          field[2] * beam.axial.polarization[2];
    EXPECT_LT(std::abs(found - paraxial), 2 * divergence * divergence) << u << " " << v << " " << z;
  }
}

TEST(GaussianBeam, EachWaveIsAPlaneWaveAndAllPassTheFocusTogether) {
  const TestBeam beam;
  const auto waves = beam.waves(sineOf(frequency), {{wavelength, wavelength}, wavelength});
  const double way = dot(beam.axial.direction, beam.focus.at - beam.axial.origin);
  for (const IncidentWave& wave : waves) {
    EXPECT_NEAR(norm(wave.direction), 1, 1e-14);
    EXPECT_NEAR(norm(wave.polarization), 1, 1e-14);
    EXPECT_NEAR(dot(wave.direction, wave.polarization), 0, 1e-14);
    EXPECT_NEAR(dot(wave.direction, beam.focus.at - wave.origin), way, 1e-14);
  }
  EXPECT_NEAR(norm(waves.front().direction - beam.axial.direction), 0, 1e-14);
}

// E is amplitude times polarization at the focus, and even in the distance from the two planes through the axis.
TEST(GaussianBeam, HasItsAmplitudeAtTheFocusAndItsSymmetries) {
  const TestBeam beam;
  const auto waves = beam.waves(sineOf(frequency), {{wavelength, 2 * wavelength}, wavelength});
  const auto at = [&](double u, double v, double z) { return beam.sumOf(waves, frequency, beam.point(u, v, z)); };
  const auto component = [](const std::array<Complex, 3>& E, const Vec3& d) {
    return E[0] * d[0] + E[1] * d[1] + E[2] * d[2];
  };
  EXPECT_LT(std::abs(component(at(0, 0, 0), beam.axial.polarization) - 1.0), 1e-14);
  EXPECT_LT(std::abs(component(at(0, 0, 0), beam.across())), 1e-14);
  const double u = 0.7 * wavelength, v = 1.3 * wavelength, z = 0.4 * wavelength;
  const auto E = at(u, v, z), mirroredU = at(-u, v, z), mirroredV = at(u, -v, z);
  const auto& p = beam.axial.polarization;
  const Vec3 q = beam.across(), axis = beam.axial.direction;
  EXPECT_LT(std::abs(component(E, p) - component(mirroredU, p)), 1e-13);
  EXPECT_LT(std::abs(component(E, q) + component(mirroredU, q)), 1e-13);
  EXPECT_LT(std::abs(component(E, axis) + component(mirroredU, axis)), 1e-13);
  EXPECT_LT(std::abs(component(E, p) - component(mirroredV, p)), 1e-13);
  EXPECT_LT(std::abs(component(E, q) + component(mirroredV, q)), 1e-13);
  EXPECT_LT(std::abs(component(E, axis) - component(mirroredV, axis)), 1e-13);
}

TEST(GaussianBeam, TooNarrowAndTooWideAreRefusedWithTheReason) {
  const auto messageOf = [](const BeamFocus& focus, double index, const BeamReach& reach) -> std::string {
    try {
      latticeOfBeam(focus, index, sineOf(frequency), reach, "wave");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const BeamFocus narrow{{0, 0, 0}, 0.8 * wavelength, frequency};
  EXPECT_NE(messageOf(narrow, 1, {}).find("less than the wavelength"), std::string::npos);
  EXPECT_EQ(messageOf(narrow, 1.5, {}), "");
  const BeamReach wide{{30 * wavelength, 30 * wavelength}, wavelength};
  EXPECT_NE(messageOf({{0, 0, 0}, wavelength, frequency}, 1, wide).find("at most 1000 are allowed"), std::string::npos);
}

}  // namespace
}  // namespace fluxtet::test
