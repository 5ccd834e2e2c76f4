// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/commonKeys.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace fluxtet {

using namespace config;

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr Range nonNegative{.min = 0};

Field<CommonCase> solverKey() {
  Key key{.name = "solver",
          .type = KeyType::choice,
          .fallback = toString(SolverKind::dgtd),
          .help = "Maxwell's equations in the time domain (dgtd), or static electric and magnetic fields (static).",
          .example = "static"};
  for (const Choice<SolverKind>& solver : solverKinds) key.choices.emplace_back(solver.name);
  return {key, [](const Value&, CommonCase&) {}};  // the type of the case tells its solver
}

Section<DebyeTerm> debyeKeys() {
  return {
      value(&DebyeTerm::delta,
            {.name = "delta",
             .required = true,
             .range = positive,
             .help = "Permittivity (under magnetic: permeability) at low frequency less that at high frequency.",
             .example = "75.2"}),
      value(&DebyeTerm::tau, {.name = "tau",
                              .unit = "s",
                              .required = true,
                              .range = positive,
                              .help = "Relaxation time.",
                              .example = "9.36 ps"}),
  };
}

Section<DrudeTerm> drudeKeys() {
  return {
      value(&DrudeTerm::plasmaFrequency, {.name = "plasmaFrequency",
                                          .unit = "Hz",
                                          .required = true,
                                          .range = positive,
                                          .help = "A frequency, not an angular one: omega_p = 2 pi plasmaFrequency.",
                                          .example = "2180 THz"}),
      value(&DrudeTerm::collision, {.name = "collision",
                                    .unit = "Hz",
                                    .fallback = "0 Hz",
                                    .range = nonNegative,
                                    .help = "Collisions, as a frequency too: gamma = 2 pi collision.",
                                    .example = "13.5 THz"}),
  };
}

Section<LorentzTerm> lorentzKeys() {
  return {
      value(&LorentzTerm::delta,
            {.name = "delta",
             .required = true,
             .range = positive,
             .help = "Permittivity (under magnetic: permeability) below the resonance less that above it.",
             .example = "3"}),
      value(&LorentzTerm::frequency,
            {.name = "frequency",
             .unit = "Hz",
             .required = true,
             .range = positive,
             .help = "Of the resonance without damping, not an angular one: w0 = 2 pi frequency.",
             .example = "3 GHz"}),
      value(&LorentzTerm::damping,
            {.name = "damping",
             .unit = "1/s",
             .fallback = "0 1/s",
             .range = nonNegative,
             .help = "Rate at which a free oscillation decays, exp(-damping t): half the width of "
                     "the resonance as an angular frequency, no factor 2 pi.",
             .example = "1e9 1/s"}),
  };
}

Section<PoleTerm> poleKeys() {
  return {
      value(&PoleTerm::pole, {.name = "pole",
                              .unit = "1/s",
                              .required = true,
                              .minSize = 2,
                              .maxSize = 2,
                              .help = "Real and imaginary part; the real part is negative, or 0 without losses.",
                              .example = "[-1e9 1/s, 18.8e9 1/s]"}),
      value(&PoleTerm::residue, {.name = "residue",
                                 .unit = "1/s",
                                 .required = true,
                                 .minSize = 2,
                                 .maxSize = 2,
                                 .help = "Real and imaginary part; of a real pole the imaginary part is 0.",
                                 .example = "[0, -28.3e9 1/s]"}),
  };
}

/// The terms of a medium whose permittivity or permeability, `quantity`, depends on frequency.
Section<Dispersion> dispersionKeys(const std::string& quantity) {
  const std::string dgtd = toString(SolverKind::dgtd);
  return {
      listOf(&Dispersion::debye,
             {.name = "debye",
              .minSize = 1,
              .help = "Relaxations: each adds delta / (1 + j omega tau) to the " + quantity + ".",
              .example = "[{delta: 75.2, tau: 9.36 ps}]",
              .solver = dgtd},
             element<DebyeTerm>({.name = "debye", .help = "One relaxation."}, debyeKeys())),
      listOf(&Dispersion::drude,
             {.name = "drude",
              .minSize = 1,
              .help = "Free charges: each adds fp^2 / (j f (j f + fc)) to the " + quantity +
                      ", that is "
                      "-fp^2 / (f^2 - j f fc), with the plasma frequency fp and the collision frequency fc in Hz.",
              .example = "[{plasmaFrequency: 2180 THz, collision: 13.5 THz}]",
              .solver = dgtd},
             element<DrudeTerm>({.name = "drude", .help = "One kind of free charges."}, drudeKeys())),
      listOf(&Dispersion::lorentz,
             {.name = "lorentz",
              .minSize = 1,
              .help = "Resonances: each adds delta w0^2 / (w0^2 - w^2 + 2 j w damping) to the " + quantity +
                      ", w = 2 pi f, "
                      "w0 = 2 pi frequency.",
              .example = "[{delta: 3, frequency: 3 GHz, damping: 1e9 1/s}]",
              .solver = dgtd},
             element<LorentzTerm>({.name = "lorentz", .help = "One resonance."}, lorentzKeys())),
      listOf(
          &Dispersion::poles,
          {.name = "poles",
           .minSize = 1,
           .help = "Pole-residue pairs, as vector fitting gives them: each adds r / (j w - p) and the same with r and "
                   "p conjugated to the " +
                   quantity + ", a real pole only the former.",
           .example = "[{pole: [-1e9 1/s, 18.8e9 1/s], residue: [0, -28.3e9 1/s]}]",
           .solver = dgtd},
          element<PoleTerm>({.name = "poles", .help = "One pole, with its conjugate."}, poleKeys())),
  };
}

template <class Spec>
Field<Spec> polesKey() {
  return value(&Spec::poles, {.name = "poles",
                              .derived = "the fewest with an error of 1 %, at most 6",
                              .range = {.min = 1, .max = 20},
                              .help = "Number of relaxations.",
                              .example = "3"});
}

template <class Spec>
Field<Spec> bandKey(bool required) {
  return value(&Spec::band, {.name = "band",
                             .unit = "Hz",
                             .required = required,
                             .range = positive,
                             .minSize = 2,
                             .maxSize = 2,
                             .help = required ? "Lowest and highest frequency of the fit."
                                              : "Lowest and highest frequency of the fit; without it, of all rows.",
                             .example = "[100 MHz, 6 GHz]"});
}

Field<Material> lossTangentKey() {
  return section(
      &Material::lossTangent,
      {.name = "lossTangent",
       .help = "Losses of a dielectric as epsilon'' / epsilon': at one frequency, as a conductivity, or the same from "
               "one frequency to another, by relaxations; epsilon_r then is that at their geometric mean.",
       .exactlyOneOf = {{"at", "from"}},
       .solver = toString(SolverKind::dgtd)},
      {value(&LossTangentSpec::value,
             {.name = "value", .required = true, .range = positive, .help = "The loss tangent.", .example = "0.02"}),
       value(&LossTangentSpec::at, {.name = "at",
                                    .unit = "Hz",
                                    .range = positive,
                                    .help = "The one frequency: sigma grows by 2 pi at epsilon_0 epsilon_r value.",
                                    .example = "10 GHz"}),
       value(&LossTangentSpec::from,
             {.name = "from", .unit = "Hz", .range = positive, .help = "Lowest frequency.", .example = "1 GHz"}),
       value(&LossTangentSpec::to, {.name = "to",
                                    .unit = "Hz",
                                    .range = positive,
                                    .help = "Highest frequency; needed with from.",
                                    .example = "20 GHz",
                                    .onlyWith = "from"}),
       polesKey<LossTangentSpec>()});
}

Section<ColeColeTerm> coleColeTermKeys() {
  return {
      value(&ColeColeTerm::delta,
            {.name = "delta",
             .required = true,
             .range = positive,
             .help = "Permittivity (under magnetic: permeability) at low frequency less that at high frequency.",
             .example = "50"}),
      value(&ColeColeTerm::tau, {.name = "tau",
                                 .unit = "s",
                                 .required = true,
                                 .range = positive,
                                 .help = "Relaxation time.",
                                 .example = "7.234 ps"}),
      value(&ColeColeTerm::alpha, {.name = "alpha",
                                   .fallback = "0",
                                   .range = {.min = 0, .max = 1, .maxOpen = true},
                                   .help = "How much the relaxation is spread over frequencies; 0: not.",
                                   .example = "0.1"}),
  };
}

Field<Material> coleColeKey() {
  return section(
      &Material::coleCole,
      {.name = "coleCole",
       .help =
           "infinity + sum of delta / (1 + (j w tau)^(1 - alpha)) + sigma / (j w epsilon_0), approximated in a band "
           "by relaxations and a conductivity; takes the place of epsilon_r.",
       .solver = toString(SolverKind::dgtd)},
      {value(&ColeColeSpec::infinity, {.name = "infinity",
                                       .fallback = "1",
                                       .range = {.min = 1},
                                       .help = "Permittivity at infinite frequency.",
                                       .example = "4"}),
       listOf(&ColeColeSpec::terms,
              {.name = "terms",
               .required = true,
               .minSize = 1,
               .help = "The terms of the sum.",
               .example = "[{delta: 50, tau: 7.234 ps, alpha: 0.1}]"},
              element<ColeColeTerm>({.name = "terms", .help = "One term."}, coleColeTermKeys())),
       value(&ColeColeSpec::sigma, {.name = "sigma",
                                    .unit = "S/m",
                                    .fallback = "0 S/m",
                                    .range = nonNegative,
                                    .help = "Conductivity at frequency 0.",
                                    .example = "0.2 S/m"}),
       bandKey<ColeColeSpec>(true), polesKey<ColeColeSpec>()});
}

Field<Material> tableKey() {
  return section(
      &Material::table,
      {.name = "table",
       .help =
           "Permittivity over frequency from a file, approximated by relaxations and a conductivity; takes the place "
           "of epsilon_r.",
       .solver = toString(SolverKind::dgtd)},
      {value(&PermittivityTableSpec::file,
             {.name = "file",
              .type = KeyType::filePath,
              .required = true,
              .help = "CSV with the columns frequency (Hz), epsilon', epsilon'' (positive where it absorbs, with "
                      "conduction), relative to the folder of the case file.",
              .example = "laminate.csv"}),
       bandKey<PermittivityTableSpec>(false), polesKey<PermittivityTableSpec>()});
}

/// A number, or a tensor.
Field<Material> tensorKey(double Material::*number, std::optional<SymmetricTensor> Material::*tensor, Key key) {
  key.type = KeyType::tensor;
  return {std::move(key), [number, tensor](const Value& given, Material& material) {
            if (const double* value = given.get<double>()) material.*number = *value;
            if (const auto* value = given.get<SymmetricTensor>()) material.*tensor = *value;
          }};
}

Field<Material> axesKey() {
  return value(&Material::axes,
               {.name = "axes",
                .minSize = 2,
                .maxSize = 2,
                .help = "Directions of the axes 1 and 2 in which the tensors of the material are given (xx is along "
                        "axis 1); axis 3 is perpendicular to both. Of axis 2 the part along axis 1 is left out, and "
                        "lengths do not count. Without it, x and y.",
                .example = "[[0.866, 0.5, 0], [-0.5, 0.866, 0]]",
                .keys = {{.name = "axis", .type = KeyType::vector}},
                .solver = toString(SolverKind::dgtd)});
}

Field<Material> magnetisedPlasmaKey() {
  return section(
      &Material::magnetisedPlasma,
      {.name = "magnetisedPlasma",
       .help = "A cold plasma of electrons in a constant magnetic field: the current of the electrons is turned round "
               "the field at the gyrofrequency e B / (2 pi m), 28.0 GHz in 1 T.",
       .solver = toString(SolverKind::dgtd)},
      {value(&MagnetisedPlasmaTerm::plasmaFrequency, {.name = "plasmaFrequency",
                                                      .unit = "Hz",
                                                      .required = true,
                                                      .range = positive,
                                                      .help = "Plasma frequency.",
                                                      .example = "28.7 GHz"}),
       value(&MagnetisedPlasmaTerm::collision, {.name = "collision",
                                                .unit = "Hz",
                                                .fallback = "0 Hz",
                                                .range = nonNegative,
                                                .help = "Collision frequency over 2 pi.",
                                                .example = "3.18 GHz"}),
       value(&MagnetisedPlasmaTerm::field, {.name = "field",
                                            .unit = "T",
                                            .required = true,
                                            .help = "Magnetic flux density.",
                                            .example = "[0, 0, 1.7 T]"})});
}

Section<Material> plainKeys() {
  return {
      value(&Material::library,
            {.name = "library",
             .type = KeyType::text,
             .help = "Takes all keys from the material of this name that fluxtet brings along (docs/userGuide.md, "
                     "Materials); keys given here take their place.",
             .example = "muscle"}),
      tensorKey(&Material::epsilonR, &Material::epsilonTensor,
                {.name = "epsilon_r",
                 .fallback = "1",
                 .range = positive,
                 .help = "Relative permittivity; of a material with debye, drude, lorentz, poles or magnetisedPlasma "
                         "its limit at infinite frequency. With solver dgtd it may be a tensor, [xx, yy, zz] or [xx, "
                         "yy, zz, xy, xz, yz], positive definite.",
                 .example = "4"}),
      tensorKey(&Material::muR, &Material::muTensor,
                {.name = "mu_r",
                 .fallback = "1",
                 .range = positive,
                 .help = "Relative permeability; of a material with magnetic its limit at infinite frequency. It may "
                         "be a tensor like epsilon_r.",
                 .example = "1"}),
      tensorKey(&Material::sigma, &Material::sigmaTensor,
                {.name = "sigma",
                 .unit = "S/m",
                 .fallback = "0 S/m",
                 .range = nonNegative,
                 .help = "Electric conductivity. It may be a tensor like epsilon_r, without negative principal values.",
                 .example = "0.02 S/m",
                 .solver = toString(SolverKind::dgtd)}),
      axesKey(),
      value(
          &Material::density,
          {.name = "density",
           .unit = "kg/m^3",
           .range = positive,
           .help = "Mass density of a tissue, for the specific absorption rate; without it the material is no tissue.",
           .example = "1050 kg/m^3",
           .solver = toString(SolverKind::dgtd)}),
      value(&Material::remanence, {.name = "remanence",
                                   .unit = "T",
                                   .fallback = "[0, 0, 0]",
                                   .minSize = 2,
                                   .help = "Remanent flux density of a permanent magnet: x, y, z; x and y in a plane, "
                                           "r and z where axisymmetric.",
                                   .example = "[0, 1.2 T]",
                                   .solver = toString(SolverKind::statics)}),
  };
}

Section<Material> materialKeys() {
  Section<Material> keys = plainKeys();
  for (Field<Dispersion>& key : dispersionKeys("permittivity"))
    keys.push_back({std::move(key.key), [bind = std::move(key.bind)](const Value& given, Material& material) {
                      bind(given, material.dispersion);
                    }});
  keys.push_back(section(
      &Material::magnetic,
      {.name = "magnetic", .help = "What the permeability has besides mu_r.", .solver = toString(SolverKind::dgtd)},
      dispersionKeys("permeability")));
  keys.insert(keys.end(), {magnetisedPlasmaKey(), lossTangentKey(), coleColeKey(), tableKey()});
  return keys;
}

Field<CommonCase> materialsKey() {
  return mapOf(&CommonCase::materials, &Material::name,
               {.name = "materials",
                .required = true,
                .minSize = 1,
                .help = "Materials by name; `{}` is vacuum.",
                .example = "{vacuum: {}, glass: {epsilon_r: 4}}"},
               element<Material>({.name = "NAME", .help = "One material."}, materialKeys()));
}

/// Regions of a material that the case lacks are left out; checkCommon() names them.
void bindRegions(const Value& given, CommonCase& theCase) {
  for (const auto& [region, assigned] : given.members) {
    const std::string* wanted = assigned.get<std::string>();
    if (wanted && *wanted == cutOutWord) theCase.mesh.cutOut.push_back(region);
    const auto found = std::find_if(theCase.materials.begin(), theCase.materials.end(),
                                    [&](const Material& material) { return wanted && material.name == *wanted; });
    if (found != theCase.materials.end())
      theCase.regions.push_back({region, static_cast<int>(found - theCase.materials.begin()), assigned.nameMark});
  }
}

Field<CommonCase> regionsKey() {
  return marked(
      &CommonCase::regionsMark,
      {{.name = "regions",
        .type = KeyType::nameMap,
        .required = true,
        .minSize = 1,
        .help = "Material of each physical volume of the mesh (physical surface of a mesh of triangles). pec: a "
                "conductor that is cut out of the mesh; its skin is a surface of the same name, in `solver: dgtd` pec "
                "where boundaries do not say otherwise.",
        .example = "{Air: vacuum, Ball: glass}",
        .keys = {{.name = "VOLUME", .type = KeyType::text, .help = "Name of a material.", .example = "vacuum"}}},
       bindRegions});
}

}  // namespace

Key directoryKey() {
  return {
      .name = "directory",
      .fallback = "out",
      .help =
          "Folder of all results, relative to the directory in which fluxtet is started; files that are read, such as "
          "mesh.file, are relative to the case's folder.",
      .example = "out"};
}

Section<CommonCase> commonKeys() {
  return {
      value(&CommonCase::title,
            {.name = "title", .fallback = "''", .help = "One line for people.", .example = "Dielectric sphere"}),
      solverKey(),
      meshKey(),
      materialsKey(),
      regionsKey(),  // after the materials, among which it finds its own
  };
}

}  // namespace fluxtet
