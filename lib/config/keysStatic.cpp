// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that `solver: static` alone has, but for its boundaries, sources and output.
#include "lib/config/keys.hpp"

#include <utility>

namespace fluxtet::config {

namespace {

Key solveKey() {
  return {.name = "solve",
          .fallback = "{}",
          .help = "Conjugate gradients for the equations.",
          .keys = {
              {.name = "preconditioner",
               .type = KeyType::choice,
               .fallback = "jacobi",
               .choices = {"none", "jacobi", "amg"},
               .help = "jacobi: the diagonal; amg: algebraic multigrid of hypre, which needs an assembled matrix.",
               .example = "jacobi"},
              {.name = "tolerance",
               .type = KeyType::number,
               .derived = "1e-10 with `precision: double`, 1e-5 with `single`",
               .range = {.min = 0, .max = 1, .minOpen = true, .maxOpen = true},
               .help = "The solver stops when sqrt((r, M^-1 r)) of the residual r, with the preconditioner M, is this "
                       "share of that of the right-hand side; |b - A x| / |b|, which the log and summary.json tell, is "
                       "another norm and may be some times larger.",
               .example = "1e-8"},
              {.name = "maxIterations",
               .type = KeyType::integer,
               .fallback = "20000",
               .range = {.min = 1},
               .help = "Iterations after which it gives up.",
               .example = "5000"},
          }};
}

std::vector<Key> methodKeys() {
  return {
      {.name = "assembly",
       .type = KeyType::choice,
       .fallback = "gather",
       .choices = {"gather", "scatter", "sortReduce", "linkedList", "sortNodes", "linkNodes", "ebe", "ebeColoured",
                   "ebeRecompute"},
       .help = "How the equations come to be: the first six assemble a matrix, the others go element by element in "
               "every iteration. All give the same solution.",
       .example = "sortReduce"},
      {.name = "reduction",
       .type = KeyType::choice,
       .fallback = "shuffle",
       .choices = {"adjacent", "remapped", "shuffle"},
       .help = "How `assembly: ebe` sums over the threads of a GPU; the other methods do not use it.",
       .example = "shuffle"},
  };
}

Key staticKey() {
  Key key{
      .name = "static",
      .required = true,
      .help =
          "Which static field is sought, and how. Energies, charges, fluxes and forces of a plane problem are "
          "those of one metre of depth.",
      .keys = {
          {.name = "problem",
           .type = KeyType::choice,
           .required = true,
           .choices = {"electrostatic", "magnetostatic", "scalarMagnetic"},
           .help = "electrostatic: electric potential V; magnetostatic: vector potential of currents that flow "
                   "along z or phi (triangles); scalarMagnetic: magnetic potential where no current flows.",
           .example = "electrostatic"},
          {.name = "symmetry",
           .type = KeyType::choice,
           .fallback = "planar",
           .choices = {"planar", "axisymmetric"},
           .help = "What a mesh of triangles stands for: a plane, or the half plane (r, z) of a body of rotation.",
           .example = "axisymmetric"},
          {.name = "order",
           .type = KeyType::integer,
           .fallback = "1",
           .range = {.min = 1, .max = 2},
           .help = "Polynomial degree of the elements.",
           .example = "2"},
          {.name = "precision",
           .type = KeyType::choice,
           .fallback = "double",
           .choices = {"single", "double"},
           .help = "Floating-point precision of the equations; single loses digits with fine meshes and with materials "
                   "that differ by much, and a run warns of it.",
           .example = "double"},
      }};
  for (Key& method : methodKeys()) key.keys.push_back(std::move(method));
  key.keys.push_back(solveKey());
  key.keys.push_back({.name = "threads",
                      .type = KeyType::integer,
                      .fallback = "0",
                      .range = {.min = 0, .max = 4096},
                      .help = "OpenMP threads per rank; 0 shares the host's cores among its ranks.",
                      .example = "4"});
  return key;
}

}  // namespace

std::vector<Key> staticKeys() {
  return {staticBoundariesKey(), staticSourcesKey(), staticKey(), staticOutputKey()};
}

}  // namespace fluxtet::config
