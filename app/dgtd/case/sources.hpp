// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/layerSettings.hpp"
#include "lib/base/choices.hpp"
#include "lib/base/mark.hpp"
#include "lib/base/vec3.hpp"
#include "lib/physics/waveformSpec.hpp"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

/// Entries of `sources:` of a time-domain case. SI units.
namespace fluxtet::dgtd {

/// `ellipticity:` of a plane wave.
struct Ellipticity {
  double axialRatio = 0;  ///< dB; 0: circular
  bool isRight = true;    ///< sense of rotation, seen along the direction of travel (IEEE Std 145)
};
/// What fills the half space behind a plane that a plane wave meets.
enum class HalfSpaceFilling { medium, pec };
inline constexpr Choice<HalfSpaceFilling> halfSpaceFillings[] = {{"medium", HalfSpaceFilling::medium},
                                                                 {"pec", HalfSpaceFilling::pec}};
constexpr std::span<const Choice<HalfSpaceFilling>> choicesOf(HalfSpaceFilling) {
  return halfSpaceFillings;
}
/// `halfSpace:` of a plane wave: plane interfaces, without bounds, that belong to the incident field.
struct HalfSpace {
  Vec3 at{0, 0, 0};      ///< m, a point of the plane that the wave meets first
  Vec3 normal{0, 0, 1};  ///< unit, of either sense
  HalfSpaceFilling filling = HalfSpaceFilling::medium;
  std::vector<double>
      layers{};  ///< m, thicknesses of layers behind that plane, in the order in which the wave meets them
};
/// `focus:` of a plane wave, which makes it a Gaussian beam along its direction.
struct BeamFocus {
  Vec3 at{0, 0, 0};      ///< m, middle of the waist
  double waist = 0;      ///< m, radius at which E is 1/e of that at `at`, at `frequency`; as 1 / frequency at others
  double frequency = 0;  ///< Hz
};
/// `planeWave`: incident plane wave that enters through absorbing boundaries, or through a surface between total field
/// and scattered field inside of the mesh.
struct PlaneWaveSource {
  Vec3 direction{0, 0, 1};     ///< unit
  Vec3 polarization{1, 0, 0};  ///< unit, of E, perpendicular to direction
  double amplitude = 1;        ///< V/m; of a beam at its focus
  /// Point, m, at which the wave has the value w(t) of its waveform. Default: the point that it reaches first of the
  /// surface through which it enters.
  Vec3 origin{0, 0, 0};
  bool originGiven = false;
  WaveformSpec waveform;
  std::vector<std::string> boundaries;  ///< surfaces with the condition `absorbing`, all different; or
  /// the surface between total field and scattered field: its name, or "auto"; empty: it enters through boundaries.
  std::string surface;
  std::vector<std::string> inside;  ///< regions in the total field; may be empty
  std::optional<Ellipticity> ellipticity;
  std::optional<HalfSpace> halfSpace;  ///< only with a surface
  std::optional<BeamFocus> focus;      ///< not with layers of a half space
  Mark mark;
  /// Whether it enters through a surface inside of the mesh, and whether the mesh has that surface by name.
  bool entersInside() const { return !surface.empty(); }
  bool hasNamedSurface() const { return entersInside() && surface != "auto"; }
};
/// `dipole`: point current moment I dl.
struct DipoleSource {
  Vec3 at{0, 0, 0};      ///< m
  Vec3 moment{0, 0, 1};  ///< A m
  WaveformSpec waveform;
  Mark mark;
};
/// `current`: uniform current density in a region.
struct CurrentSource {
  std::string region;
  Vec3 density{0, 0, 1};  ///< A/m^2
  WaveformSpec waveform;
  Mark mark;
};
/// `gap`, or an entry of `ports:`: lumped port, a generator in a region between two conductors, such as the gap of an
/// antenna. The region has the length L along `direction` and the cross section A = volume / L. A current I(t) is the
/// density I / A in the region. A voltage V(t) with the series resistance R is replaced by its Norton equivalent: the
/// current V / R in parallel with R, which is the conductivity L / (R A) of the region. The conductor at the end of
/// `direction` is positive. An entry of `ports:` has a voltage of 0 where it is not excited, and may lie on a surface,
/// a plane strip between the conductors: then A is the width of the strip, and densities are those of a sheet.
struct LumpedPortSource {
  std::string key;                   ///< of its entry, for messages: "sources[1].gap" or "ports[0]"
  std::string name;                  ///< of the port; of a gap that of its region
  std::string region;                ///< or else
  std::string surface;               ///< the strip
  Vec3 direction{0, 0, 1};           ///< unit
  std::optional<double> voltage;     ///< V where the waveform is 1, open circuit
  std::optional<double> current;     ///< A where the waveform is 1; exactly one of the two
  std::optional<double> resistance;  ///< ohm; always set with a voltage
  WaveformSpec waveform;
  Mark mark;
};
/// A wave port, an entry of `ports:`: the modes of a waveguide or a line that ends at a surface of the mesh.
struct WavePortSource {
  std::string key;   ///< of its entry, for messages: "ports[0]"
  std::string name;  ///< of the port
  std::string surface;
  int mode = 0;          ///< the mode that enters; 0: the first
  double amplitude = 0;  ///< V where the waveform is 1, of the mode that enters; 0: none
  WaveformSpec waveform;
  Mark mark;
};
/// What a port is.
enum class PortKind { lumped, wave };
inline constexpr Choice<PortKind> portKinds[] = {{"lumped", PortKind::lumped}, {"wave", PortKind::wave}};
constexpr std::span<const Choice<PortKind>> choicesOf(PortKind) {
  return portKinds;
}
/// An entry of `ports:`. A lumped port is two conductors between which a generator of the port's impedance lies, or,
/// where it is not excited, that impedance alone. A wave port is the end of a waveguide.
struct PortSettings {
  std::string name;
  PortKind kind = PortKind::lumped;
  std::string region;       ///< lumped
  Vec3 direction{0, 0, 1};  ///< lumped: unit, to the positive conductor
  double impedance = 50;    ///< lumped: ohm
  std::string surface;      ///< wave; lumped: in place of a region, a strip between the conductors
  int modes = 1;            ///< wave: number of modes, each of which is a port of the scattering matrix
  double deembed = 0;       ///< wave: m, from the surface to the reference plane, into the model
  LayerSettings layer;      ///< wave: behind the surface
  bool excited = false;
  double voltage = 1;     ///< V where the waveform is 1: of a generator without load, or of the mode that enters
  WaveformSpec waveform;  ///< set if excited
  Mark mark;
  bool isWave() const { return kind == PortKind::wave; }
  /// Number of its ports of the scattering matrix.
  int numModes() const { return isWave() ? modes : 1; }
};
/// The name of a mode of a wave port, counted from 0, and of its files: "P1", "P1.2", "P1.3". A lumped port has one.
inline std::string nameOfMode(const PortSettings& port, int mode) {
  return mode == 0 ? port.name : port.name + "." + std::to_string(mode + 1);
}
/// How the parts of a load are connected.
enum class LoadConnection { series, parallel };
inline constexpr Choice<LoadConnection> loadConnections[] = {{"series", LoadConnection::series},
                                                             {"parallel", LoadConnection::parallel}};
constexpr std::span<const Choice<LoadConnection>> choicesOf(LoadConnection) {
  return loadConnections;
}
/// An entry of `loads:`, in a volume or on a strip: resistance, inductance and capacitance between two conductors, at
/// least one of them.
struct LoadSettings {
  std::string region;                 ///< or else
  std::string surface;                ///< a strip between the conductors
  Vec3 direction{0, 0, 1};            ///< unit, from one conductor to the other
  std::optional<double> resistance;   ///< ohm
  std::optional<double> inductance;   ///< H
  std::optional<double> capacitance;  ///< F
  LoadConnection connection = LoadConnection::series;
  Mark mark;
  /// Whether its current depends on the past of the voltage in another way than that of a resistance and a capacitance
  /// in parallel, which are a conductivity and a permittivity.
  bool hasMemory() const { return inductance || (capacitance && resistance && connection == LoadConnection::series); }
};
using SourceSpec = std::variant<PlaneWaveSource, DipoleSource, CurrentSource, LumpedPortSource, WavePortSource>;

}  // namespace fluxtet::dgtd
