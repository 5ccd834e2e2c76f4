// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/commonCase.hpp"
#include "kernels/static/methods.hpp"
#include "lib/base/choices.hpp"
#include "lib/base/mark.hpp"
#include "lib/base/vec3.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// The typed form of a case with `solver: static`. Every quantity is in SI units; defaults are filled in. The keys that
/// fill it stand in staticKeys.cpp, staticSourceKeys.cpp and staticOutputKeys.cpp.
namespace fluxtet::statics {

enum class StaticProblem {
  electrostatic,  ///< electric potential V
  magnetostatic,  ///< A_z of a plane, A_phi of a meridian plane; currents
  scalarMagnetic  ///< magnetic scalar potential of a region without current, A
};
inline constexpr Choice<StaticProblem> staticProblems[] = {{"electrostatic", StaticProblem::electrostatic},
                                                           {"magnetostatic", StaticProblem::magnetostatic},
                                                           {"scalarMagnetic", StaticProblem::scalarMagnetic}};
constexpr std::span<const Choice<StaticProblem>> choicesOf(StaticProblem) {
  return staticProblems;
}

enum class Symmetry { planar, axisymmetric };  ///< of triangles; tetrahedra have none
inline constexpr Choice<Symmetry> symmetries[] = {{"planar", Symmetry::planar},
                                                  {"axisymmetric", Symmetry::axisymmetric}};
constexpr std::span<const Choice<Symmetry>> choicesOf(Symmetry) {
  return symmetries;
}

enum class StaticPreconditioner { none, jacobi, amg };
inline constexpr Choice<StaticPreconditioner> staticPreconditioners[] = {
    {"none", StaticPreconditioner::none}, {"jacobi", StaticPreconditioner::jacobi}, {"amg", StaticPreconditioner::amg}};
constexpr std::span<const Choice<StaticPreconditioner>> choicesOf(StaticPreconditioner) {
  return staticPreconditioners;
}

struct StaticSettings {
  StaticProblem problem = StaticProblem::electrostatic;
  Symmetry symmetry = Symmetry::planar;
  int order = 1;  ///< 1 or 2
  bool singlePrecision = false;
  AssemblyMethod assembly = AssemblyMethod::gather;
  ReductionKind reduction = ReductionKind::shuffle;
  StaticPreconditioner preconditioner = StaticPreconditioner::jacobi;
  double tolerance = 1e-10;  ///< relative, see SolveSettings
  std::int64_t maxIterations = 20000;
  int threads = 0;  ///< OpenMP threads per rank; 0: the cores of the host shared among its ranks
  Mark mark;
};

enum class StaticBoundaryKind {
  natural,         ///< no flux through it (electrostatic, scalarMagnetic), no tangential H (magnetostatic)
  potential,       ///< value: V, A (scalarMagnetic) or Wb/m (magnetostatic: A)
  chargeDensity,   ///< electrostatic: surface charge, C/m^2 (on an inner surface: of the sheet)
  fluxDensity,     ///< scalarMagnetic: B . n into the domain, T
  surfaceCurrent,  ///< magnetostatic: A/m, along z or phi
  floating,        ///< electrostatic: one unknown potential; value: its charge, C (C/m in a plane)
  periodic,        ///< same potential as on `partner`, which lies a translation away
  antiperiodic     ///< minus it
};
inline constexpr Choice<StaticBoundaryKind> staticBoundaryKinds[] = {
    {"natural", StaticBoundaryKind::natural},
    {"potential", StaticBoundaryKind::potential},
    {"chargeDensity", StaticBoundaryKind::chargeDensity},
    {"fluxDensity", StaticBoundaryKind::fluxDensity},
    {"surfaceCurrent", StaticBoundaryKind::surfaceCurrent},
    {"floating", StaticBoundaryKind::floating},
    {"periodic", StaticBoundaryKind::periodic},
    {"antiperiodic", StaticBoundaryKind::antiperiodic}};
constexpr std::span<const Choice<StaticBoundaryKind>> choicesOf(StaticBoundaryKind) {
  return staticBoundaryKinds;
}
struct StaticBoundary {
  std::string surface;
  StaticBoundaryKind kind = StaticBoundaryKind::natural;
  double value = 0;  ///< in the unit that its kind names
  std::optional<bool>
      perMetre{};         ///< floating: whether its charge was given in C/m, not in C; empty: as a plain number
  std::string partner{};  ///< surface group; periodic and antiperiodic only
  Mark mark;
};

/// Charge density of a region.
struct RegionCharge {
  std::string region;
  double density = 0;  ///< C/m^3
  Mark mark;
};
/// Current of a region along z or phi: a density in A/m^2, or a total in A spread evenly over it (one of both).
struct RegionCurrent {
  std::string region;
  std::optional<double> density, total;
  Mark mark;
};
/// A coil whose wires run along z or phi: `turns` of `current` go through the `plus` regions and come back through the
/// `minus` regions, spread evenly over each side. Coils give flux linkages and the inductance matrix.
struct Coil {
  std::string name;
  std::vector<std::string> plus, minus;
  double turns = 1;    ///< number of turns
  double current = 0;  ///< A in each turn
  Mark mark;
};
struct StaticSources {
  std::vector<RegionCharge> charges;
  std::vector<RegionCurrent> currents;
  std::vector<Coil> coils;
};

struct StaticPoint {
  std::string name;
  Vec3 at{};  ///< m; (r, z, 0) where axisymmetric
  Mark mark;
};
struct StaticLine {
  std::string name;
  Vec3 from{}, to{};  ///< m
  int points = 101;
  Mark mark;
};
struct ForceQuantity {
  std::string region;
  std::optional<Vec3>
      torqueAbout{};  ///< m: the torque about this point (3D: vector; planar: about the axis z through it) too
  Mark mark;
};
struct StaticOutput {
  std::string directory = "out";
  bool fields = true;  ///< fields.vtkhdf
  std::vector<StaticPoint> points;
  std::vector<StaticLine> lines;
  bool energy = false, capacitance = false, inductance = false;
  std::vector<ForceQuantity> forces;
};

struct StaticCase : CommonCase {
  StaticSettings settings;
  std::vector<StaticBoundary> boundaries;
  StaticSources sources;
  StaticOutput output;
};

}  // namespace fluxtet::statics
