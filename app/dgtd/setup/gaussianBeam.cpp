// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/gaussianBeam.hpp"

#include "app/dgtd/case/excitation.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace fluxtet::dgtd {
namespace {

/// Spectrum of a table at frequencies up to the Nyquist frequency, by the trapezoidal rule over its rows.
std::vector<SpectralShare> spectrumOfTable(const TableWaveform& table) {
  constexpr int numFrequencies = 400;
  const std::size_t rows = table.time.size();
  if (rows < 2) return {};
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < rows; ++i) shortest = std::min(shortest, table.time[i] - table.time[i - 1]);
  std::vector<SpectralShare> spectrum;
  double peak = 0;
  for (int n = 1; n <= numFrequencies; ++n) {
    const double frequency = n / (2.0 * numFrequencies * shortest);
    std::complex<double> sum;
    for (std::size_t i = 0; i < rows; ++i) {
      const double weight = 0.5 * (table.time[std::min(i + 1, rows - 1)] - table.time[i > 0 ? i - 1 : 0]);
      sum += std::polar(weight * table.value[i], -2 * constants::pi * frequency * (table.time[i] - table.time[0]));
    }
    spectrum.push_back({frequency, std::abs(sum)});
    peak = std::max(peak, std::abs(sum));
  }
  for (SpectralShare& at : spectrum) at.share = peak > 0 ? at.share / peak : 0;
  std::erase_if(spectrum, [](const SpectralShare& at) { return at.share <= beamTolerance; });
  return spectrum;
}

/// exp(-toleratedLevel) is beamTolerance.
const double toleratedLevel = std::log(1 / beamTolerance);

/// BeamLattice::divergence, and BeamLattice::largest that belongs to it.
double divergenceOf(const BeamFocus& focus, double index) {
  return constants::c0 / index / focus.frequency / (constants::pi * focus.waist);
}
double largestOf(double divergence) {
  return divergence * std::sqrt(toleratedLevel);
}

/// Unit vector with the lateral component s, along `along` and across it.
Vec3 directionAt(const std::array<double, 2>& s, const Vec3& axis, const Vec3& along) {
  const double square = s[0] * s[0] + s[1] * s[1];
  return normalised(s[0] * along + s[1] * cross(axis, along) + std::sqrt(1 - square) * axis);
}

/// Distance from the axis beyond which a beam is weaker than exp(-level) of its field at the focus, at a distance
/// `axial` from the waist. Rays of lateral component s have the weight exp(-s^2 / divergence^2) and start from the
/// waist with exp(-x^2 / waist^2).
double extentOfBeam(double waist, double divergence, double axial, double level) {
  constexpr int numRays = 200;
  double extent = 0;
  for (int i = 0; i <= numRays; ++i) {
    const double share = static_cast<double>(i) / numRays;  // of the level that is due to the direction, its root
    const double s = share * divergence * std::sqrt(level);
    extent = std::max(extent, axial * s / std::sqrt(1 - s * s) + waist * std::sqrt(level * (1 - share * share)));
  }
  return extent;
}

/// The vector across `axis` or along it, turned as the axis is turned to `direction`; all three are unit vectors.
Vec3 turned(const Vec3& vector, const Vec3& axis, const Vec3& direction) {
  const double towards = dot(vector, direction);
  return vector - (towards / (1 + dot(axis, direction))) * (axis + direction);
}

std::string lengthOf(double length) {
  return length < 1 ? fmt::format("{:.4g} mm", 1e3 * length) : fmt::format("{:.4g} m", length);
}

}  // namespace

std::vector<SpectralShare> spectrumOf(const WaveformSpec& waveform) {
  if (const auto* sine = std::get_if<SineWaveform>(&waveform)) return {{sine->frequency, 1}};
  if (const auto* table = std::get_if<TableWaveform>(&waveform)) return spectrumOfTable(*table);
  constexpr int numShares = 100;
  std::vector<SpectralShare> spectrum;
  for (int i = 0; i <= numShares; ++i) {
    const double share = std::pow(beamTolerance, static_cast<double>(i) / numShares);
    if (const auto range = rangeOfPulse(waveform, share)) spectrum.push_back({range->high, share});
  }
  return spectrum;
}

std::vector<std::array<double, 2>> BeamLattice::points() const {
  std::vector<std::array<double, 2>> found;
  const auto reaches = [&](std::size_t axis) { return static_cast<int>(largest / spacing[axis]); };
  for (int i = -reaches(0); i <= reaches(0); ++i)
    for (int j = -reaches(1); j <= reaches(1); ++j) {
      const std::array<double, 2> s{i * spacing[0], j * spacing[1]};
      if (std::hypot(s[0], s[1]) <= largest) found.push_back(s);
    }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a[0] * a[0] + a[1] * a[1] < b[0] * b[0] + b[1] * b[1]; });
  return found;
}

std::vector<Vec3> outlineOfBeam(const Vec3& axis, const Vec3& along, const BeamFocus& focus, double index) {
  constexpr int numEdges = 24;
  std::vector<Vec3> directions{axis};
  const double largest = std::min(1.0, largestOf(divergenceOf(focus, index)));
  for (int i = 0; i < numEdges; ++i) {
    const double angle = 2 * constants::pi * i / numEdges;
    directions.push_back(directionAt({largest * std::cos(angle), largest * std::sin(angle)}, axis, along));
  }
  return directions;
}

BeamLattice latticeOfBeam(const BeamFocus& focus, double index, const WaveformSpec& waveform, const BeamReach& reach,
                          const std::string& key) {
  const double speed = constants::c0 / index, wavelength = speed / focus.frequency;
  require(focus.waist >= wavelength,
          "{}.focus: a waist of {} is less than the wavelength of {} at {}: fields that do not propagate would have a "
          "part in a beam as narrow as that: take a waist of a wavelength or more, or a higher frequency for it",
          key, lengthOf(focus.waist), lengthOf(wavelength), frequencyText(focus.frequency));
  BeamLattice lattice;
  lattice.divergence = divergenceOf(focus, index);
  lattice.largest = largestOf(lattice.divergence);
  lattice.spacing = {lattice.largest, lattice.largest};
  double highest = 0;
  for (const SpectralShare& at : spectrumOf(waveform)) {
    if (at.frequency <= 0) continue;
    highest = at.frequency;
    const double waist = focus.waist * focus.frequency / at.frequency;
    const double extent =
        extentOfBeam(waist, lattice.divergence, reach.axial, std::max(0.0, toleratedLevel + std::log(at.share)));
    for (std::size_t i = 0; i < 2; ++i)
      lattice.spacing[i] = std::min(lattice.spacing[i], speed / at.frequency / (reach.lateral[i] + extent));
  }
  const double ratio = lattice.largest / lattice.spacing[0] * (lattice.largest / lattice.spacing[1]);
  require(
      constants::pi * ratio <= static_cast<double>(mostWavesOfBeam),
      "{}.focus: the beam would take some {:.3g} plane waves, and at most {} are allowed, because it enters up to {} "
      "from its axis and {} from its waist with frequencies up to {}: bring what it enters through nearer to the "
      "axis and the focus, or take a larger waist or a narrower band",
      key, constants::pi * ratio, mostWavesOfBeam, lengthOf(std::max(reach.lateral[0], reach.lateral[1])),
      lengthOf(reach.axial), frequencyText(highest, 4));
  return lattice;
}

std::vector<IncidentWave> wavesOfBeam(const IncidentWave& axial, const Vec3& along, const BeamFocus& focus,
                                      const BeamLattice& lattice) {
  const Vec3& axis = axial.direction;
  const double lead = dot(axis, focus.at - axial.origin);
  std::vector<IncidentWave> waves;
  double sum = 0;
  for (const auto& s : lattice.points()) {
    const double square = s[0] * s[0] + s[1] * s[1];
    const Vec3 direction = directionAt(s, axis, along);
    IncidentWave wave = axial;
    wave.direction = direction;
    wave.polarization = normalised(turned(axial.polarization, axis, direction));
    wave.origin = focus.at - lead * direction;
    wave.amplitude = std::exp(-square / (lattice.divergence * lattice.divergence));
    sum += wave.amplitude * dot(wave.polarization, axial.polarization);
    waves.push_back(wave);
  }
  for (IncidentWave& wave : waves) wave.amplitude *= axial.amplitude / sum;
  return waves;
}

std::string beamText(const Beam& beam) {
  return fmt::format(
      "sources[{}]: {} plane waves, waist {} at {}, half angle {:.3g} deg; right up to {} x {} from its axis",
      beam.source, beam.waves, lengthOf(beam.focus.waist), frequencyText(beam.focus.frequency),
      std::asin(beam.lattice.divergence) * 180 / constants::pi, lengthOf(beam.reach.lateral[0]),
      lengthOf(beam.reach.lateral[1]));
}

}  // namespace fluxtet::dgtd
