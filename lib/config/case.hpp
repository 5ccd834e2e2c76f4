// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/config/mark.hpp"
#include "lib/config/staticCase.hpp"

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
/// How traces go from GPU to GPU: `automatic` takes for each pair of ranks the best of the others that works.
/// `pinned` and `staged` go through page-locked host memory: `pinned` through memory that ranks of one host share, by
/// MPI elsewhere, `staged` always by MPI.
enum class ExchangeWay { automatic, pinned, staged, gpuAware, peer };
const char* toString(ExchangeWay way);  ///< as a case file names it

/// A regular box of cells, each cut into six Kuhn tetrahedra. Volume `box`, surfaces x- x+ y- y+ z- z+.
struct BoxMesh {
  Vec3 size{1, 1, 1};    ///< m
  Vec3 origin{0, 0, 0};  ///< m
  std::array<std::int64_t, 3> cells{1, 1, 1};
  double perturb = 0;  ///< interior vertices move by up to this share of a cell's size, reproducibly; 0..0.3
};

/// A regular rectangle of cells, each cut into two triangles (static solver). Region `box`, curves x- x+ y- y+.
struct RectangleMesh {
  std::array<double, 2> size{1, 1};    ///< m
  std::array<double, 2> origin{0, 0};  ///< m
  std::array<std::int64_t, 2> cells{1, 1};
  double perturb = 0;  ///< as in BoxMesh
};

/// Where the mesh comes from: exactly one of `file`, `box` and `rectangle` is set.
struct MeshSource {
  std::optional<std::string> file;  ///< absolute path (relative ones start at the case's folder)
  std::optional<BoxMesh> box;
  std::optional<RectangleMesh> rectangle;    ///< static solver only
  std::optional<double> size;                ///< m; largest element size where Gmsh meshes
  double scale = 1;                          ///< m per mesh unit
  int refine = 0;                            ///< uniform refinements, each tetrahedron into 8
  std::map<std::string, double> parameters;  ///< of a parametrised .geo (DefineConstant), in the .geo's own units
  std::optional<double> timeLimit;           ///< s; that Gmsh may take to read the file, and to mesh it
  Mark mark;
};

struct Material {
  std::string name;
  double epsilonR = 1;
  double muR = 1;
  double sigma = 0;         ///< S/m
  double density = 0;       ///< kg/m^3, for the specific absorption rate; 0: not a tissue
  Vec3 remanence{0, 0, 0};  ///< T; static solver only
  Mark mark{};              ///< of its name
};

enum class BoundaryKind : std::uint8_t { pec, pmc, absorbing };
const char* toString(BoundaryKind kind);

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

/// Modulated Gaussian cos(2 pi f (t - t0)) exp(-(t - t0)^2 / (2 s^2)), s = sqrt(2 ln 2) / (pi bandwidth)
/// (so that its amplitude spectrum falls to one half at f +- bandwidth / 2); t0 = delay.
/// frequency 0 gives a plain Gaussian.
struct GaussianWaveform {
  double frequency = 0;  ///< Hz, centre
  double bandwidth = 0;  ///< Hz, full width at half maximum of the amplitude spectrum
  double delay = 0;      ///< s; default 5 s (so the pulse starts at 4e-6 of its peak)
  bool operator==(const GaussianWaveform&) const = default;
};
/// Ricker wavelet (1 - 2 a) exp(-a), a = (pi f (t - t0))^2.
struct RickerWaveform {
  double frequency = 0;  ///< Hz, of the spectral peak
  double delay = 0;      ///< s; default 1.5 / frequency
  bool operator==(const RickerWaveform&) const = default;
};
/// sin(2 pi f t + phase), raised over `ramp` periods by a smooth (cos^2) ramp.
struct SineWaveform {
  double frequency = 0;  ///< Hz
  double ramp = 0;       ///< periods
  double phase = 0;      ///< rad
  bool operator==(const SineWaveform&) const = default;
};
/// Piecewise linear in (time, value); zero outside.
struct TableWaveform {
  std::string file;  ///< CSV of two columns: time in s, value
  std::vector<double> time{}, value{};
  bool operator==(const TableWaveform&) const = default;
};
using WaveformSpec = std::variant<GaussianWaveform, RickerWaveform, SineWaveform, TableWaveform>;

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

/// Mode TE/TM mnp (to z) of the PEC box that is the mesh's bounding box; exact in time; peak |E| is `amplitude`.
struct CavityMode {
  int m = 1, n = 1, p = 0;
  bool tm = true;
  double amplitude = 1;  ///< V/m
  Mark mark;
};

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

enum class PartitionMethod { automatic, metis, box };
/// What METIS balances: elements, or the work of the CPU engine on them; automatic: that where the fields are on the
/// CPU.
enum class PartitionWeights { automatic, cpu, none };
struct PartitionSettings {
  PartitionMethod method = PartitionMethod::automatic;  ///< automatic: box for a box mesh, METIS otherwise
  int seed = 1;
  PartitionWeights weights = PartitionWeights::automatic;
};

/// How often: by steps, by simulated time, or (checkpoints) by wall time. None set: never.
struct Interval {
  std::optional<std::int64_t> steps;
  std::optional<double> seconds;
  bool never() const { return !steps && !seconds; }
};

struct FieldSelection {
  bool E = true;
  bool H = true;
};

struct SnapshotOutput {
  Interval every;  ///< steps or simulated time
  FieldSelection fields;
  std::vector<std::string> regions;        ///< only these volumes; empty: all
  std::vector<std::string> boundaries;     ///< only these surfaces (triangles); empty: none
  std::optional<std::array<Vec3, 2>> box;  ///< only elements whose centroid lies in [min, max], m
  Mark mark;
};
struct SliceOutput {
  std::string name;
  Vec3 origin{}, u{}, v{};  ///< m; the slice is origin + a u + b v, 0 <= a, b <= 1
  std::array<int, 2> points{200, 200};
  Interval every;
  FieldSelection fields;
  bool csv = true;  ///< CSV beside the HDF5 file
  Mark mark;
};
struct ProbeOutput {
  std::string name;
  Vec3 at{};  ///< m
  FieldSelection fields;
  std::int64_t every = 1;  ///< steps
  Mark mark;
};
/// What a Fourier sum over the run means: the amplitude of an oscillation that lasts (unit of the field), or the
/// Fourier integral of a pulse (unit of the field times s).
enum class SpectrumKind { amplitude, integral };
/// Fields at given frequencies, summed up while the run steps.
struct DftOutput {
  std::vector<double> frequencies;              ///< Hz, increasing, all different
  FieldSelection fields;                        ///< that are written; `sar` needs E and H and has them summed
  double after = 0;                             ///< s, nothing is summed before
  std::optional<Interval> every;                ///< samples; none: often enough (dgtd/spectrumRecorder.hpp)
  SpectrumKind kind = SpectrumKind::amplitude;  ///< default: integral if no source is a sine
  std::vector<std::string> regions;             ///< written on these volumes; empty: all
  std::vector<std::string> boundaries;          ///< written on these surfaces (triangles)
  std::optional<std::array<Vec3, 2>> box;       ///< m, as for snapshots
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
