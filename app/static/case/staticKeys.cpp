// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/case/staticKeys.hpp"

namespace fluxtet::statics {

using namespace config;

namespace {

Section<StaticSettings> solveKeys() {
  return {
      value(&StaticSettings::preconditioner,
            {.name = "preconditioner",
             .fallback = "jacobi",
             .help = "jacobi: the diagonal; amg: algebraic multigrid of hypre, which needs an assembled matrix.",
             .example = "jacobi"}),
      value(&StaticSettings::tolerance,
            {.name = "tolerance",
             .derived = "1e-10 with `precision: double`, 1e-5 with `single`",
             .range = {.min = 0, .max = 1, .minOpen = true, .maxOpen = true},
             .help = "The solver stops when sqrt((r, M^-1 r)) of the residual r, with the preconditioner M, is this "
                     "share of that of the right-hand side; |b - A x| / |b|, which the log and summary.json tell, is "
                     "another norm and may be some times larger.",
             .example = "1e-8"}),
      value(&StaticSettings::maxIterations, {.name = "maxIterations",
                                             .fallback = "20000",
                                             .range = {.min = 1},
                                             .help = "Iterations after which it gives up.",
                                             .example = "5000"}),
  };
}

Section<StaticSettings> problemKeys() {
  return {
      value(&StaticSettings::problem,
            {.name = "problem",
             .required = true,
             .help = "electrostatic: electric potential V; magnetostatic: vector potential of currents that flow "
                     "along z or phi (triangles); scalarMagnetic: magnetic potential where no current flows.",
             .example = "electrostatic"}),
      value(&StaticSettings::symmetry,
            {.name = "symmetry",
             .fallback = "planar",
             .help = "What a mesh of triangles stands for: a plane, or the half plane (r, z) of a body of rotation.",
             .example = "axisymmetric"}),
      value(&StaticSettings::order, {.name = "order",
                                     .fallback = "1",
                                     .range = {.min = 1, .max = 2},
                                     .help = "Polynomial degree of the elements.",
                                     .example = "2"}),
      choice(&StaticSettings::singlePrecision, {{"single", true}, {"double", false}},
             {.name = "precision",
              .fallback = "double",
              .help = "Floating-point precision of the equations; single loses digits with fine meshes and with "
                      "materials that differ by much, and a run warns of it.",
              .example = "double"}),
  };
}

Section<StaticSettings> methodKeys() {
  return {
      value(&StaticSettings::assembly,
            {.name = "assembly",
             .fallback = "gather",
             .help = "How the equations come to be: the first six assemble a matrix, the others go element by element "
                     "in every iteration. All give the same solution.",
             .example = "sortReduce"}),
      value(&StaticSettings::reduction,
            {.name = "reduction",
             .fallback = "shuffle",
             .help = "How `assembly: ebe` sums over the threads of a GPU; the other methods do not use it.",
             .example = "shuffle"}),
      group<StaticSettings>({.name = "solve", .fallback = "{}", .help = "Conjugate gradients for the equations."},
                            solveKeys()),
      value(&StaticSettings::threads, {.name = "threads",
                                       .fallback = "0",
                                       .range = {.min = 0, .max = 4096},
                                       .help = "OpenMP threads per rank; 0 shares the host's cores among its ranks.",
                                       .example = "4"}),
  };
}

Field<StaticCase> staticKey() {
  Section<StaticSettings> keys = problemKeys();
  for (Field<StaticSettings>& key : methodKeys()) keys.push_back(std::move(key));
  return section(&StaticCase::settings,
                 {.name = "static",
                  .required = true,
                  .help = "Which static field is sought, and how. Energies, charges, fluxes and forces of a plane "
                          "problem are those of one metre of depth."},
                 std::move(keys));
}

}  // namespace

Section<StaticCase> staticKeys() {
  return {staticBoundariesKey(), staticSourcesKey(), staticKey(), staticOutputKey()};
}

}  // namespace fluxtet::statics
