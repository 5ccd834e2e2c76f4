// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/resolution.hpp"

#include "app/case/regionMaterials.hpp"
#include "app/dgtd/case/excitation.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/quality.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
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
  return material.sigma / (2 * constants::pi * frequency * constants::epsilon0 * material.epsilonR);
}

double wavelengthIn(const Material& material, double frequency) {
  // beta = (w / c) sqrt(eps_r mu_r) sqrt((1 + sqrt(1 + tan^2)) / 2), tan = sigma / (w eps).
  const double tangent = lossTangentOf(material, frequency);
  const double slowness =
      std::sqrt(material.epsilonR * material.muR * 0.5 * (1 + std::hypot(1.0, tangent))) / constants::c0;
  return 1 / (frequency * slowness);
}

std::optional<double> highestFrequencyOf(const DgtdCase& theCase) {
  if (theCase.output.dft) return theCase.output.dft->frequencies.back();
  double highest = 0;
  for (const SourceSpec& source : theCase.sources) {
    const WaveformSpec& waveform = waveformOf(source);
    if (const auto range = rangeOfPulse(waveform, halfAmplitude)) highest = std::max(highest, range->high);
    if (const auto* sine = std::get_if<SineWaveform>(&waveform)) highest = std::max(highest, sine->frequency);
  }
  return highest > 0 ? std::optional(highest) : std::nullopt;
}

std::vector<Resolution> resolutionOf(const DgtdCase& theCase, const Discretisation& d, double frequency,
                                     const std::array<double, 2>& edgeRange, MPI_Comm comm) {
  const auto materials = materialsOfRegions(theCase, d.mesh.groups);
  const VolumeBins bins(d, edgeRange, comm);
  std::vector<Resolution> all;
  for (std::size_t r = 0; r < materials.size(); ++r) {
    const double size = bins.quantile(r), wavelength = wavelengthIn(materials[r], frequency);
    if (size > 0)
      all.push_back({d.mesh.groups.regions[r], wavelength, size, theCase.dgtd.order * wavelength / size,
                     lossTangentOf(materials[r], frequency)});
  }
  return all;
}

}  // namespace fluxtet::dgtd
