// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "config/keys.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fluxtet::config {

std::string toString(const Range& range) {
  const std::string low = std::isfinite(range.min) ? fmt::format("{} {}", range.minOpen ? ">" : ">=", range.min) : "";
  const std::string high = std::isfinite(range.max) ? fmt::format("{} {}", range.maxOpen ? "<" : "<=", range.max) : "";
  if (low.empty() || high.empty()) return low + high;
  if (!range.minOpen && !range.maxOpen) return fmt::format("{}..{}", range.min, range.max);
  return fmt::format("{} and {}", low, high);
}

const Key* Key::find(const std::string& child) const {
  for (const Key& key : keys)
    if (key.name == child) return &key;
  return nullptr;
}

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr Range nonNegative{.min = 0};
constexpr double largestInt = 2147483647;

Key boxKey() {
  return {.name = "box",
          .help =
              "A box that needs no mesh file, cut into six tetrahedra a cell: volume `box`, surfaces `x-` `x+` "
              "`y-` `y+` `z-` `z+`.",
          .keys = {
              {.name = "size",
               .type = KeyType::vector,
               .unit = "m",
               .required = true,
               .range = positive,
               .help = "Edge lengths.",
               .example = "[1 m, 1 m, 1 m]"},
              {.name = "origin",
               .type = KeyType::vector,
               .unit = "m",
               .fallback = "[0, 0, 0]",
               .help = "Corner with the smallest coordinates.",
               .example = "[-5 cm, 0, 0]"},
              {.name = "cells",
               .type = KeyType::list,
               .required = true,
               .minSize = 3,
               .maxSize = 3,
               .help = "Number of cells along x, y and z.",
               .example = "[16, 16, 16]",
               .keys = {{.name = "cells", .type = KeyType::integer, .range = {.min = 1}}}},
              {.name = "perturb",
               .type = KeyType::number,
               .fallback = "0",
               .range = {.min = 0, .max = 0.3},
               .help = "Moves interior vertices by up to this share of a cell, the same way every time.",
               .example = "0.2"},
          }};
}

Key meshKey() {
  return {
      .name = "mesh",
      .required = true,
      .help = "Where the tetrahedral mesh comes from: a file, or a box.",
      .keys =
          {
              {.name = "file",
               .type = KeyType::filePath,
               .help = "Geometry or mesh: .geo, .step, .brep (meshed by Gmsh), .msh (Gmsh 2.2 and 4.1), or fluxtet's "
                       ".h5; relative to the folder of the case file.",
               .example = "sphere.geo"},
              boxKey(),
              {.name = "size",
               .type = KeyType::number,
               .unit = "m",
               .range = positive,
               .help = "Largest element size where Gmsh meshes; without it the geometry's own sizes.",
               .example = "20 mm",
               .onlyWith = "file"},
              {.name = "scale",
               .type = KeyType::number,
               .unit = "m",
               .fallback = "1 m",
               .range = positive,
               .help = "Length of one unit of the mesh file.",
               .example = "1 mm",
               .onlyWith = "file"},
              {.name = "parameters",
               .type = KeyType::nameMap,
               .fallback = "{}",
               .help = "Numbers of a parametrised .geo (DefineConstant), in the .geo's own units.",
               .example = "{radius: 0.5}",
               .keys = {{.name = "NAME", .type = KeyType::number, .help = "Value of the constant.", .example = "0.5"}},
               .onlyWith = "file"},
              {.name = "refine",
               .type = KeyType::integer,
               .fallback = "0",
               .range = {.min = 0, .max = 8},
               .help = "Uniform refinements; each cuts every tetrahedron into 8.",
               .example = "1"},
          },
      .exactlyOneOf = {{"file", "box"}}};
}

Key materialsKey() {
  return {.name = "materials",
          .type = KeyType::nameMap,
          .required = true,
          .minSize = 1,
          .help = "Materials by name; `{}` is vacuum.",
          .example = "{vacuum: {}, glass: {epsilon_r: 4}}",
          .keys = {{.name = "NAME",
                    .help = "One material.",
                    .keys = {
                        {.name = "epsilon_r",
                         .type = KeyType::number,
                         .fallback = "1",
                         .range = positive,
                         .help = "Relative permittivity.",
                         .example = "4"},
                        {.name = "mu_r",
                         .type = KeyType::number,
                         .fallback = "1",
                         .range = positive,
                         .help = "Relative permeability.",
                         .example = "1"},
                        {.name = "sigma",
                         .type = KeyType::number,
                         .unit = "S/m",
                         .fallback = "0 S/m",
                         .range = nonNegative,
                         .help = "Electric conductivity.",
                         .example = "0.02 S/m"},
                    }}}};
}

Key regionsKey() {
  return {.name = "regions",
          .type = KeyType::nameMap,
          .required = true,
          .minSize = 1,
          .help = "Material of each physical volume of the mesh.",
          .example = "{Air: vacuum, Ball: glass}",
          .keys = {{.name = "VOLUME", .type = KeyType::text, .help = "Name of a material.", .example = "vacuum"}}};
}

Key boundariesKey() {
  return {.name = "boundaries",
          .type = KeyType::nameMap,
          .fallback = "{}",
          .help =
              "Condition on physical surfaces of the mesh; every outer surface needs one, a pec or pmc surface may "
              "also lie inside (a thin sheet).",
          .example = "{Outer: absorbing}",
          .keys = {{.name = "SURFACE",
                    .type = KeyType::choice,
                    .choices = {"pec", "pmc", "absorbing"},
                    .help = "Perfect electric or magnetic conductor, or Silver-Mueller absorbing condition.",
                    .example = "absorbing"}}};
}

Key initialKey() {
  return {.name = "initial",
          .help = "Field at the start; without it everything starts at zero.",
          .keys = {
              {.name = "cavityMode",
               .required = true,
               .help = "Standing wave TE or TM mnp (to z) of the PEC box that bounds the mesh, exact in time.",
               .keys =
                   {
                       {.name = "m",
                        .type = KeyType::integer,
                        .required = true,
                        .range = {.min = 0, .max = 1000},
                        .help = "Half waves along x.",
                        .example = "1"},
                       {.name = "n",
                        .type = KeyType::integer,
                        .required = true,
                        .range = {.min = 0, .max = 1000},
                        .help = "Half waves along y.",
                        .example = "1"},
                       {.name = "p",
                        .type = KeyType::integer,
                        .required = true,
                        .range = {.min = 0, .max = 1000},
                        .help = "Half waves along z.",
                        .example = "0"},
                       {.name = "type",
                        .type = KeyType::choice,
                        .required = true,
                        .choices = {"tm", "te"},
                        .help = "tm: no H along z (m, n >= 1); te: no E along z (m + n >= 1, p >= 1).",
                        .example = "tm"},
                       {.name = "amplitude",
                        .type = KeyType::number,
                        .unit = "V/m",
                        .fallback = "1 V/m",
                        .range = positive,
                        .help = "Largest |E| in space and time.",
                        .example = "1 V/m"},
                   }},
          }};
}

Key dgtdKey() {
  return {.name = "dgtd",
          .fallback = "{}",
          .help = "The discontinuous Galerkin method in the time domain.",
          .keys = {
              {.name = "order",
               .type = KeyType::integer,
               .fallback = "2",
               .range = {.min = 1, .max = 4},
               .help = "Polynomial degree of the elements.",
               .example = "3"},
              {.name = "flux",
               .type = KeyType::choice,
               .fallback = "centred",
               .choices = {"centred", "upwind"},
               .help = "centred conserves energy; upwind damps what the mesh does not resolve.",
               .example = "centred"},
              {.name = "scheme",
               .type = KeyType::choice,
               .derived = "leapFrog with the centred flux, rungeKutta with upwind",
               .choices = {"leapFrog", "rungeKutta"},
               .help = "Time stepping; the upwind flux needs rungeKutta.",
               .example = "leapFrog"},
              {.name = "kernels",
               .type = KeyType::choice,
               .fallback = "fused",
               .choices = {"fused", "split"},
               .help = "One pass over the elements per half step, or the published three; same fields to rounding.",
               .example = "fused"},
              {.name = "exchange",
               .type = KeyType::choice,
               .fallback = "auto",
               .choices = {"auto", "pinned", "gpuAware", "peer"},
               .help = "How traces go between GPUs: through page-locked host memory, by an MPI that takes device memory, or straight "
                       "into the other GPU's memory; auto takes the best that works for each pair of ranks.",
               .example = "pinned"},
              {.name = "precision",
               .type = KeyType::choice,
               .fallback = "single",
               .choices = {"single", "double"},
               .help = "Floating-point precision of the fields.",
               .example = "double"},
              {.name = "cfl",
               .type = KeyType::number,
               .fallback = "0.9",
               .range = {.min = 0, .max = 1, .minOpen = true},
               .help = "Time step as a share of the stability limit.",
               .example = "0.9"},
              {.name = "threads",
               .type = KeyType::integer,
               .fallback = "0",
               .range = {.min = 0, .max = 4096},
               .help = "OpenMP threads per rank; 0 shares the host's cores among its ranks.",
               .example = "4"},
          }};
}

Key timeKey() {
  return {
      .name = "time",
      .required = true,
      .help = "How long to simulate.",
      .keys =
          {
              {.name = "end",
               .type = KeyType::number,
               .unit = "s",
               .range = positive,
               .help = "Simulated time at which the run ends.",
               .example = "10 ns"},
              {.name = "steps",
               .type = KeyType::integer,
               .range = {.min = 1},
               .help = "Number of time steps after which the run ends.",
               .example = "1000"},
              {.name = "maxStep",
               .type = KeyType::number,
               .unit = "s",
               .range = positive,
               .help = "A smaller time step than stability asks for.",
               .example = "1 ps"},
              {.name = "untilDecay",
               .type = KeyType::number,
               .unit = "dB",
               .range = {.max = 0, .maxOpen = true},
               .help =
                   "Ends the run earlier, when the energy has fallen so far below its peak and the sources are over.",
               .example = "-60 dB"},
          },
      .exactlyOneOf = {{"end", "steps"}}};
}

Key partitionKey() {
  return {.name = "partition",
          .fallback = "{}",
          .help = "How the mesh is cut into one part per rank.",
          .keys = {
              {.name = "method",
               .type = KeyType::choice,
               .fallback = "auto",
               .choices = {"auto", "metis", "box"},
               .help = "metis cuts the dual graph, box cuts space; auto takes box for mesh.box and metis otherwise.",
               .example = "metis"},
              {.name = "seed",
               .type = KeyType::integer,
               .fallback = "1",
               .range = {.min = 0, .max = largestInt},
               .help = "Seed of METIS, so that a partition can be repeated.",
               .example = "1"},
          }};
}

Key makeCaseKey() {
  return {.name = "",
          .help = "The whole case file.",
          .keys = {
              {.name = "title",
               .type = KeyType::text,
               .fallback = "''",
               .help = "One line for people.",
               .example = "Dielectric sphere"},
              {.name = "solver",
               .type = KeyType::choice,
               .fallback = "dgtd",
               .choices = {"dgtd"},
               .help = "Maxwell's equations in the time domain (dgtd).",
               .example = "dgtd"},
              meshKey(),
              materialsKey(),
              regionsKey(),
              boundariesKey(),
              initialKey(),
              sourcesKey(),
              dgtdKey(),
              timeKey(),
              partitionKey(),
              outputKey(),
          }};
}

}  // namespace

const Key& caseKey() {
  static const Key key = makeCaseKey();
  return key;
}

}  // namespace fluxtet::config
