// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"
#include "lib/base/vec3.hpp"
#include "lib/config/staticCase.hpp"
#include "lib/mesh/boundaryKind.hpp"
#include "lib/mesh/meshSource.hpp"
#include "lib/output/fieldOutputs.hpp"
#include "lib/physics/cavityMode.hpp"
#include "lib/physics/waveformSpec.hpp"
#include "partition/exchange/exchangeWay.hpp"
#include "partition/partitionSettings.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// The typed form of a case file. Every quantity is in SI units (m, s, Hz, V/m, S/m); defaults are filled in.
/// The table of keys in config/keys.cpp is the one place that knows names, units, ranges and defaults.
namespace fluxtet {

enum class SolverKind { dgtd, statics };
const char* toString(SolverKind solver);  ///< as a case file names it

struct Material {
  std::string name;
  double epsilonR = 1;
  double muR = 1;
  double sigma = 0;         ///< S/m
  double density = 0;       ///< kg/m^3, for the specific absorption rate; 0: not a tissue
  Vec3 remanence{0, 0, 0};  ///< T; static solver only
  Mark mark{};              ///< of its name
};

/// `regions:` one physical volume and its material (index into Case::materials).
struct RegionAssignment {
  std::string region;
  int material = 0;
  Mark mark;
};
/// `boundaries:` one physical surface and its condition.
struct BoundaryAssignment {
  std::string surface;
  BoundaryKind kind = BoundaryKind::pec;
  Mark mark;
};

/// Incident plane wave that enters through absorbing boundaries.
struct PlaneWaveSource {
  Vec3 direction{0, 0, 1};     ///< unit
  Vec3 polarization{1, 0, 0};  ///< unit, of E, perpendicular to direction
  double amplitude = 1;        ///< V/m
  /// m; the waveform's time 0 passes here at t = 0. Default: the point of its boundaries that the wave meets first.
  Vec3 origin{0, 0, 0};
  bool originGiven = false;
  WaveformSpec waveform;
  std::vector<std::string> boundaries;  ///< surface groups with `absorbing`, all different
  Mark mark;
};
/// Point current moment I dl.
struct DipoleSource {
  Vec3 at{0, 0, 0};      ///< m
  Vec3 moment{0, 0, 1};  ///< A m
  WaveformSpec waveform;
  Mark mark;
};
/// Uniform current density in a region.
struct CurrentSource {
  std::string region;
  Vec3 density{0, 0, 1};  ///< A/m^2
  WaveformSpec waveform;
  Mark mark;
};
/// A generator across the gap of an antenna: a region between two conductors that is L long along `direction` and has
/// the cross section A = volume / L. A current I(t) is the density I/A in the region; a voltage V(t) with its
/// resistance R in series is the current V/R beside the resistance R, which is the conductivity L / (R A) of the
/// region. The conductor at the end of `direction` is the positive one.
struct GapSource {
  std::string region;
  Vec3 direction{0, 0, 1};           ///< unit
  std::optional<double> voltage;     ///< V where the waveform is 1, without load
  std::optional<double> current;     ///< A where the waveform is 1; exactly one of the two
  std::optional<double> resistance;  ///< ohm; always there with a voltage
  WaveformSpec waveform;
  Mark mark;
};
using SourceSpec = std::variant<PlaneWaveSource, DipoleSource, CurrentSource, GapSource>;

enum class Flux { centred, penalised, upwind };
const char* toString(Flux flux);  ///< as a case file names it
enum class TimeScheme { leapFrog, rungeKutta };
enum class KernelSet { fused, split };
enum class Precision { single, fp64 };

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

struct Case {
  std::string file;  ///< path of the case file, as given
  std::string title;
  SolverKind solver = SolverKind::dgtd;
  MeshSource mesh;
  std::vector<Material> materials;
  std::vector<RegionAssignment> regions;
  Mark regionsMark;  ///< of the section, for volumes that it lacks
  std::vector<BoundaryAssignment> boundaries;
  Mark boundariesMark;  ///< of the section, for surfaces that it lacks
  std::optional<CavityMode> cavityMode;
  std::vector<SourceSpec> sources;
  DgtdSettings dgtd;
  TimeSettings time;
  PartitionSettings partition;
  OutputSettings output;
  std::optional<StaticCase> statics;  ///< with SolverKind::statics, which uses it and mesh, materials and regions alone
  std::vector<std::string> warnings;  ///< of what can be run but may not be meant, each with its place
  std::string resolvedYaml;           ///< the case with all defaults filled in, itself a valid case file
};

}  // namespace fluxtet
