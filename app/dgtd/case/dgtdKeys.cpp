// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/case/dgtdKeys.hpp"

#include "lib/basis/orders.hpp"

namespace fluxtet::dgtd {

using namespace config;

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr double largestInt = 2147483647;

/// What a layer is like, whoever made its elements.
Section<LayerSettings> absorptionKeys() {
  return {
      value(&LayerSettings::reflection,
            {.name = "reflection",
             .unit = "dB",
             .derived = "-200 dB at order 1 and 2, -160 dB at 3 and 4; more where a sub-layer would absorb too much",
             .range = {.max = 0, .maxOpen = true},
             .help = "Reflection at normal incidence of a layer that the mesh resolves.",
             .example = "-160 dB"}),
      value(&LayerSettings::grading, {.name = "grading",
                                      .derived = "2 at order 1 and 2, 1 at 3 and 4",
                                      .range = {.min = 0, .max = 6},
                                      .help = "Power of the depth with which the absorption grows.",
                                      .example = "2"}),
      value(&LayerSettings::alpha,
            {.name = "alpha",
             .unit = "Hz",
             .derived = "0.4 of the lowest frequency of output.dft, at most 0.02 of the highest frequency",
             .range = positive,
             .help =
                 "Frequency shift of the layer: it keeps static fields bounded, and absorbs less below it. Deep in the "
                 "layer it is at least a two-hundredth of the layer's own rate of decay.",
             .example = "20 MHz"}),
  };
}

}  // namespace

/// A layer that the program adds.
Section<LayerSettings> layerKeys() {
  Section<LayerSettings> keys{
      value(&LayerSettings::layers, {.name = "layers",
                                     .derived = "12, 8, 4, 4 at order 1 to 4",
                                     .range = {.min = 1, .max = 100},
                                     .help = "Number of sub-layers, each one element thick.",
                                     .example = "8"}),
      value(&LayerSettings::thickness, {.name = "thickness",
                                        .unit = "m",
                                        .derived = "as many mean edges of the surface's triangles as sub-layers",
                                        .range = positive,
                                        .help = "Thickness of all sub-layers together.",
                                        .example = "60 mm"}),
  };
  for (config::Field<LayerSettings>& key : absorptionKeys()) keys.push_back(std::move(key));
  return keys;
}

namespace {

/// What else an entry of `boundaries:` may be, besides a layer.
Section<BoundaryAssignment> cellKeys() {
  return {
      value(&BoundaryAssignment::partner,
            {.name = "periodic",
             .help = "The surface that is a copy of this one, one period away: what leaves through one enters through "
                     "the other, as in an endless array of such cells. The partner needs no entry.",
             .example = "Right"}),
      value(
          &BoundaryAssignment::symmetry,
          {.name = "symmetry",
           .help = "A plane of symmetry of the whole device: electric where the electric field is across it, as of a "
                   "pec wall, magnetic where it is along it, as of a pmc wall. Results are those of the whole device.",
           .example = "magnetic"}),
  };
}

/// The kind that the one key of a section tells. A periodic surface is taken out of the list afterwards.
BoundaryKind kindOfKeys(const BoundaryAssignment& boundary) {
  if (boundary.symmetry == Symmetry::electric) return BoundaryKind::pec;
  if (boundary.symmetry == Symmetry::magnetic) return BoundaryKind::pmc;
  if (boundary.impedance) return BoundaryKind::impedance;
  if (boundary.conductor) return BoundaryKind::conductor;
  if (boundary.sheet) return BoundaryKind::sheet;
  return BoundaryKind::pml;
}

/// A word, or a section with one key.
config::Field<BoundaryAssignment> conditionKey() {
  Section<BoundaryAssignment> keys{section(
      &BoundaryAssignment::layer,
      {.name = toString(BoundaryKind::pml), .help = "An absorbing layer; the word alone: defaults."}, layerKeys())};
  for (config::Field<BoundaryAssignment>& key : wallKeys()) keys.push_back(std::move(key));
  for (config::Field<BoundaryAssignment>& key : cellKeys()) keys.push_back(std::move(key));
  config::Field<BoundaryAssignment> field = group<BoundaryAssignment>(
      {.name = "SURFACE",
       .type = KeyType::wordOrSection,
       .help = "Perfect electric or magnetic conductor; Silver-Mueller absorbing condition, for waves from straight "
               "ahead; a perfectly matched layer, which the program adds outside of the sides of a box; a wall with an "
               "impedance; the surface of a metal; a resistive film inside of the mesh; a periodic surface; or a plane "
               "of symmetry.",
       .example = "pml",
       .exactlyOneOf = {{toString(BoundaryKind::pml), toString(BoundaryKind::impedance),
                         toString(BoundaryKind::conductor), toString(BoundaryKind::sheet), "periodic", "symmetry"}}},
      std::move(keys));
  for (const BoundaryRow& row : boundaryRows)
    if (!row.hasLaw) field.key.choices.emplace_back(row.choice.name);
  field.bind = [bindKeys = std::move(field.bind)](const Value& given, BoundaryAssignment& boundary) {
    const bool isWord = store(given, boundary.kind);
    bindKeys(given, boundary);
    if (!isWord) boundary.kind = kindOfKeys(boundary);
  };
  return field;
}

/// Moves the periodic surfaces to a list of their own: they are no conditions.
void takePeriodicPairs(DgtdCase& theCase) {
  for (const BoundaryAssignment& boundary : theCase.boundaries)
    if (!boundary.partner.empty()) theCase.periodic.push_back({boundary.surface, boundary.partner, boundary.mark});
  std::erase_if(theCase.boundaries, [](const BoundaryAssignment& boundary) { return !boundary.partner.empty(); });
}

config::Field<DgtdCase> boundariesKey() {
  config::Field<DgtdCase> field = marked(
      &DgtdCase::boundariesMark,
      mapOf(&DgtdCase::boundaries, &BoundaryAssignment::surface,
            {.name = "boundaries",
             .fallback = "{}",
             .help =
                 "Condition on physical surfaces of the mesh; every outer surface needs one. A pec, pmc, impedance or "
                 "conductor surface may also lie inside, and a sheet always does.",
             .example = "{Outer: pml, Ground: pec}"},
            conditionKey()));
  field.bind = [bindEntries = std::move(field.bind)](const Value& given, DgtdCase& theCase) {
    bindEntries(given, theCase);
    takePeriodicPairs(theCase);
  };
  return field;
}

config::Field<DgtdCase> absorbingLayersKey() {
  Section<MeshLayerAssignment> keys{value(
      &MeshLayerAssignment::regions,
      {.name = "regions",
       .required = true,
       .minSize = 1,
       .help = "Physical volumes behind one plane, up to the end of the mesh; one at an edge or a corner stands at "
               "each of its sides.",
       .example = "[Shell, Corner]",
       .keys = {{.name = "name", .type = KeyType::text}}})};
  for (config::Field<LayerSettings>& key : absorptionKeys())
    keys.push_back({std::move(key.key), [bind = std::move(key.bind)](const Value& given, MeshLayerAssignment& layer) {
                      bind(given, layer.layer);
                    }});
  return mapOf(&DgtdCase::meshLayers, &MeshLayerAssignment::side,
               {.name = "absorbingLayers",
                .fallback = "{}",
                .help = "Regions of the mesh that are an absorbing layer on the side x-, x+, y-, y+, z- or z+ of it; "
                        "layers that the program adds are the boundary condition pml.",
                .example = "{z+: {regions: [Shell]}}"},
               group<MeshLayerAssignment>({.name = "SIDE", .help = "The layer on one side."}, std::move(keys)));
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
      section(&DgtdSettings::localTimeStepping,
              {.name = "localTimeStepping",
               .fallback = "{}",
               .help = "Small elements take smaller time steps than the others."},
              {value(&LocalTimeStepping::levels,
                     {.name = "levels",
                      .derived =
                          "auto; 0 with scheme rungeKutta or kernels split, and where time.steps or an output's every "
                          "count time steps",
                      .help = "An element of level l takes part in 2^l updates in a time step. The highest level, or "
                              "auto: as many as make the run fastest. 0: one time step for all elements.",
                      .example = "0"})}),
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
  return {boundariesKey(), absorbingLayersKey(), initialKey(), sourcesKey(), portsKey(), loadsKey(), dgtdKey(),
          timeKey(),       partitionKey(),       outputKey()};
}

}  // namespace fluxtet::dgtd
