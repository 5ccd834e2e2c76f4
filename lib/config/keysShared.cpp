// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that both solvers share: the mesh and its materials.
#include "lib/config/keys.hpp"

namespace fluxtet::config {

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr Range nonNegative{.min = 0};

Key perturbKey() {
  return {.name = "perturb",
          .type = KeyType::number,
          .fallback = "0",
          .range = {.min = 0, .max = 0.3},
          .help = "Moves interior vertices by up to this share of a cell, the same way every time.",
          .example = "0.2"};
}

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
              perturbKey(),
          }};
}

Key rectangleKey() {
  return {.name = "rectangle",
          .help =
              "A rectangle that needs no mesh file, cut into two triangles a cell: region `box`, curves `x-` `x+` "
              "`y-` `y+`; where axisymmetric, x is r and y is z.",
          .keys =
              {
                  {.name = "size",
                   .type = KeyType::vector,
                   .unit = "m",
                   .required = true,
                   .range = positive,
                   .minSize = 2,
                   .maxSize = 2,
                   .help = "Width and height.",
                   .example = "[20 mm, 10 mm]"},
                  {.name = "origin",
                   .type = KeyType::vector,
                   .unit = "m",
                   .fallback = "[0, 0]",
                   .minSize = 2,
                   .maxSize = 2,
                   .help = "Corner with the smallest coordinates.",
                   .example = "[-1 cm, 0]"},
                  {.name = "cells",
                   .type = KeyType::list,
                   .required = true,
                   .minSize = 2,
                   .maxSize = 2,
                   .help = "Number of cells along x and y.",
                   .example = "[64, 32]",
                   .keys = {{.name = "cells", .type = KeyType::integer, .range = {.min = 1}}}},
                  perturbKey(),
              },
          .solver = SolverKind::statics};
}

Key meshKey() {
  return {
      .name = "mesh",
      .required = true,
      .help =
          "Where the mesh comes from. `solver: dgtd` needs tetrahedra, `solver: static` takes tetrahedra or triangles.",
      .keys =
          {
              {.name = "file",
               .type = KeyType::filePath,
               .help = "Geometry or mesh: .geo, .step, .brep (meshed by Gmsh), .msh (Gmsh 2.2 and 4.1), or fluxtet's "
                       ".h5; relative to the folder of the case file.",
               .example = "sphere.geo"},
              boxKey(),
              rectangleKey(),
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
               .help = "Length of one unit of the mesh file; not for .step, which has its own.",
               .example = "1 mm",
               .onlyWith = "file"},
              {.name = "parameters",
               .type = KeyType::nameMap,
               .fallback = "{}",
               .help = "Numbers of a parametrised .geo (DefineConstant), in the .geo's own units.",
               .example = "{radius: 0.5}",
               .keys = {{.name = "NAME", .type = KeyType::number, .help = "Value of the constant.", .example = "0.5"}},
               .onlyWith = "file"},
              {.name = "timeLimit",
               .type = KeyType::number,
               .unit = "s",
               .range = positive,
               .help = "How long Gmsh may take to read the file, and to mesh it; without it, what a sound file needs: "
                       "a minute and a second for each MB of a .msh, else an hour (CAD is read in less).",
               .example = "4 h",
               .onlyWith = "file"},
              {.name = "refine",
               .type = KeyType::integer,
               .fallback = "0",
               .range = {.min = 0, .max = 8},
               .help =
                   "Uniform refinements; each cuts every tetrahedron into 8, every triangle into 4; straight-sided: "
                   "curved boundaries keep their polygon.",
               .example = "1"},
          },
      .exactlyOneOf = {{"file", "box", "rectangle"}}};
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
                         .example = "0.02 S/m",
                         .solver = SolverKind::dgtd},
                        {.name = "density",
                         .type = KeyType::number,
                         .unit = "kg/m^3",
                         .range = positive,
                         .help = "Mass density of a tissue, for the specific absorption rate; without it the material "
                                 "is no tissue.",
                         .example = "1050 kg/m^3",
                         .solver = SolverKind::dgtd},
                        {.name = "remanence",
                         .type = KeyType::vector,
                         .unit = "T",
                         .fallback = "[0, 0, 0]",
                         .minSize = 2,
                         .help = "Remanent flux density of a permanent magnet: x, y, z; x and y in a plane, r and z "
                                 "where axisymmetric.",
                         .example = "[0, 1.2 T]",
                         .solver = SolverKind::statics},
                    }}}};
}

Key regionsKey() {
  return {.name = "regions",
          .type = KeyType::nameMap,
          .required = true,
          .minSize = 1,
          .help = "Material of each physical volume of the mesh (physical surface of a mesh of triangles).",
          .example = "{Air: vacuum, Ball: glass}",
          .keys = {{.name = "VOLUME", .type = KeyType::text, .help = "Name of a material.", .example = "vacuum"}}};
}

}  // namespace

Key directoryKey() {
  return {
      .name = "directory",
      .type = KeyType::text,
      .fallback = "out",
      .help =
          "Folder of all results, relative to the directory in which fluxtet is started; files that are read, such as "
          "mesh.file, are relative to the case's folder.",
      .example = "out"};
}

std::vector<Key> sharedKeys() {
  return {
      {.name = "title",
       .type = KeyType::text,
       .fallback = "''",
       .help = "One line for people.",
       .example = "Dielectric sphere"},
      {.name = "solver",
       .type = KeyType::choice,
       .fallback = "dgtd",
       .choices = {"dgtd", "static"},
       .help = "Maxwell's equations in the time domain (dgtd), or static electric and magnetic fields (static).",
       .example = "static"},
      meshKey(),
      materialsKey(),
      regionsKey(),
  };
}

}  // namespace fluxtet::config
