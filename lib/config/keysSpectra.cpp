// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that describes fields at given frequencies and what follows from them.
#include "lib/config/keys.hpp"

#include <utility>

namespace fluxtet::config {

namespace {

constexpr Range positive{.min = 0, .minOpen = true};

Key frequenciesKey() {
  return {.name = "frequencies",
          .type = KeyType::list,
          .required = true,
          .minSize = 1,
          .maxSize = 64,
          .help = "Frequencies at which fields are wanted, in any order.",
          .example = "[1.8 GHz]",
          .keys = {{.name = "frequency", .type = KeyType::number, .unit = "Hz", .range = positive}}};
}

Key averagesKey() {
  return {.name = "averages",
          .type = KeyType::list,
          .fallback = "[1 g, 10 g]",
          .help = "Tissue masses over which the peak is averaged, in cubes (IEC/IEEE 62704-1); empty: none.",
          .example = "[10 g]",
          .keys = {{.name = "mass", .type = KeyType::number, .unit = "kg", .range = positive}}};
}

}  // namespace

Key dftKey() {
  Key key{
      .name = "dft",
      .help =
          "Amplitude and phase of the fields at given frequencies, summed up while the run steps and written at "
          "its end as VTKHDF files; absent: none.",
      .keys = {
          frequenciesKey(),
          fieldsKey(),
          {.name = "after",
           .type = KeyType::number,
           .unit = "s",
           .fallback = "0 s",
           .range = {.min = 0},
           .help = "Simulated time from which samples are taken: when the fields have become steady.",
           .example = "3 ns"},
          {.name = "every",
           .type = KeyType::interval,
           .derived = "12 samples a period of the highest frequency, and of a pulse enough for all that it holds",
           .help = "Simulated time or number of steps between two samples.",
           .example = "10 steps"},
          {.name = "kind",
           .type = KeyType::choice,
           .derived = "amplitude if a source is a sine or the fields begin as a cavity mode, integral otherwise",
           .choices = {"amplitude", "integral"},
           .help = "amplitude: peak values of oscillations that last; integral: the Fourier integral of a pulse, in "
                   "the field's unit times s.",
           .example = "amplitude"},
      }};
  for (Key& selection : selectionKeys()) key.keys.push_back(std::move(selection));
  return key;
}

Key sarKey() {
  return {
      .name = "sar",
      .help = "Specific absorption rate, absorbed and radiated powers at a frequency of dft; absent: none.",
      .keys =
          {
              {.name = "frequency",
               .type = KeyType::number,
               .unit = "Hz",
               .derived = "the first of dft.frequencies",
               .range = positive,
               .help = "One of dft.frequencies.",
               .example = "1.8 GHz"},
              {.name = "power",
               .type = KeyType::number,
               .unit = "W",
               .range = positive,
               .help = "Time-averaged power that the antenna gives away, to which all results are scaled; without it "
                       "they are as simulated.",
               .example = "125 mW"},
              {.name = "regions",
               .type = KeyType::list,
               .derived = "all whose material has a density",
               .minSize = 1,
               .help = "Physical volumes that are tissue.",
               .example = "[Skin, Brain]",
               .keys = {{.name = "name", .type = KeyType::text}}},
              averagesKey(),
              {.name = "voxel",
               .type = KeyType::number,
               .unit = "m",
               .fallback = "2 mm",
               .range = positive,
               .help = "Edge of the voxels on which cubes are averaged.",
               .example = "1 mm"},
          },
      .onlyWith = "dft"};
}

}  // namespace fluxtet::config
