// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The keys of `output:`.
#include "app/case/commonKeys.hpp"
#include "app/dgtd/case/dgtdKeys.hpp"
#include "app/dgtd/case/placeKeys.hpp"
#include "app/dgtd/case/selectionKeys.hpp"

namespace fluxtet::dgtd {

using namespace config;

namespace {

template <class Output>
config::Field<Output> everyKey() {
  return value(&Output::every, {.name = "every",
                                .required = true,
                                .help = "A simulated time, or a number of steps; 0 switches it off.",
                                .example = "1 ns"});
}

config::Field<OutputSettings> snapshotsKey() {
  return section(&OutputSettings::snapshots,
                 {.name = "snapshots", .help = "Whole fields as VTKHDF files for ParaView; absent: none."},
                 withSelection<SnapshotOutput>({everyKey<SnapshotOutput>(), fieldsKey<SnapshotOutput>()}));
}

Section<SliceOutput> sliceKeys() {
  Section<SliceOutput> keys = gridKeys<SliceOutput>();
  keys.insert(keys.end() - 1, {everyKey<SliceOutput>(), fieldsKey<SliceOutput>()});
  return keys;
}

config::Field<OutputSettings> slicesKey() {
  return listOf(&OutputSettings::slices,
                {.name = "slices", .fallback = "[]", .help = "Fields on flat grids of points."},
                element<SliceOutput>({.name = "slice", .help = "The points origin + a u + b v with 0 <= a, b <= 1."},
                                     sliceKeys()));
}

config::Field<OutputSettings> probesKey() {
  return listOf(&OutputSettings::probes, {.name = "probes", .fallback = "[]", .help = "Fields at points over time."},
                element<ProbeOutput>({.name = "probe", .help = "One point."},
                                     {
                                         fileNameKey<ProbeOutput>("centre"),
                                         vectorKey<ProbeOutput>(&ProbeOutput::at, "at", "Where it is.", "[0, 0, 5 mm]"),
                                         fieldsKey<ProbeOutput>(),
                                         value(&ProbeOutput::every, {.name = "every",
                                                                     .fallback = "1",
                                                                     .range = {.min = 1},
                                                                     .help = "Steps between two samples.",
                                                                     .example = "1"}),
                                     }));
}

config::Field<OutputSettings> energyKey() {
  return group<OutputSettings>(
      {.name = "energy", .help = "Electromagnetic energy over time; absent: not written."},
      {value(&OutputSettings::energyEvery, {.name = "every",
                                            .fallback = "10",
                                            .range = {.min = 0},
                                            .help = "Steps between two samples; 0 switches it off.",
                                            .example = "10"})});
}

config::Field<OutputSettings> checkpointKey() {
  return section(
      &OutputSettings::checkpoint,
      {.name = "checkpoint", .help = "Files from which a run can go on; absent: only when a signal stops the run."},
      {
          value(&CheckpointOutput::every,
                {.name = "every",
                 .type = KeyType::wallInterval,
                 .fallback = "0 steps",
                 .help = "A wall time, or a number of steps; 0: only when a signal stops the run.",
                 .example = "5 min"}),
          value(&CheckpointOutput::keep, {.name = "keep",
                                          .fallback = "2",
                                          .range = {.min = 1, .max = 1000000},
                                          .help = "How many to keep; older ones are removed.",
                                          .example = "2"}),
      });
}

}  // namespace

config::Field<DgtdCase> outputKey() {
  return section(&DgtdCase::output, {.name = "output", .fallback = "{}", .help = "What the run writes, and where."},
                 {
                     value(&OutputSettings::directory, directoryKey()),
                     snapshotsKey(),
                     slicesKey(),
                     probesKey(),
                     energyKey(),
                     checkpointKey(),
                     dftKey(),
                     sarKey(),
                     farFieldKey(),
                     transientFarFieldKey(),
                     sParametersKey(),
                 });
}

}  // namespace fluxtet::dgtd
