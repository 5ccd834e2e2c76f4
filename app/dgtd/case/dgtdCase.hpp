// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/commonCase.hpp"
#include "app/dgtd/case/boundaryKind.hpp"
#include "app/dgtd/case/layerSettings.hpp"
#include "app/dgtd/case/sources.hpp"
#include "app/dgtd/case/walls.hpp"
#include "lib/base/choices.hpp"
#include "lib/output/fieldOutputs.hpp"
#include "lib/physics/cavityMode.hpp"
#include "partition/exchange/routeChoice.hpp"
#include "partition/partitionSettings.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The typed form of a case with `solver: dgtd`. Every quantity is in SI units; defaults are filled in. The keys that
/// fill it stand in dgtdKeys.cpp, wallKeys.cpp, sourceKeys.cpp, portKeys.cpp, outputKeys.cpp and
/// spectrumKeys.cpp.
namespace fluxtet::dgtd {

/// What a wall is to the whole device: none, a wall like others, or a plane of symmetry behind which its other half is.
enum class Symmetry { none, electric, magnetic };
inline constexpr Choice<Symmetry> symmetries[] = {{"electric", Symmetry::electric}, {"magnetic", Symmetry::magnetic}};
constexpr std::span<const Choice<Symmetry>> choicesOf(Symmetry) {
  return symmetries;
}

/// An entry of `boundaries:`: a physical surface and its boundary condition.
struct BoundaryAssignment {
  std::string surface;
  BoundaryKind kind = BoundaryKind::pec;
  LayerSettings layer;  ///< with BoundaryKind::pml
  Mark mark;
  Symmetry symmetry = Symmetry::none;  ///< electric: `kind` is pec; magnetic: `kind` is pmc
  std::string partner{};               ///< of a periodic surface, which DgtdCase::periodic takes over; else empty
  int port = -1;  ///< index of the wave port whose layer it is, which the case then adds; -1: an entry of the file
  /// Of the strip of a lumped port or load, which the case then adds as a sheet: key of that entry, "loads[0]".
  std::string strip{};
  // With the kind of the same name.
  std::optional<ImpedanceSettings> impedance{};
  std::optional<ConductorSettings> conductor{};
  std::optional<SheetSettings> sheet{};
};

/// `periodic:` of an entry of `boundaries:`: an outer surface and another one that is its copy by a translation. What
/// leaves through one of them enters through the other. Each pair stands once.
struct PeriodicPair {
  std::string surface, partner;
  Mark mark;
};

/// An entry of `absorbingLayers:`: the regions of the mesh that are the layer on one of its sides.
struct MeshLayerAssignment {
  std::string side;  ///< x-, x+, y-, y+, z- or z+
  std::vector<std::string> regions;
  LayerSettings layer;  ///< without layers and thickness, which the mesh has
  Mark mark;
};

/// Numerical flux.
enum class Flux { centred, penalised, upwind };
inline constexpr Choice<Flux> fluxes[] = {
    {"penalised", Flux::penalised}, {"centred", Flux::centred}, {"upwind", Flux::upwind}};
constexpr std::span<const Choice<Flux>> choicesOf(Flux) {
  return fluxes;
}

/// Time integration.
enum class TimeScheme { leapFrog, rungeKutta };
inline constexpr Choice<TimeScheme> timeSchemes[] = {{"leapFrog", TimeScheme::leapFrog},
                                                     {"rungeKutta", TimeScheme::rungeKutta}};
constexpr std::span<const Choice<TimeScheme>> choicesOf(TimeScheme) {
  return timeSchemes;
}

/// Kernels of a half step: one fused kernel, or the three published ones.
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

/// The highest level of local time steps, or as many as pay.
enum class TimeLevelChoice { automatic = -1, none, one, two, three, four, five, six };
inline constexpr Choice<TimeLevelChoice> timeLevelChoices[] = {
    {"auto", TimeLevelChoice::automatic}, {"0", TimeLevelChoice::none},  {"1", TimeLevelChoice::one},
    {"2", TimeLevelChoice::two},          {"3", TimeLevelChoice::three}, {"4", TimeLevelChoice::four},
    {"5", TimeLevelChoice::five},         {"6", TimeLevelChoice::six}};
constexpr std::span<const Choice<TimeLevelChoice>> choicesOf(TimeLevelChoice) {
  return timeLevelChoices;
}

/// `dgtd.localTimeStepping:`.
struct LocalTimeStepping {
  TimeLevelChoice levels = TimeLevelChoice::none;
};

/// `dgtd:`.
struct DgtdSettings {
  int order = 2;  ///< polynomial order, 1 to 4
  Flux flux = Flux::penalised;
  double penalty = 0;                        ///< share of the upwind flux's jump terms in the penalised flux, 0 to 1
  TimeScheme scheme = TimeScheme::leapFrog;  ///< default: leapFrog, but rungeKutta with upwind
  KernelSet kernels = KernelSet::fused;
  Precision precision = Precision::single;
  double cfl = 0.9;  ///< share of the stability limit
  LocalTimeStepping localTimeStepping;
  int threads = 0;  ///< OpenMP threads per rank; 0: the cores of the host shared among its ranks
  RouteChoice exchange = RouteChoice::automatic;  ///< routes of traces between GPUs
};

/// `time:`.
struct TimeSettings {
  std::optional<double> end;          ///< s
  std::optional<std::int64_t> steps;  ///< exactly one of end and steps
  std::optional<double> maxStep;      ///< s; upper limit of the time step
  std::optional<double> untilDecay;   ///< dB, negative: level of the energy over its peak that ends the run
};

/// An entry of `output.probes:`.
struct ProbeOutput {
  std::string name;
  Vec3 at{};  ///< m
  FieldSelection fields;
  std::int64_t every = 1;  ///< steps
  Mark mark;
};
/// `output.sar:`, powers and specific absorption rate at some of the frequencies of `dft`.
struct SarOutput {
  std::vector<double> frequencies;   ///< Hz, increasing; default: the first of `dft`
  std::optional<double> power;       ///< W, accepted power to which results are scaled; none: not scaled
  std::vector<std::string> regions;  ///< tissues; default: all regions whose material has a density; may be empty
  std::vector<double> averages;      ///< kg, masses of the averaging cubes; may be empty
  double voxel = 2e-3;               ///< m, cell of the grid on which cubes are averaged
  Mark mark;
};
/// Equidistant angles of directions, degrees.
struct AngleRange {
  double from = 0, to = 0;
  int points = 1;
  double operator[](int i) const { return points == 1 ? from : from + (to - from) * i / (points - 1); }
};
/// The closed surface from whose fields a far field follows, and its images.
struct FarFieldSurface {
  /// Name of a surface inside of the mesh that encloses all sources; "auto": the program makes one.
  std::string surface = "auto";
  Vec3 origin{0, 0, 0};  ///< m, to which phases and times refer
  /// Plane walls behind which images stand: planes of symmetry, whose other side is the device's other half, and a
  /// conducting ground, behind which there is no field.
  std::vector<std::string> symmetry;
  std::optional<std::string> ground;
};
/// `output.farField:`, radiated or scattered field at a distance, from the fields on a closed surface.
struct FarFieldOutput : FrequencySampling, FarFieldSurface {
  FarFieldOutput() { key = "output.farField"; }
  AngleRange theta{0, 180, 91};  ///< from the z axis
  AngleRange phi{0, 355, 72};    ///< from the x axis towards y
  bool vtk = false;              ///< whether the pattern of each frequency is written as a surface for ParaView, too
};
/// `output.sParameters:`, scattering parameters between the ports.
struct SParameterOutput : FrequencySampling {
  SParameterOutput() {
    key = "output.sParameters";
    kind = SpectrumKind::integral;
  }
  std::optional<double> reference;  ///< ohm, of the Touchstone file; none: the impedance of the first port
};
/// An entry of `output.transientFarField.directions:`, degrees.
struct FarFieldDirection {
  double theta = 0;  ///< from the z axis
  double phi = 0;    ///< from the x axis towards y
};
/// `output.transientFarField:`, the same field over time in a few directions.
struct TransientFarFieldOutput : FarFieldSurface {
  std::string key = "output.transientFarField";
  std::vector<FarFieldDirection> directions;
  std::optional<Interval> every;  ///< samples; none: often enough for all that the sources hold
  Mark mark;
};
/// `output.checkpoint:`.
struct CheckpointOutput {
  Interval every;  ///< steps, or wall time in seconds
  int keep = 2;    ///< number of checkpoints to keep
};
/// `output:`.
struct OutputSettings {
  std::string directory = "out";  ///< as given: relative to the working directory
  std::optional<SnapshotOutput> snapshots;
  std::vector<SliceOutput> slices;
  std::vector<ProbeOutput> probes;
  std::int64_t energyEvery = 0;  ///< steps; 0: off
  std::optional<CheckpointOutput> checkpoint;
  std::optional<DftOutput> dft;
  std::optional<SarOutput> sar;  ///< only with dft
  std::optional<FarFieldOutput> farField;
  std::optional<TransientFarFieldOutput> transientFarField;
  std::optional<SParameterOutput> sParameters;
};

/// A time-domain case.
struct DgtdCase : CommonCase {
  std::vector<BoundaryAssignment> boundaries;  ///< without the periodic ones; after them one for each wave port
  std::vector<PeriodicPair> periodic;
  Mark boundariesMark;  ///< position of the section, for messages on missing surfaces
  std::vector<MeshLayerAssignment> meshLayers;
  std::optional<CavityMode> cavityMode;
  std::vector<SourceSpec> sources;  ///< those of `sources:`, then one for each entry of `ports`
  std::vector<PortSettings> ports;
  std::vector<LoadSettings> loads;
  DgtdSettings dgtd;
  TimeSettings time;
  partition::PartitionSettings partition;
  OutputSettings output;
};

}  // namespace fluxtet::dgtd
