// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A Hertzian dipole in free space: its near and far field in amplitude, phase and polarisation, and its power.
#include "base/constants.hpp"
#include "base/vec3.hpp"
#include "caseRun.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

constexpr double pi = constants::pi, c0 = constants::c0;
const Vec3 dipoleAt{0.010, 0.012, 0.008};
const Vec3 moment{0, 0, 1};

/// Rows of probes about the dipole: axes, planes and a general direction each.
const std::vector<Vec3> directions{{1, 0, 0}, {0, 1, 0}, {-0.8, 0.6, 0}, {0.3, -0.5, -0.9}, {-0.7, -0.6, 0.3}, {1, 1, 1}};

struct Place {
  std::string name;
  Vec3 at;
};
std::vector<Place> placesAt(double distance) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < directions.size(); ++i)
    places.push_back({fmt::format("d{:.0f}x{}", 1e3 * distance, i),
                      dipoleAt + (distance / norm(directions[i])) * directions[i]});
  return places;
}

/// A cube of air with the dipole near its middle. The density makes the air a tissue, without which there is no
/// output.sar.
std::string freeSpace(double edge, int cells, const std::string& waveform, const std::vector<Place>& places,
                      const std::string& settings) {
  std::string probes;
  for (const Place& place : places)
    probes += fmt::format("    - {{name: {}, at: [{}, {}, {}], fields: [E]}}\n", place.name, place.at[0], place.at[1],
                          place.at[2]);
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [{0}, {0}, {0}], origin: [{1}, {1}, {1}], cells: [{2}, {2}, {2}]}}}}
materials: {{air: {{density: 1.2 kg/m^3}}}}
regions: {{box: air}}
boundaries: {{x-: absorbing, x+: absorbing, y-: absorbing, y+: absorbing, z-: absorbing, z+: absorbing}}
sources:
  - dipole: {{at: [{3}, {4}, {5}], moment: [{6}, {7}, {8}], waveform: {9}}}
{10}
output:
  probes:
{11}
)",
                     edge, -edge / 2, cells, dipoleAt[0], dipoleAt[1], dipoleAt[2], moment[0], moment[1], moment[2],
                     waveform, settings, probes);
}

struct Pulse {
  double frequency, bandwidth, delay;

  double width() const { return std::sqrt(2 * std::log(2.0)) / (pi * bandwidth); }
  double value(double t) const {
    const double s = (t - delay) / width();
    return std::cos(2 * pi * frequency * (t - delay)) * std::exp(-s * s / 2);
  }
  double slope(double t) const {
    const double small = 1e-5 / frequency;
    return (value(t + small) - value(t - small)) / (2 * small);
  }
  /// From the pulse's beginning on, by Simpson's rule.
  double integral(double t) const {
    const double begin = delay - 7 * width();
    const int pieces = 2 * static_cast<int>(std::ceil(std::max(0.0, t - begin) * frequency * 40));
    double sum = 0;
    for (int i = 0; i <= pieces; ++i)
      sum += (i == 0 || i == pieces ? 1 : i % 2 == 1 ? 4 : 2) * value(begin + (t - begin) * i / pieces);
    return pieces == 0 ? 0 : sum * (t - begin) / (3 * pieces);
  }
  std::string text() const {
    return fmt::format("{{gaussian: {{frequency: {} Hz, bandwidth: {} Hz, delay: {} s}}}}", frequency, bandwidth, delay);
  }
};

/// E of the dipole: Jackson, Classical Electrodynamics, 3rd ed., (9.18), in time, with the current I dl = moment w(t).
Vec3 dipoleField(const Pulse& w, const Vec3& x, double t) {
  const double r = norm(x - dipoleAt), late = t - r / c0;
  const Vec3 n = (1 / r) * (x - dipoleAt), along = dot(n, moment) * n;
  const double z = constants::z0 / (4 * pi);
  return z * (c0 * w.integral(late) / (r * r * r) + w.value(late) / (r * r)) * (3 * along - moment) +
         z * w.slope(late) / (c0 * r) * (along - moment);
}

/// Root mean squares over time, relative to the exact field's.
struct PulseError {
  double all, across;
};
PulseError errorOf(const CaseRun& run, const Pulse& pulse, const Place& place, double end) {
  const Table table = run.probe(place.name);
  const auto time = table["time_E"], x = table["Ex"], y = table["Ey"], z = table["Ez"];
  const Vec3 n = place.at - dipoleAt;
  // Normal to the plane of the dipole and the probe there is no field; on the equator none along the radius either.
  Vec3 none = cross(n, moment);
  none = (1 / norm(none)) * none;
  double squares = 0, errors = 0, acrossErrors = 0;
  for (std::size_t i = 0; i < time.size() && time[i] < end; ++i) {
    const Vec3 exact = dipoleField(pulse, place.at, time[i]), error = Vec3{x[i], y[i], z[i]} - exact;
    squares += dot(exact, exact);
    errors += dot(error, error);
    const double sideways = dot(error, none), radial = std::abs(n[2]) < 1e-12 ? dot(error, n) / norm(n) : 0;
    acrossErrors += sideways * sideways + radial * radial;
  }
  return {std::sqrt(errors / squares), std::sqrt(acrossErrors / squares)};
}

/// When what the sides send back begins to arrive.
double firstEcho(const Pulse& pulse, double edge, const Vec3& at) {
  double path = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      Vec3 image = dipoleAt;
      image[axis] = side * edge - image[axis];
      path = std::min(path, norm(at - image));
    }
  return pulse.delay - 2.5 * pulse.width() + path / c0;
}

// Before anything comes back from the sides: what the scheme and the dipole on its elements are off, alone. Elements of
// 0.0875 m in cells, 5.7 to the wavelength of 0.5 m. At 0.3 wavelengths the field is still half a near field, one and a
// half cells from the edge of the spread dipole.
void expectPulse(const std::string& name, const std::string& settings) {
  constexpr double edge = 1.4;
  const Pulse pulse{600e6, 500e6, 3.75e-9};
  const std::vector<double> distances{0.15, 0.3, 0.4};
  std::vector<Place> places;
  double end = 0;
  for (const double distance : distances)
    for (const Place& place : placesAt(distance)) {
      places.push_back(place);
      end = std::max(end, firstEcho(pulse, edge, place.at));
    }
  const CaseRun run =
      runCase(name, freeSpace(edge, 16, pulse.text(), places, settings + fmt::format("\ntime: {{end: {} s}}", end)));
  for (std::size_t d = 0; d < distances.size(); ++d) {
    double all = 0, across = 0, largest = 0;
    for (std::size_t i = 0; i < directions.size(); ++i) {
      const Place& place = places[d * directions.size() + i];
      const PulseError error = errorOf(run, pulse, place, firstEcho(pulse, edge, place.at));
      all += error.all * error.all / static_cast<double>(directions.size());
      across += error.across * error.across / static_cast<double>(directions.size());
      largest = std::max(largest, error.all);
    }
    fmt::print("| pulse at {:.1f} wavelengths, six directions | {:.2f} %, at most {:.2f} % | across {:.1f} dB |\n",
               distances[d] * pulse.frequency / c0, 100 * std::sqrt(all), 100 * largest, 10 * std::log10(across));
    EXPECT_LT(std::sqrt(all), 0.02) << distances[d];
    EXPECT_LT(10 * std::log10(across), -40) << distances[d];
  }
}

TEST(Radiation, OfADipolesPulseIsThatOfItsClosedFormWithTheDefaultFlux) {
  expectPulse("dipole-pulse", "dgtd: {order: 3}");
}
TEST(Radiation, OfADipolesPulseIsThatOfItsClosedFormWithTheUpwindFlux) {
  expectPulse("dipole-pulse-upwind", "dgtd: {order: 3, flux: upwind}");
}

constexpr double steadyFrequency = 600e6;

/// The same field, of a current that is sin(w t): with exp(+i w t), the current -i exp(i w t) and I dl = i w p.
std::array<std::complex<double>, 3> steadyField(const Vec3& x) {
  const double r = norm(x - dipoleAt), k = 2 * pi * steadyFrequency / c0;
  const Vec3 n = (1 / r) * (x - dipoleAt);
  const std::complex<double> p = -1 / (2 * pi * steadyFrequency),
                             wave = std::polar(1 / (4 * pi * constants::epsilon0), -k * r);
  std::array<std::complex<double>, 3> E;
  for (std::size_t c = 0; c < 3; ++c) {
    const double along = n[c] * dot(n, moment);
    E[c] = wave * p *
           (k * k / r * (moment[c] - along) + (3 * along - moment[c]) * std::complex<double>(1 / (r * r * r), k / (r * r)));
  }
  return E;
}

// The sides of the box, two thirds of a wavelength and more away, are met at up to 45 degrees and more, where the
// first-order condition sends back some of the wave: a few per cent of the field, whatever the flux. Over all
// directions the effect on the power averages out.
void expectSteadyWave(const std::string& name, const std::string& flux) {
  constexpr double period = 1 / steadyFrequency;
  std::vector<Place> places{{"p0", {0.30, 0.012, 0.008}}, {"p1", {0.012, -0.33, 0.01}}, {"p2", {0.2, 0.2, 0.2}}};
  const std::string settings = fmt::format("dgtd: {{order: 3, {}}}\ntime: {{end: {} s}}", flux, 9 * period);
  const CaseRun run = runCase(name,
                              freeSpace(1, 9, "{sine: {frequency: 600 MHz, ramp: 2}}", places, settings),
                              {"output.sar={averages: []}",
                               fmt::format("output.dft={{frequencies: [600 MHz], after: {} s}}", 6 * period)});
  for (const Place& place : places) {
    const auto expected = steadyField(place.at);
    double error = 0, length = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::string column{'E', static_cast<char>('x' + c)};
      error += std::norm(phasor(run, place.name, column, steadyFrequency, 3) - expected[c]);
      length += std::norm(expected[c]);
    }
    fmt::print("| steady, {:.2f} wavelengths | {:.1f} V/m | {:.2f} % off |\n",
               norm(place.at - dipoleAt) * steadyFrequency / c0, std::sqrt(length), 100 * std::sqrt(error / length));
    EXPECT_LT(std::sqrt(error / length), 0.06) << place.name;
  }
  const nlohmann::json& powers = run.summary["powers"];
  const double found = powers["accepted_W"],
               expected = constants::z0 * std::pow(2 * pi * steadyFrequency / c0 * norm(moment), 2) / (12 * pi);
  fmt::print("| power | {:.1f} W | {:.1f} W | {:+.2f} % |\n", expected, found, 100 * (found / expected - 1));
  EXPECT_NEAR(found, expected, 0.02 * expected);
  EXPECT_EQ(powers["accepted_W"], powers["outgoing_W"]);
  EXPECT_FALSE(powers.contains("impressed_W"));
}

TEST(Radiation, OfASteadyDipoleAndItsPowerAreThoseOfTheClosedFormWithTheDefaultFlux) {
  expectSteadyWave("dipole-default", "precision: single");
}
TEST(Radiation, OfASteadyDipoleAndItsPowerAreThoseOfTheClosedFormWithTheUpwindFlux) {
  expectSteadyWave("dipole-upwind", "flux: upwind");
}

}  // namespace
}  // namespace fluxtet::test
