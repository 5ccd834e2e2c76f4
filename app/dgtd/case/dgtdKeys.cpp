// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/dgtdKeys.hpp"

#include "lib/basis/orders.hpp"

namespace fluxtet::dgtd {

using namespace config;

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr double largestInt = 2147483647;

config::Field<DgtdCase> boundariesKey() {
  return marked(
      &DgtdCase::boundariesMark,
      mapOf(&DgtdCase::boundaries, &BoundaryAssignment::surface,
            {.name = "boundaries",
             .fallback = "{}",
             .help = "Condition on physical surfaces of the mesh; every outer surface needs one, a pec or pmc surface "
                     "may also lie inside (a thin sheet).",
             .example = "{Outer: absorbing}"},
            value(&BoundaryAssignment::kind,
                  {.name = "SURFACE",
                   .help = "Perfect electric or magnetic conductor, or Silver-Mueller absorbing condition.",
                   .example = "absorbing"})));
}

config::Field<CavityMode> halfWavesKey(int CavityMode::*number, const std::string& name, const std::string& axis,
                                       const std::string& example) {
  return value(number, {.name = name,
                        .required = true,
                        .range = {.min = 0, .max = 1000},
                        .help = "Half waves along " + axis + ".",
                        .example = example});
}

config::Field<DgtdCase> initialKey() {
  return group<DgtdCase>(
      {.name = "initial", .help = "Field at the start; without it everything starts at zero."},
      {section(&DgtdCase::cavityMode,
               {.name = "cavityMode",
                .required = true,
                .help = "Standing wave TE or TM mnp (to z) of the PEC box that bounds the mesh, exact in time."},
               {
                   halfWavesKey(&CavityMode::m, "m", "x", "1"),
                   halfWavesKey(&CavityMode::n, "n", "y", "1"),
                   halfWavesKey(&CavityMode::p, "p", "z", "0"),
                   choice(&CavityMode::tm, {{"tm", true}, {"te", false}},
                          {.name = "type",
                           .required = true,
                           .help = "tm: no H along z (m, n >= 1); te: no E along z (m + n >= 1, p >= 1).",
                           .example = "tm"}),
                   value(&CavityMode::amplitude, {.name = "amplitude",
                                                  .unit = "V/m",
                                                  .fallback = "1 V/m",
                                                  .range = positive,
                                                  .help = "Largest |E| in space and time.",
                                                  .example = "1 V/m"}),
               })});
}

Section<DgtdSettings> discretisationKeys() {
  return {
      value(&DgtdSettings::order, {.name = "order",
                                   .fallback = "2",
                                   .range = {.min = minOrder, .max = maxOrder},
                                   .help = "Polynomial degree of the elements.",
                                   .example = "3"}),
      value(&DgtdSettings::flux,
            {.name = "flux",
             .fallback = "penalised",
             .help = "Flux between elements. centred conserves energy, but narrow sources excite fields that are no "
                     "waves; penalised damps those by a share of the jumps between elements; upwind takes all of them.",
             .example = "centred"}),
      value(&DgtdSettings::penalty,
            {.name = "penalty",
             .derived = "0.2 with the penalised flux",
             .range = {.min = 0, .max = 1},
             .help = "Share of the upwind flux's jump terms in the penalised flux; the time step shrinks as it grows.",
             .example = "0.5"}),
      value(&DgtdSettings::scheme, {.name = "scheme",
                                    .derived = "leapFrog, but rungeKutta with the upwind flux",
                                    .help = "Time stepping; the upwind flux needs rungeKutta.",
                                    .example = "leapFrog"}),
  };
}

Section<DgtdSettings> computationKeys() {
  return {
      value(&DgtdSettings::kernels,
            {.name = "kernels",
             .fallback = "fused",
             .help = "One pass over the elements per half step, or the published three; same fields to rounding.",
             .example = "fused"}),
      value(&DgtdSettings::exchange,
            {.name = "exchange",
             .fallback = "auto",
             .help = "How traces go between GPUs: through page-locked host memory (pinned: memory that ranks of one "
                     "host share, MPI between hosts; staged: always MPI), by an MPI that takes device memory, or "
                     "straight into the other GPU's memory; auto takes the best that works for each pair of ranks.",
             .example = "pinned"}),
      value(&DgtdSettings::precision, {.name = "precision",
                                       .fallback = "single",
                                       .help = "Floating-point precision of the fields.",
                                       .example = "double"}),
      value(&DgtdSettings::cfl, {.name = "cfl",
                                 .fallback = "0.9",
                                 .range = {.min = 0, .max = 1, .minOpen = true},
                                 .help = "Time step as a share of the stability limit.",
                                 .example = "0.9"}),
      value(&DgtdSettings::threads, {.name = "threads",
                                     .fallback = "0",
                                     .range = {.min = 0, .max = 4096},
                                     .help = "OpenMP threads per rank; 0 shares the host's cores among its ranks.",
                                     .example = "4"}),
  };
}

config::Field<DgtdCase> dgtdKey() {
  Section<DgtdSettings> keys = discretisationKeys();
  for (config::Field<DgtdSettings>& key : computationKeys()) keys.push_back(std::move(key));
  return section(&DgtdCase::dgtd,
                 {.name = "dgtd", .fallback = "{}", .help = "The discontinuous Galerkin method in the time domain."},
                 std::move(keys));
}

config::Field<DgtdCase> timeKey() {
  return section(
      &DgtdCase::time,
      {.name = "time", .required = true, .help = "How long to simulate.", .exactlyOneOf = {{"end", "steps"}}},
      {
          value(&TimeSettings::end, {.name = "end",
                                     .unit = "s",
                                     .range = positive,
                                     .help = "Simulated time at which the run ends.",
                                     .example = "10 ns"}),
          value(&TimeSettings::steps, {.name = "steps",
                                       .range = {.min = 1},
                                       .help = "Number of time steps after which the run ends.",
                                       .example = "1000"}),
          value(&TimeSettings::maxStep, {.name = "maxStep",
                                         .unit = "s",
                                         .range = positive,
                                         .help = "A smaller time step than stability asks for.",
                                         .example = "1 ps"}),
          value(&TimeSettings::untilDecay,
                {.name = "untilDecay",
                 .unit = "dB",
                 .range = {.max = 0, .maxOpen = true},
                 .help = "Ends the run earlier, when the energy has fallen so far below its peak and the sources are "
                         "over.",
                 .example = "-60 dB"}),
      });
}

config::Field<DgtdCase> partitionKey() {
  return section(
      &DgtdCase::partition,
      {.name = "partition", .fallback = "{}", .help = "How the mesh is cut into one part per rank."},
      {
          value(&partition::PartitionSettings::method,
                {.name = "method",
                 .fallback = "auto",
                 .help = "metis cuts the dual graph, box cuts space; auto takes box for mesh.box and metis otherwise.",
                 .example = "metis"}),
          value(&partition::PartitionSettings::seed, {.name = "seed",
                                                      .fallback = "1",
                                                      .range = {.min = 0, .max = largestInt},
                                                      .help = "Seed of METIS, so that a partition can be repeated.",
                                                      .example = "1"}),
          value(&partition::PartitionSettings::weights,
                {.name = "weights",
                 .fallback = "auto",
                 .help = "What METIS balances. none: elements; cpu: their work on a CPU, where absorbing faces, "
                         "incident waves and currents cost more; auto: cpu where `run` computes on the CPU, none on "
                         "GPUs and in `fluxtet mesh`.",
                 .example = "none"}),
      });
}

}  // namespace

Section<DgtdCase> dgtdKeys() {
  return {boundariesKey(), initialKey(), sourcesKey(), dgtdKey(), timeKey(), partitionKey(), outputKey()};
}

}  // namespace fluxtet::dgtd
