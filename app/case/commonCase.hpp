// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"
#include "lib/base/mark.hpp"
#include "lib/base/symmetricTensor.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/meshSource.hpp"
#include "lib/physics/dispersion.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

enum class SolverKind { dgtd, statics };
inline constexpr Choice<SolverKind> solverKinds[] = {{"dgtd", SolverKind::dgtd}, {"static", SolverKind::statics}};
constexpr std::span<const Choice<SolverKind>> choicesOf(SolverKind) {
  return solverKinds;
}

/// Losses of a dielectric by their share: at one frequency, or the same in a band.
struct LossTangentSpec {
  double value = 0;                    ///< epsilon'' / epsilon'
  std::optional<double> at{};          ///< Hz
  std::optional<double> from{}, to{};  ///< Hz
  std::optional<int> poles{};          ///< number of relaxations
  Mark mark{};
};

/// A sum of Cole-Cole terms, which relaxations approximate in a band.
struct ColeColeSpec {
  double infinity = 1;  ///< permittivity at infinite frequency
  std::vector<ColeColeTerm> terms{};
  double sigma = 0;                  ///< S/m
  std::array<double, 2> band{0, 0};  ///< Hz
  std::optional<int> poles{};
  Mark mark{};
};

/// Measured permittivity, which relaxations approximate.
struct PermittivityTableSpec {
  std::string file;
  std::optional<std::array<double, 2>> band{};  ///< Hz; absent: of all rows
  std::optional<int> poles{};
  Mark mark{};
};

/// How well relaxations approximate what a material asks for.
struct PermittivityFit {
  std::string key;                   ///< lossTangent, coleCole or table
  int poles = 0;                     ///< relaxations
  double error = 0;                  ///< worst relative error in the band: of the loss tangent, or of the permittivity
  double frequency = 0;              ///< Hz, where it is
  std::array<double, 2> band{0, 0};  ///< Hz
  // What the fit was made for, the permittivity epsilon' - j epsilon'' with conduction.
  std::vector<double> frequencies{};           ///< [n] Hz, ascending
  std::vector<std::complex<double>> wanted{};  ///< [n]
};

/// A cold plasma of electrons in a constant magnetic field.
struct MagnetisedPlasmaTerm {
  double plasmaFrequency = 0, collision = 0;  ///< Hz
  Vec3 field{0, 0, 0};                        ///< flux density, T
};

struct Material {
  std::string name;
  // Of a dispersive medium the limits at infinite frequency; beside a tensor its largest principal value.
  double epsilonR = 1;                                                        ///< relative permittivity
  double muR = 1;                                                             ///< relative permeability
  double sigma = 0;                                                           ///< S/m
  std::optional<SymmetricTensor> epsilonTensor{}, muTensor{}, sigmaTensor{};  ///< in x, y, z once the case is read
  std::optional<std::array<Vec3, 2>> axes{};  ///< directions of the first two axes of the tensors as they are given
  std::optional<MagnetisedPlasmaTerm> magnetisedPlasma{};
  double density = 0;       ///< kg/m^3, for the specific absorption rate; 0: not a tissue
  Vec3 remanence{0, 0, 0};  ///< T; static solver only
  Dispersion dispersion{};  ///< what the permittivity has besides epsilonR; time-domain solver only
  Dispersion magnetic{};    ///< the same of the permeability
  // What relaxations stand for: epsilonR, sigma and dispersion have been set accordingly.
  std::optional<LossTangentSpec> lossTangent{};
  std::optional<ColeColeSpec> coleCole{};
  std::optional<PermittivityTableSpec> table{};
  std::optional<PermittivityFit> fit{};
  std::string library{};  ///< name of the material in the library that its keys come from; empty: of none
  Mark mark{};            ///< of its name

  bool hasTensors() const { return epsilonTensor || muTensor || sigmaTensor || magnetisedPlasma; }
  bool isDispersive() const { return !dispersion.none() || !magnetic.none() || magnetisedPlasma; }
  /// Whether epsilonR, muR and sigma say all of its fields.
  bool isPlain() const { return !hasTensors() && !isDispersive(); }
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
