// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that `solver: dgtd` alone has, but for its sources and output.
#include "lib/config/keys.hpp"

namespace fluxtet::config {

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr double largestInt = 2147483647;

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
  return {
      .name = "dgtd",
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
           .fallback = "penalised",
           .choices = {"penalised", "centred", "upwind"},
           .help = "Flux between elements. centred conserves energy, but narrow sources excite fields that are no "
                   "waves; penalised damps those by a share of the jumps between elements; upwind takes all of them.",
           .example = "centred"},
          {.name = "penalty",
           .type = KeyType::number,
           .derived = "0.2 with the penalised flux",
           .range = {.min = 0, .max = 1},
           .help = "Share of the upwind flux's jump terms in the penalised flux; the time step shrinks as it grows.",
           .example = "0.5"},
          {.name = "scheme",
           .type = KeyType::choice,
           .derived = "leapFrog, but rungeKutta with the upwind flux",
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
           .choices = {"auto", "pinned", "staged", "gpuAware", "peer"},
           .help = "How traces go between GPUs: through page-locked host memory (pinned: memory that ranks of one "
                   "host share, MPI between hosts; staged: always MPI), by an MPI that takes device memory, or "
                   "straight into the other GPU's memory; auto takes the best that works for each pair of ranks.",
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
  return {
      .name = "partition",
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
          {.name = "weights",
           .type = KeyType::choice,
           .fallback = "auto",
           .choices = {"auto", "cpu", "none"},
           .help =
               "What METIS balances. none: elements; cpu: their work on a CPU, where absorbing faces, incident waves "
               "and currents cost more; auto: cpu where `run` computes on the CPU, none on GPUs and in `fluxtet mesh`.",
           .example = "none"},
      }};
}

}  // namespace

std::vector<Key> dgtdKeys() {
  return {boundariesKey(), initialKey(), dgtdSourcesKey(), dgtdKey(), timeKey(), partitionKey(), dgtdOutputKey()};
}

}  // namespace fluxtet::config
