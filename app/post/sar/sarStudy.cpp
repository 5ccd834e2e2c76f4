// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/post/sar/sarStudy.hpp"

#include "app/post/sar/sarFiles.hpp"
#include "app/post/sar/voxelise.hpp"
#include "lib/base/frequencyText.hpp"
#include "lib/base/memory.hpp"
#include "lib/base/mpi.hpp"
#include "lib/base/timer.hpp"
#include "lib/mesh/subMeshGeometry.hpp"
#include "lib/output/dftWriter.hpp"
#include "lib/output/outputDirectory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace fluxtet::sar {

namespace {

/// For a mass, kg, above all tissue, where the largest of the list is far above: probably plain numbers that were meant
/// in grams.
std::string unitHint(double mass, double largest, double total) {
  constexpr double factor = 10;
  return largest >= factor * total ? fmt::format("did you mean {:.6g} g (a plain number is in kg)? ", mass)
                                   : std::string();
}

/// What voxels, their sums and one average take at most on rank 0, bytes.
std::int64_t averageMemory(const VoxelGrid& grid) {
  return voxeliseBytes(grid) + SummedVolume::bytes(grid) + averagingBytes(grid);
}

}  // namespace

SarStudy::SarStudy(const dgtd::DgtdCase& theCase, const dgtd::Discretisation& d, MPI_Comm comm)
    : case_(theCase),
      d_(d),
      comm_(comm),
      tissues_(tissuesOf(theCase, d.mesh.groups, theCase.output.sar->frequencies.front())),
      mass_(tissues_.size()) {
  for (std::size_t e = 0; e < d.mesh.region.size(); ++e)
    if (const std::int16_t tissue = tissueOf(e); tissue != Tissues::none)
      mass_[static_cast<std::size_t>(tissue)] +=
          d.copies() * tissues_.density[static_cast<std::size_t>(tissue)] * d.problem.volume[e];
  sumInPlace(comm, mass_);
  if (theCase.output.sar->averages.empty()) return;
  require(
      d.symmetryPlanes.empty(),
      "{}: output.sar.averages: cubes at a plane of symmetry would need the tissue behind it, which the mesh does not "
      "have: take a mesh of the whole body, or 'averages: []'",
      toString(theCase.output.sar->mark));
  requireMass();
  grid_ = tissueGrid(d, tissues_, theCase.output.sar->voxel, comm);
  requireMemory();
}

std::string SarStudy::description() const {
  if (tissues_.size() == 0) return "powers; no region is tissue";
  std::string text = fmt::format("{:.4g} kg of tissue", std::accumulate(mass_.begin(), mass_.end(), 0.0));
  if (!case_.output.sar->averages.empty())
    text += fmt::format(", averaged on {} x {} x {} voxels of {:.6g} mm ({} on rank 0)", grid_.count[0], grid_.count[1],
                        grid_.count[2], 1e3 * grid_.size, bytesText(averageMemory(grid_)));
  return text;
}

bool SarStudy::wants(double frequency) const {
  return std::ranges::find(case_.output.sar->frequencies, frequency) != case_.output.sar->frequencies.end();
}

void SarStudy::requireMass() const {
  const dgtd::SarOutput& sar = *case_.output.sar;
  const double total = std::accumulate(mass_.begin(), mass_.end(), 0.0);
  const double densest = *std::max_element(tissues_.density.begin(), tissues_.density.end());
  for (const double mass : sar.averages) {
    require(mass < total,
            "{}: output.sar.averages: {:.6g} g is more than all tissue, which weighs {:.6g} g: {}remove it, or check "
            "mesh.scale, the mesh's unit of length",
            toString(sar.mark), 1e3 * mass, 1e3 * total, unitHint(mass, sar.averages.back(), total));
    const double side = std::cbrt(mass / densest);
    require(
        sar.voxel < side,
        "{}: output.sar.voxel: a voxel of {:.6g} mm is larger than a cube of {:.6g} g, whose edge is {:.3g} mm: take "
        "about a fifth of that",
        toString(sar.mark), 1e3 * sar.voxel, 1e3 * mass, 1e3 * side);
  }
}

void SarStudy::requireMemory() const {
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) != 0) return;
    const std::int64_t need = averageMemory(grid_), available = availableHostBytes();
    require(available < 0 || need <= available,
            "{}: output.sar.voxel: {} x {} x {} voxels of {:.6g} mm need {} on the first rank, and {} is available: "
            "take larger voxels, or fewer regions",
            toString(case_.output.sar->mark), grid_.count[0], grid_.count[1], grid_.count[2], 1e3 * grid_.size,
            bytesText(need), bytesText(available));
  });
}

void SarStudy::scaleToPower(SarResult& result, std::vector<double>& absorbed) const {
  const std::optional<double>& wanted = case_.output.sar->power;
  if (!wanted) return;
  Powers& powers = result.powers;
  constexpr double digits = 10;  // that a power must stand above its rounding
  requireRun(
      powers.accepted() > digits * powers.rounding,
      "output.sar.power: the sources give {:.4g} W at {}, where rounding alone may make {:.2g} W, and that cannot "
      "be scaled to {:.4g} W: look at their waveforms and at output.dft.after, and whether anything absorbs or "
      "leaves, take dgtd.precision double, or remove output.sar.power",
      powers.accepted(), frequencyText(powers.frequency), powers.rounding, *wanted);
  result.scale = *wanted / powers.accepted();
  scalePowers(powers, result.scale);
  for (double& density : absorbed) density *= result.scale;
}

void SarStudy::sumTissues(SarResult& result, const std::vector<double>& absorbed) const {
  std::vector<double> power(tissues_.size()), largest(tissues_.size());
  for (std::size_t e = 0; e < absorbed.size(); ++e) {
    const std::int16_t tissue = tissueOf(e);
    if (tissue == Tissues::none) continue;
    const auto t = static_cast<std::size_t>(tissue);
    power[t] += d_.copies() * absorbed[e] * d_.problem.volume[e];
    largest[t] = std::max(largest[t], absorbed[e] / tissues_.density[t]);
  }
  sumInPlace(comm_, power);
  maxInPlace(comm_, largest);
  result.whole.name = "all";
  for (std::size_t t = 0; t < tissues_.size(); ++t) {
    result.tissues.push_back({tissues_.name[t], mass_[t], power[t], largest[t]});
    result.whole.mass += mass_[t];
    result.whole.absorbed += power[t];
    result.whole.largest = std::max(result.whole.largest, largest[t]);
  }
}

/// The element of the largest mean; of equals the one of the lowest global id.
void SarStudy::findLargest(SarResult& result, const std::vector<double>& absorbed) const {
  std::int64_t own = std::numeric_limits<std::int64_t>::max();
  std::size_t at = 0;
  for (std::size_t e = 0; e < absorbed.size(); ++e) {
    const std::int16_t tissue = tissueOf(e);
    if (tissue == Tissues::none || d_.mesh.elementId[e] > own) continue;
    if (absorbed[e] / tissues_.density[static_cast<std::size_t>(tissue)] < result.whole.largest) continue;
    own = d_.mesh.elementId[e];
    at = e;
  }
  const std::int64_t first = -maxOverRanks(comm_, -own);
  const bool here = first == own && own != std::numeric_limits<std::int64_t>::max();
  result.largestAt = here ? centroidOf(d_.mesh, static_cast<std::int32_t>(at)) : Vec3{};
  sumInPlace(comm_, result.largestAt);
  const std::int64_t tissue = maxOverRanks(comm_, here ? static_cast<std::int64_t>(tissueOf(at)) : std::int64_t{0});
  result.largestTissue = tissues_.name[static_cast<std::size_t>(tissue)];
}

std::vector<std::string> SarStudy::average(SarResult& result, const TissueVoxels& voxels,
                                           const std::filesystem::path& folder) const {
  std::vector<std::string> written;
  const bool first = mpiRank(comm_) == 0;
  std::optional<SummedVolume> sums;
  if (first) sums.emplace(voxels);
  for (const double mass : case_.output.sar->averages) {
    AverageResult average;
    average.mass = mass;
    AveragedSar averaged;
    if (first && sums->total().mass >= mass) {
      averaged = averageOverCubes(voxels, *sums, mass);
      average.found = true;
      average.peak = peakOf(averaged, voxels, *sums);
      average.at = voxels.grid.centre(average.peak.voxel);
      const auto [i, j, k] = average.peak.voxel;
      average.tissue =
          tissues_.name[static_cast<std::size_t>(voxels.tissue[static_cast<std::size_t>(voxels.grid.index(i, j, k))])];
    }
    const bool found = maxOverRanks(comm_, static_cast<std::int64_t>(average.found)) > 0;
    if (found) {
      written.push_back(averageFile(mass));
      writeAverage(folder / written.back(), averaged, voxels, tissues_, comm_);
    }
    result.averages.push_back(std::move(average));
  }
  return written;
}

template <class Real>
SarResult SarStudy::evaluate(const dgtd::Spectrum<Real>& spectrum, const std::filesystem::path& directory) const {
  const Timer timer;
  SarResult result;
  std::vector<double> absorbed;
  result.ofPulse = case_.output.dft->kind == SpectrumKind::integral;
  result.powers = computePowers(case_, d_, spectrum, absorbed, comm_);
  scaleToPower(result, absorbed);
  if (tissues_.size() == 0) return result;
  sumTissues(result, absorbed);
  findLargest(result, absorbed);
  std::filesystem::path folder = directory / outputName::sar;
  if (case_.output.sar->frequencies.size() > 1) folder /= frequencyName(spectrum.frequency);
  writeElementSar(folder / "elements.vtkhdf", case_, d_, tissues_, absorbed, comm_);
  result.voxel = case_.output.sar->voxel;
  std::vector<std::string> written;
  if (!case_.output.sar->averages.empty()) {
    TissueVoxels voxels = voxelise(d_, tissuesOf(case_, d_.mesh.groups, spectrum.frequency, spectrum.meanOverStep),
                                   grid_, spectrum, comm_);
    for (float& power : voxels.power) power = static_cast<float>(power * result.scale);
    written = average(result, voxels, folder);
  }
  removeOtherAverages(folder, written, comm_);
  result.seconds = timer.seconds();
  return result;
}

template SarResult SarStudy::evaluate(const dgtd::Spectrum<float>&, const std::filesystem::path&) const;
template SarResult SarStudy::evaluate(const dgtd::Spectrum<double>&, const std::filesystem::path&) const;

}  // namespace fluxtet::sar
