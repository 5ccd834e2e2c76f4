// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that describes what a run writes.
#include "lib/config/keys.hpp"

#include <utility>

namespace fluxtet::config {

namespace {

Key everyKey() {
  return {.name = "every",
          .type = KeyType::interval,
          .required = true,
          .help = "A simulated time, or a number of steps; 0 switches it off.",
          .example = "1 ns"};
}

Key snapshotsKey() {
  Key key{.name = "snapshots",
          .help = "Whole fields as VTKHDF files for ParaView; absent: none.",
          .keys = {everyKey(), fieldsKey()}};
  for (Key& selection : selectionKeys()) key.keys.push_back(std::move(selection));
  return key;
}

Key slicesKey() {
  return {.name = "slices",
          .type = KeyType::list,
          .fallback = "[]",
          .help = "Fields on flat grids of points.",
          .keys = {{.name = "slice",
                    .help = "The points origin + a u + b v with 0 <= a, b <= 1.",
                    .keys = {
                        {.name = "name",
                         .type = KeyType::fileName,
                         .required = true,
                         .help = "Name of its files, used once.",
                         .example = "xy"},
                        {.name = "origin",
                         .type = KeyType::vector,
                         .unit = "m",
                         .required = true,
                         .help = "Corner of the slice.",
                         .example = "[-1 m, -1 m, 0]"},
                        {.name = "u",
                         .type = KeyType::vector,
                         .unit = "m",
                         .required = true,
                         .help = "First edge.",
                         .example = "[2 m, 0, 0]"},
                        {.name = "v",
                         .type = KeyType::vector,
                         .unit = "m",
                         .required = true,
                         .help = "Second edge.",
                         .example = "[0, 2 m, 0]"},
                        {.name = "points",
                         .type = KeyType::list,
                         .fallback = "[200, 200]",
                         .minSize = 2,
                         .maxSize = 2,
                         .help = "Number of points along u and v.",
                         .example = "[200, 100]",
                         .keys = {{.name = "count", .type = KeyType::integer, .range = {.min = 2, .max = 20000}}}},
                        everyKey(),
                        fieldsKey(),
                        {.name = "csv",
                         .type = KeyType::boolean,
                         .fallback = "true",
                         .help = "Whether each slice is written as CSV too, beside the HDF5 file.",
                         .example = "false"},
                    }}}};
}

Key probesKey() {
  return {.name = "probes",
          .type = KeyType::list,
          .fallback = "[]",
          .help = "Fields at points over time.",
          .keys = {{.name = "probe",
                    .help = "One point.",
                    .keys = {
                        {.name = "name",
                         .type = KeyType::fileName,
                         .required = true,
                         .help = "Name of its files, used once.",
                         .example = "centre"},
                        {.name = "at",
                         .type = KeyType::vector,
                         .unit = "m",
                         .required = true,
                         .help = "Where it is.",
                         .example = "[0, 0, 5 mm]"},
                        fieldsKey(),
                        {.name = "every",
                         .type = KeyType::integer,
                         .fallback = "1",
                         .range = {.min = 1},
                         .help = "Steps between two samples.",
                         .example = "1"},
                    }}}};
}

Key energyKey() {
  return {.name = "energy",
          .help = "Electromagnetic energy over time; absent: not written.",
          .keys = {{.name = "every",
                    .type = KeyType::integer,
                    .fallback = "10",
                    .range = {.min = 0},
                    .help = "Steps between two samples; 0 switches it off.",
                    .example = "10"}}};
}

Key checkpointKey() {
  return {.name = "checkpoint",
          .help = "Files from which a run can go on; absent: only when a signal stops the run.",
          .keys = {
              {.name = "every",
               .type = KeyType::wallInterval,
               .fallback = "0 steps",
               .help = "A wall time, or a number of steps; 0: only when a signal stops the run.",
               .example = "5 min"},
              {.name = "keep",
               .type = KeyType::integer,
               .fallback = "2",
               .range = {.min = 1, .max = 1000000},
               .help = "How many to keep; older ones are removed.",
               .example = "2"},
          }};
}

}  // namespace

Key dgtdOutputKey() {
  return {.name = "output",
          .fallback = "{}",
          .help = "What the run writes, and where.",
          .keys = {
              directoryKey(),
              snapshotsKey(),
              slicesKey(),
              probesKey(),
              energyKey(),
              checkpointKey(),
              dftKey(),
              sarKey(),
          }};
}

}  // namespace fluxtet::config
