// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/resolution.hpp"

#include "app/case/medium.hpp"
#include "app/case/regionMaterials.hpp"
#include "app/dgtd/case/sourceTraits.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/quality.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>

namespace fluxtet::dgtd {
namespace {

constexpr double share = 0.95;  ///< of a region's volume, in elements smaller than elementSize
constexpr double halfAmplitude = 0.5;

/// Bin of a length (m), 32 bins per octave: the exponent of a float and the first bits of its mantissa.
constexpr int droppedBits = 18;

std::int32_t binOf(double length) {
  return static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(static_cast<float>(length)) >> droppedBits);
}

/// Length at the middle of a bin, m.
double lengthOf(std::int32_t bin) {
  const auto edge = [](std::int32_t b) { return std::bit_cast<float>(static_cast<std::uint32_t>(b) << droppedBits); };
  return 0.5 * (static_cast<double>(edge(bin)) + static_cast<double>(edge(bin + 1)));
}

double meanEdge(const SubMesh& mesh, std::int32_t element) {
  const auto lengths = edgeLengths(&mesh.vertices[12 * static_cast<std::size_t>(element)]);
  return std::accumulate(lengths.begin(), lengths.end(), 0.0) / static_cast<double>(lengths.size());
}

/// Histogram of each region: volume by bin of the elements' mean edge.
struct VolumeBins {
  std::int32_t first;  ///< first bin
  std::size_t count;   ///< number of bins of a region
  std::vector<double> volume;

  VolumeBins(const Discretisation& d, const std::array<double, 2>& edgeRange, MPI_Comm comm)
      : first(binOf(edgeRange[0])), count(static_cast<std::size_t>(binOf(edgeRange[1]) - first + 1)) {
    const SubMesh& mesh = d.mesh;
    volume.resize(mesh.groups.regions.size() * count);
    for (std::int32_t e = 0; e < mesh.numElements; ++e) {
      // By rounding, the mean of equal edges may lie outside the range.
      const double edge = std::clamp(meanEdge(mesh, e), edgeRange[0], edgeRange[1]);
      const auto bin = static_cast<std::size_t>(binOf(edge) - first);
      volume[static_cast<std::size_t>(mesh.region[static_cast<std::size_t>(e)]) * count + bin] +=
          d.problem.volume[static_cast<std::size_t>(e)];
    }
    sumInPlace(comm, volume);
  }

  /// The length (m) such that elements of smaller mean edge make up `share` of the region's volume; 0 for a region
  /// without elements.
  double quantile(std::size_t region) const {
    const auto begin = volume.begin() + static_cast<std::ptrdiff_t>(region * count);
    const double wanted = share * std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(count), 0.0);
    double sum = 0;
    for (std::size_t bin = 0; bin < count; ++bin) {
      sum += volume[region * count + bin];
      if (sum > 0 && sum >= wanted) return lengthOf(first + static_cast<std::int32_t>(bin));
    }
    return 0;
  }
};

}  // namespace

double lossTangentOf(const Material& material, double frequency) {
  const std::complex<double> epsilon = permittivityOf(material, 2 * constants::pi * frequency);
  return -epsilon.imag() / std::abs(epsilon.real());
}

double wavelengthIn(const Material& material, double frequency) {
  // exp(-j k n x): Re n turns the phase, and Im n, which is negative or 0, lets the wave decay. Where there are no
  // losses the root may be the one of a wave that comes back.
  const std::complex<double> n = std::sqrt(permittivityOf(material, 2 * constants::pi * frequency) *
                                           permeabilityOf(material, 2 * constants::pi * frequency));
  return constants::c0 / (frequency * std::max(n.real(), std::abs(n.imag())));
}

std::optional<FrequencyRange> bandOf(const DgtdCase& theCase) {
  if (theCase.output.dft)
    return FrequencyRange{theCase.output.dft->frequencies.front(), theCase.output.dft->frequencies.back()};
  FrequencyRange band{std::numeric_limits<double>::infinity(), 0};
  // The default pulse of a wave port is narrower than the band that is asked for.
  const bool hasWavePorts =
      std::any_of(theCase.ports.begin(), theCase.ports.end(), [](const auto& port) { return port.isWave(); });
  if (theCase.output.sParameters && hasWavePorts)
    band = {theCase.output.sParameters->frequencies.front(), theCase.output.sParameters->frequencies.back()};
  for (const SourceSpec& source : theCase.sources) {
    const WaveformSpec& waveform = waveformOf(source);
    auto range = rangeOfPulse(waveform, halfAmplitude);
    if (const auto* sine = std::get_if<SineWaveform>(&waveform)) range = {sine->frequency, sine->frequency};
    if (range) band = {std::min(band.low, range->low), std::max(band.high, range->high)};
  }
  return band.high > 0 ? std::optional(band) : std::nullopt;
}

std::optional<double> highestFrequencyOf(const DgtdCase& theCase) {
  const auto band = bandOf(theCase);
  return band ? std::optional(band->high) : std::nullopt;
}

std::vector<double> frequenciesIn(const FrequencyRange& band) {
  constexpr int intervals = 64;
  constexpr double widest = 1e3;  // below, a band that begins at 0 is not looked at
  const double low = std::max(band.low, band.high / widest);
  std::vector<double> frequencies{band.high};
  for (int i = 1; i <= intervals && low < band.high; ++i)
    frequencies.push_back(band.high * std::pow(low / band.high, static_cast<double>(i) / intervals));
  return frequencies;
}

double frequencyOfShortestWave(const Material& material, const FrequencyRange& band) {
  if (!material.isDispersive()) return band.high;
  const std::vector<double> frequencies = frequenciesIn(band);
  return *std::min_element(frequencies.begin(), frequencies.end(),
                           [&](double a, double b) { return wavelengthIn(material, a) < wavelengthIn(material, b); });
}

std::vector<Resolution> resolutionOf(const DgtdCase& theCase, const Discretisation& d, const FrequencyRange& band,
                                     const std::array<double, 2>& edgeRange, MPI_Comm comm) {
  const auto materials = materialsOfRegions(theCase, d.mesh.groups);
  const VolumeBins bins(d, edgeRange, comm);
  std::vector<Resolution> all;
  for (std::size_t r = 0; r < materials.size(); ++r) {
    const double size = bins.quantile(r), frequency = frequencyOfShortestWave(materials[r], band);
    const double wavelength = wavelengthIn(materials[r], frequency);
    if (size > 0)
      all.push_back({d.mesh.groups.regions[r], frequency, wavelength, size, theCase.dgtd.order * wavelength / size,
                     lossTangentOf(materials[r], frequency), materials[r].sigma});
  }
  return all;
}

std::vector<std::string> resolutionLines(const DgtdCase& theCase, const Discretisation& d,
                                         const std::array<double, 2>& edgeRange, MPI_Comm comm) {
  std::vector<std::string> lines;
  const auto band = bandOf(theCase);
  if (!band) return lines;
  for (const Resolution& region : resolutionOf(theCase, d, *band, edgeRange, comm))
    lines.push_back(fmt::format("{}: {:.3g} nodes per wavelength at {} ({} there, elements of {})", region.region,
                                region.nodes, frequencyText(region.frequency, 4), lengthText(region.wavelength),
                                lengthText(region.elementSize)));
  return lines;
}

}  // namespace fluxtet::dgtd
