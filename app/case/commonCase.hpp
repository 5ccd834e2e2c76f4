// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"
#include "lib/base/mark.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/meshSource.hpp"

#include <span>
#include <string>
#include <vector>

namespace fluxtet {

enum class SolverKind { dgtd, statics };
inline constexpr Choice<SolverKind> solverKinds[] = {{"dgtd", SolverKind::dgtd}, {"static", SolverKind::statics}};
constexpr std::span<const Choice<SolverKind>> choicesOf(SolverKind) {
  return solverKinds;
}

struct Material {
  std::string name;
  double epsilonR = 1;      ///< relative permittivity
  double muR = 1;           ///< relative permeability
  double sigma = 0;         ///< S/m
  double density = 0;       ///< kg/m^3, for the specific absorption rate; 0: not a tissue
  Vec3 remanence{0, 0, 0};  ///< T; static solver only
  Mark mark{};              ///< of its name
};

/// `regions:` one physical volume and its material (index into CommonCase::materials).
struct RegionAssignment {
  std::string region;
  int material = 0;
  Mark mark;
};

/// Common part of the cases of both solvers. Every quantity is in SI units; defaults are filled in.
struct CommonCase {
  std::string file;  ///< path of the case file, as given
  std::string title;
  MeshSource mesh;
  std::vector<Material> materials;
  std::vector<RegionAssignment> regions;
  Mark regionsMark;                   ///< of the section, for volumes that it lacks
  std::vector<std::string> warnings;  ///< of what can be run but may not be meant, each with its place
  std::string resolvedYaml;           ///< the case with all defaults filled in, itself a valid case file
};

}  // namespace fluxtet
