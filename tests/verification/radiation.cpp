// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// A Hertzian dipole in free space: its near and far field in amplitude, phase and polarisation, and its power.
#include "lib/base/constants.hpp"
#include "lib/base/vec3.hpp"
#include "tests/support/caseRun.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::test {
namespace {

constexpr double pi = constants::pi, c0 = constants::c0;
/// A current moment, A m, at a place.
struct Dipole {
  Vec3 at, moment;
};
const Dipole inTheOpen{{0.010, 0.012, 0.008}, {0, 0, 1}};

/// Rows of probes about the dipole: axes, planes and a general direction each.
const std::vector<Vec3> directions{{1, 0, 0},         {0, 1, 0},         {-0.8, 0.6, 0},
                                   {0.3, -0.5, -0.9}, {-0.7, -0.6, 0.3}, {1, 1, 1}};

struct Place {
  std::string name;
  Vec3 at;
};
std::vector<Place> placesAt(const Vec3& from, double distance, const std::vector<Vec3>& along) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < along.size(); ++i)
    places.push_back({fmt::format("d{:.0f}x{}", 1e3 * distance, i), from + (distance / norm(along[i])) * along[i]});
  return places;
}

/// A cube of air about the origin with a dipole in it. The density makes the air a tissue, without which there is no
/// output.sar.
std::string cubeOfAir(const Dipole& dipole, double edge, int cells, const std::string& waveform,
                      const std::vector<Place>& places, const std::string& floor, const std::string& settings,
                      const std::string& walls = "absorbing") {
  std::string probes;
  for (const Place& place : places)
    probes += fmt::format("    - {{name: {}, at: [{}, {}, {}], fields: [E]}}\n", place.name, place.at[0], place.at[1],
                          place.at[2]);
  return fmt::format(R"(
solver: dgtd
mesh: {{box: {{size: [{0}, {0}, {0}], origin: [{1}, {1}, {1}], cells: [{2}, {2}, {2}]}}}}
materials: {{air: {{density: 1.2 kg/m^3}}}}
regions: {{box: air}}
boundaries: {{x-: {13}, x+: {13}, y-: {13}, y+: {13}, z-: {12}, z+: {13}}}
sources:
  - dipole: {{at: [{3}, {4}, {5}], moment: [{6}, {7}, {8}], waveform: {9}}}
{10}
output:
  probes:
{11}
)",
                     edge, -edge / 2, cells, dipole.at[0], dipole.at[1], dipole.at[2], dipole.moment[0],
                     dipole.moment[1], dipole.moment[2], waveform, settings, probes, floor, walls);
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
    return fmt::format("{{gaussian: {{frequency: {} Hz, bandwidth: {} Hz, delay: {} s}}}}", frequency, bandwidth,
                       delay);
  }
};

/// E of the dipole: Jackson, Classical Electrodynamics, 3rd ed., (9.18), in time, with the current I dl = moment w(t).
Vec3 dipoleField(const Dipole& dipole, const Pulse& w, const Vec3& x, double t) {
  const double r = norm(x - dipole.at), late = t - r / c0;
  const Vec3 n = (1 / r) * (x - dipole.at), along = dot(n, dipole.moment) * n;
  const double z = constants::z0 / (4 * pi);
  return z * (c0 * w.integral(late) / (r * r * r) + w.value(late) / (r * r)) * (3 * along - dipole.moment) +
         z * w.slope(late) / (c0 * r) * (along - dipole.moment);
}

/// A dipole and its image in a conducting plane of constant z, or without a plane itself alone.
std::vector<Dipole> withImage(const Dipole& dipole, const std::optional<double>& plane) {
  std::vector<Dipole> all{dipole};
  if (plane)
    all.push_back({{dipole.at[0], dipole.at[1], 2 * *plane - dipole.at[2]},
                   {-dipole.moment[0], -dipole.moment[1], dipole.moment[2]}});
  return all;
}

/// Root mean squares over time, relative to the exact field's.
struct PulseError {
  double all, across;
};
PulseError errorOf(const CaseRun& run, const std::vector<Dipole>& dipoles, const Pulse& pulse, const Place& place,
                   double end) {
  const Table table = run.probe(place.name);
  const auto time = table["time_E"], x = table["Ex"], y = table["Ey"], z = table["Ez"];
  const Vec3 n = place.at - dipoles[0].at;
  // Normal to the plane of a vertical dipole and the probe there is no field; on the equator none along the radius
  // either.
  Vec3 none = cross(n, {0, 0, 1});
  none = (1 / norm(none)) * none;
  double squares = 0, errors = 0, acrossErrors = 0;
  for (std::size_t i = 0; i < time.size() && time[i] < end; ++i) {
    Vec3 exact{};
    for (const Dipole& dipole : dipoles) exact = exact + dipoleField(dipole, pulse, place.at, time[i]);
    const Vec3 error = Vec3{x[i], y[i], z[i]} - exact;
    squares += dot(exact, exact);
    errors += dot(error, error);
    const double sideways = dot(error, none), radial = std::abs(n[2]) < 1e-12 ? dot(error, n) / norm(n) : 0;
    acrossErrors += sideways * sideways + radial * radial;
  }
  return {std::sqrt(errors / squares), std::sqrt(acrossErrors / squares)};
}

/// When what the absorbing sides send back begins to arrive.
double firstEcho(const Vec3& from, const Pulse& pulse, double edge, const Vec3& at, bool openFloor) {
  double path = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      if (axis == 2 && side < 0 && !openFloor) continue;
      Vec3 image = from;
      image[axis] = side * edge - image[axis];
      path = std::min(path, norm(at - image));
    }
  return pulse.delay - 2.5 * pulse.width() + path / c0;
}

struct PulseErrors {
  double all, across, largest;  ///< root mean squares over the directions
};

/// Cells of 0.0875 m, 5.7 to the wavelength of 0.5 m.
constexpr double cell = 0.0875;

/// A pulse in a cube of 1.4 m before anything comes back from its sides: what the scheme and the dipole on its elements
/// are off, alone. With layers, a pulse in a smaller cube until all of it has long left. Errors by distance.
std::vector<PulseErrors> pulseErrors(const std::string& name, const std::string& settings, const Dipole& dipole,
                                     bool ground, const std::vector<Vec3>& along, const std::vector<double>& distances,
                                     bool layers = false) {
  const int cells = layers ? 8 : 16;
  const double edge = cells * cell;
  const Pulse pulse{600e6, 500e6, 3.75e-9};
  const auto endAt = [&](const Vec3& at) {
    return layers ? pulse.delay + 5 * edge / c0 : firstEcho(dipole.at, pulse, edge, at, !ground);
  };
  const std::string walls = layers ? "pml" : "absorbing";
  std::vector<Place> places;
  double end = 0;
  for (const double distance : distances)
    for (const Place& place : placesAt(dipole.at, distance, along)) {
      places.push_back(place);
      end = std::max(end, endAt(place.at));
    }
  const CaseRun run = runCase(name, cubeOfAir(dipole, edge, cells, pulse.text(), places, ground ? "pec" : walls,
                                              settings + fmt::format("\ntime: {{end: {} s}}", end), walls));
  const auto dipoles = withImage(dipole, ground ? std::optional(-edge / 2) : std::nullopt);
  std::vector<PulseErrors> result;
  for (std::size_t d = 0; d < distances.size(); ++d) {
    PulseErrors sum{};
    for (std::size_t i = 0; i < along.size(); ++i) {
      const Place& place = places[d * along.size() + i];
      const PulseError error = errorOf(run, dipoles, pulse, place, endAt(place.at));
      sum.all += error.all * error.all / static_cast<double>(along.size());
      sum.across += error.across * error.across / static_cast<double>(along.size());
      sum.largest = std::max(sum.largest, error.all);
    }
    result.push_back({std::sqrt(sum.all), std::sqrt(sum.across), sum.largest});
    fmt::print("| {} at {:.1f} wavelengths | {:.2f} %, at most {:.2f} % | across {:.1f} dB |\n", name,
               distances[d] * pulse.frequency / c0, 100 * result.back().all, 100 * sum.largest,
               20 * std::log10(result.back().across));
  }
  return result;
}

// At 0.3 wavelengths the field is still half a near field, one and a half cells from the edge of the spread dipole.
void expectPulse(const std::string& name, const std::string& settings) {
  for (const PulseErrors& errors : pulseErrors(name, settings, inTheOpen, false, directions, {0.15, 0.3, 0.4})) {
    EXPECT_LT(errors.all, 0.02);
    EXPECT_LT(20 * std::log10(errors.across), -40);
  }
}

// 1 cm over a conducting ground. Along it the image takes all but a quarter of a horizontal dipole's field at most, so
// that what is not a wave counts four times as much and more.
TEST(Radiation, OfADipolesPulseOverAConductingGroundIsThatOfItsClosedForm) {
  const std::vector<Vec3> upwards{{1, 0, 0.3},      {0, 1, 0.2},       {-0.8, 0.6, 0.5},
                                  {0.3, -0.5, 0.9}, {-0.7, -0.6, 0.3}, {1, 1, 1}};
  const Vec3 at{0.010, 0.012, -0.69};
  for (const PulseErrors& errors :
       pulseErrors("dipole-over-ground", "dgtd: {order: 3}", {at, {0, 0, 1}}, true, upwards, {0.2, 0.3, 0.4}))
    EXPECT_LT(errors.all, 0.02);
  for (const PulseErrors& errors :
       pulseErrors("dipole-along-ground", "dgtd: {order: 3}", {at, {1, 0, 0}}, true, upwards, {0.2, 0.3, 0.4}))
    EXPECT_LT(errors.all, 0.08);
}

TEST(Radiation, OfADipolesPulseIsThatOfItsClosedFormWithTheDefaultFlux) {
  expectPulse("dipole-pulse", "dgtd: {order: 3}");
}
TEST(Radiation, OfADipolesPulseIsThatOfItsClosedFormWithTheUpwindFlux) {
  if (!isTimeForLongTests()) GTEST_SKIP() << "takes minutes: set FLUXTET_LONG_TESTS to run it";
  expectPulse("dipole-pulse-upwind", "dgtd: {order: 3, flux: upwind}");
}

// Layers begin at 0.35 m, 0.05 m behind the farther probes and 0.7 wavelengths from the dipole; P3 at the layers'
// defaults. They add nothing to what the mesh is off alone, in the open and over a ground that goes on beneath them.
TEST(Radiation, IntoAbsorbingLayersIsThatIntoOpenSpace) {
  const std::vector<Vec3> upwards{{1, 0, 0.3}, {0, 1, 0.2}, {-0.8, 0.6, 0.5}, {0.3, -0.5, 0.9}, {1, 1, 1}};
  for (const bool ground : {false, true}) {
    const double edge = (ground ? 8 : 0) * cell;
    const Dipole dipole{{0.010, 0.012, ground ? -edge / 2 + 0.1 : 0.008}, {0, 0, 1}};
    const Dipole above{{0.010, 0.012, ground ? -8 * cell + 0.1 : 0.008}, {0, 0, 1}};
    const auto& along = ground ? upwards : directions;
    const auto open = pulseErrors("open", "dgtd: {order: 3}", above, ground, along, {0.15, 0.3}),
               closed = pulseErrors("layers", "dgtd: {order: 3}", dipole, ground, along, {0.15, 0.3}, true);
    for (std::size_t i = 0; i < open.size(); ++i) EXPECT_LT(closed[i].all, open[i].all + 0.005);
  }
}

constexpr double steadyFrequency = 600e6;

/// The same field, of a current that is sin(w t): with exp(+i w t), the current -i exp(i w t) and I dl = i w p.
std::array<std::complex<double>, 3> steadyField(const Vec3& x) {
  const double r = norm(x - inTheOpen.at), k = 2 * pi * steadyFrequency / c0;
  const Vec3 n = (1 / r) * (x - inTheOpen.at);
  const std::complex<double> p = -1 / (2 * pi * steadyFrequency),
                             wave = std::polar(1 / (4 * pi * constants::epsilon0), -k * r);
  std::array<std::complex<double>, 3> E;
  for (std::size_t c = 0; c < 3; ++c) {
    const double along = n[c] * dot(n, inTheOpen.moment);
    E[c] = wave * p *
           (k * k / r * (inTheOpen.moment[c] - along) +
            (3 * along - inTheOpen.moment[c]) * std::complex<double>(1 / (r * r * r), k / (r * r)));
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
  const CaseRun run = runCase(
      name, cubeOfAir(inTheOpen, 1, 9, "{sine: {frequency: 600 MHz, ramp: 2}}", places, "absorbing", settings),
      {"output.sar={averages: []}", fmt::format("output.dft={{frequencies: [600 MHz], after: {} s}}", 6 * period)});
  for (const Place& place : places) {
    const auto expected = steadyField(place.at);
    double error = 0, length = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::string column{'E', static_cast<char>('x' + c)};
      error += std::norm(phasor(run, place.name, column, steadyFrequency, 3) - expected[c]);
      length += std::norm(expected[c]);
    }
    fmt::print("| steady, {:.2f} wavelengths | {:.1f} V/m | {:.2f} % off |\n",
               norm(place.at - inTheOpen.at) * steadyFrequency / c0, std::sqrt(length),
               100 * std::sqrt(error / length));
    EXPECT_LT(std::sqrt(error / length), 0.06) << place.name;
  }
  const nlohmann::json& powers = run.summary["powers"];
  const double found = powers["accepted_W"],
               expected =
                   constants::z0 * std::pow(2 * pi * steadyFrequency / c0 * norm(inTheOpen.moment), 2) / (12 * pi);
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
