// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The keys of `output.dft:` and `output.sar:`.
#include "app/dgtd/case/dgtdKeys.hpp"
#include "app/dgtd/case/selectionKeys.hpp"

#include <algorithm>

namespace fluxtet::dgtd {

using namespace config;

namespace {

constexpr Range positive{.min = 0, .minOpen = true};

/// Key of a list of numbers, which the case stores in ascending order.
template <class Output>
config::Field<Output> sortedKey(std::vector<double> Output::*numbers, Key key) {
  config::Field<Output> field = value(numbers, std::move(key));
  field.bind = [numbers](const Value& given, Output& output) {
    store(given, output.*numbers);
    std::sort((output.*numbers).begin(), (output.*numbers).end());
  };
  return field;
}

Section<DftOutput> samplingKeys() {
  return {
      sortedKey(&DftOutput::frequencies,
                {.name = "frequencies",
                 .required = true,
                 .minSize = 1,
                 .maxSize = 64,
                 .help = "Frequencies at which fields are wanted, in any order.",
                 .example = "[1.8 GHz]",
                 .keys = {{.name = "frequency", .type = KeyType::number, .unit = "Hz", .range = positive}}}),
      fieldsKey<DftOutput>(),
      value(&DftOutput::after,
            {.name = "after",
             .unit = "s",
             .fallback = "0 s",
             .range = {.min = 0},
             .help = "Simulated time from which samples are taken: when the fields have become steady.",
             .example = "3 ns"}),
      value(&DftOutput::every,
            {.name = "every",
             .derived = "12 samples a period of the highest frequency, and of a pulse enough for all that it holds",
             .help = "Simulated time or number of steps between two samples.",
             .example = "10 steps"}),
      value(&DftOutput::kind,
            {.name = "kind",
             .derived = "amplitude if a source is a sine or the fields begin as a cavity mode, integral otherwise",
             .help = "amplitude: peak values of oscillations that last; integral: the Fourier integral of a pulse, in "
                     "the field's unit times s.",
             .example = "amplitude"}),
  };
}

Section<SarOutput> sarKeys() {
  return {
      value(&SarOutput::frequency, {.name = "frequency",
                                    .unit = "Hz",
                                    .derived = "the first of dft.frequencies",
                                    .range = positive,
                                    .help = "One of dft.frequencies.",
                                    .example = "1.8 GHz"}),
      value(&SarOutput::power,
            {.name = "power",
             .unit = "W",
             .range = positive,
             .help = "Time-averaged power that the antenna gives away, to which all results are scaled; without it "
                     "they are as simulated.",
             .example = "125 mW"}),
      value(&SarOutput::regions, {.name = "regions",
                                  .derived = "all whose material has a density",
                                  .minSize = 1,
                                  .help = "Physical volumes that are tissue.",
                                  .example = "[Skin, Brain]",
                                  .keys = {{.name = "name", .type = KeyType::text}}}),
      sortedKey(&SarOutput::averages,
                {.name = "averages",
                 .fallback = "[1 g, 10 g]",
                 .help = "Tissue masses over which the peak is averaged, in cubes (IEC/IEEE 62704-1); empty: none.",
                 .example = "[10 g]",
                 .keys = {{.name = "mass", .type = KeyType::number, .unit = "kg", .range = positive}}}),
      value(&SarOutput::voxel, {.name = "voxel",
                                .unit = "m",
                                .fallback = "2 mm",
                                .range = positive,
                                .help = "Edge of the voxels on which cubes are averaged.",
                                .example = "1 mm"}),
  };
}

}  // namespace

config::Field<OutputSettings> dftKey() {
  return section(&OutputSettings::dft,
                 {.name = "dft",
                  .help = "Amplitude and phase of the fields at given frequencies, summed up while the run steps and "
                          "written at its end as VTKHDF files; absent: none."},
                 withSelection(samplingKeys()));
}

config::Field<OutputSettings> sarKey() {
  return section(&OutputSettings::sar,
                 {.name = "sar",
                  .help = "Specific absorption rate, absorbed and radiated powers at a frequency of dft; absent: none.",
                  .onlyWith = "dft"},
                 sarKeys());
}

}  // namespace fluxtet::dgtd
