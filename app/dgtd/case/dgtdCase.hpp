// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/commonCase.hpp"
#include "app/dgtd/case/boundaryKind.hpp"
#include "app/dgtd/case/sources.hpp"
#include "lib/base/choices.hpp"
#include "lib/output/fieldOutputs.hpp"
#include "lib/physics/cavityMode.hpp"
#include "partition/exchange/exchangeWay.hpp"
#include "partition/partitionSettings.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The typed form of a case with `solver: dgtd`. Every quantity is in SI units; defaults are filled in. The keys that
/// fill it stand in dgtdKeys.cpp, sourceKeys.cpp, outputKeys.cpp and spectrumKeys.cpp.
namespace fluxtet {

/// `boundaries:` one physical surface and its condition.
struct BoundaryAssignment {
  std::string surface;
  BoundaryKind kind = BoundaryKind::pec;
  Mark mark;
};

enum class Flux { centred, penalised, upwind };
inline constexpr Choice<Flux> fluxes[] = {
    {"penalised", Flux::penalised}, {"centred", Flux::centred}, {"upwind", Flux::upwind}};
constexpr std::span<const Choice<Flux>> choicesOf(Flux) {
  return fluxes;
}

enum class TimeScheme { leapFrog, rungeKutta };
inline constexpr Choice<TimeScheme> timeSchemes[] = {{"leapFrog", TimeScheme::leapFrog},
                                                     {"rungeKutta", TimeScheme::rungeKutta}};
constexpr std::span<const Choice<TimeScheme>> choicesOf(TimeScheme) {
  return timeSchemes;
}

enum class KernelSet { fused, split };
inline constexpr Choice<KernelSet> kernelSets[] = {{"fused", KernelSet::fused}, {"split", KernelSet::split}};
constexpr std::span<const Choice<KernelSet>> choicesOf(KernelSet) {
  return kernelSets;
}

enum class Precision { single, fp64 };
inline constexpr Choice<Precision> precisions[] = {{"single", Precision::single}, {"double", Precision::fp64}};
constexpr std::span<const Choice<Precision>> choicesOf(Precision) {
  return precisions;
}

struct DgtdSettings {
  int order = 2;  ///< 1..4
  Flux flux = Flux::penalised;
  double penalty = 0;                        ///< share of the upwind flux's jump terms in the penalised flux, 0 to 1
  TimeScheme scheme = TimeScheme::leapFrog;  ///< default: leapFrog, but rungeKutta with upwind
  KernelSet kernels = KernelSet::fused;
  Precision precision = Precision::single;
  double cfl = 0.9;  ///< share of the stability limit
  int threads = 0;   ///< OpenMP threads per rank; 0: the cores of the host shared among its ranks
  ExchangeWay exchange = ExchangeWay::automatic;
};

struct TimeSettings {
  std::optional<double> end;          ///< s
  std::optional<std::int64_t> steps;  ///< exactly one of end and steps
  std::optional<double> maxStep;      ///< s; a smaller time step than stability asks for
  std::optional<double> untilDecay;   ///< dB, negative: stop when the energy has fallen so far below its peak
};

struct ProbeOutput {
  std::string name;
  Vec3 at{};  ///< m
  FieldSelection fields;
  std::int64_t every = 1;  ///< steps
  Mark mark;
};
/// Specific absorption rate at one of the frequencies of `dft`.
struct SarOutput {
  double frequency = 0;         ///< Hz; default: the first of `dft`
  std::optional<double> power;  ///< W that the antenna gives away, to which all is scaled; none: as it was simulated
  std::vector<std::string> regions;  ///< tissues; default: all regions whose material has a density
  std::vector<double> averages;      ///< kg, of the averaging cubes; may be empty
  double voxel = 2e-3;               ///< m, of the grid on which cubes are averaged
  Mark mark;
};
struct CheckpointOutput {
  Interval every;  ///< steps, or wall time in seconds
  int keep = 2;
};
struct OutputSettings {
  std::string directory = "out";  ///< as given: relative to the working directory
  std::optional<SnapshotOutput> snapshots;
  std::vector<SliceOutput> slices;
  std::vector<ProbeOutput> probes;
  std::int64_t energyEvery = 0;  ///< steps; 0: off
  std::optional<CheckpointOutput> checkpoint;
  std::optional<DftOutput> dft;
  std::optional<SarOutput> sar;  ///< only with dft
};

struct DgtdCase : CommonCase {
  std::vector<BoundaryAssignment> boundaries;
  Mark boundariesMark;  ///< of the section, for surfaces that it lacks
  std::optional<CavityMode> cavityMode;
  std::vector<SourceSpec> sources;
  DgtdSettings dgtd;
  TimeSettings time;
  PartitionSettings partition;
  OutputSettings output;
};

}  // namespace fluxtet
