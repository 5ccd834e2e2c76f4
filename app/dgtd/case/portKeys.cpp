// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The keys of `ports:` and `loads:`.
#include "app/dgtd/case/dgtdKeys.hpp"

namespace fluxtet::dgtd {

using namespace config;

namespace {

constexpr Range positive{.min = 0, .minOpen = true};

/// What a port is, whether it is excited or not.
Section<PortSettings> placeKeys() {
  return {
      value(&PortSettings::name, {.name = "name",
                                  .type = KeyType::fileName,
                                  .required = true,
                                  .help = "Its name in files, used once.",
                                  .example = "P1"}),
      value(&PortSettings::region,
            {.name = "region",
             .required = true,
             .help = "Physical volume between the two conductors, with the same cross section all along.",
             .example = "Feed"}),
      value(&PortSettings::direction,
            {.name = "direction",
             .required = true,
             .help = "From one conductor to the other, which is the positive one; its length does not matter.",
             .example = "[0, 0, 1]"}),
      value(&PortSettings::impedance,
            {.name = "impedance",
             .unit = "ohm",
             .fallback = "50 ohm",
             .range = positive,
             .help = "Resistance between the conductors: of the generator where the port is excited, of a matched load "
                     "where it is not. S-parameters refer to it.",
             .example = "50 ohm"}),
  };
}

}  // namespace

config::Field<DgtdCase> portsKey() {
  Section<PortSettings> keys = placeKeys();
  keys.push_back(value(&PortSettings::excited,
                       {.name = "excite",
                        .fallback = "false",
                        .help = "Whether a generator feeds the port. With output.sParameters each excited port is fed "
                                "in a run of its own, else all of them are in one.",
                        .example = "true"}));
  keys.push_back(value(&PortSettings::voltage, {.name = "voltage",
                                                .unit = "V",
                                                .fallback = "1 V",
                                                .range = positive,
                                                .help = "Voltage of the generator without load where the waveform is "
                                                        "1.",
                                                .example = "2 V"}));
  keys.push_back(oneOf(&PortSettings::waveform,
                       {.name = "waveform",
                        .derived = "with output.sParameters and a band, a gaussian that fills the band",
                        .help = "Time function of an excited port.",
                        .example = "{gaussian: {frequency: 1 GHz, bandwidth: 1 GHz}}",
                        .definition = "waveform"},
                       waveformKeys()));
  return listOf(&DgtdCase::ports,
                {.name = "ports",
                 .fallback = "[]",
                 .help = "Lumped ports: where circuits are connected. Voltage and current of each are written over "
                         "time."},
                element<PortSettings>({.name = "port", .help = "One lumped port."}, std::move(keys)));
}

config::Field<DgtdCase> loadsKey() {
  return listOf(
      &DgtdCase::loads,
      {.name = "loads",
       .fallback = "[]",
       .help = "Circuit elements between two conductors: resistance, inductance, capacitance, at least one of them."},
      element<LoadSettings>(
          {.name = "load", .help = "One load."},
          {
              value(&LoadSettings::region,
                    {.name = "region",
                     .required = true,
                     .help = "Physical volume between the conductors, with the same cross section all along.",
                     .example = "Chip"}),
              value(&LoadSettings::direction, {.name = "direction",
                                               .required = true,
                                               .help = "From one conductor to the other; its length does not matter.",
                                               .example = "[0, 0, 1]"}),
              value(&LoadSettings::resistance, {.name = "resistance",
                                                .unit = "ohm",
                                                .range = positive,
                                                .help = "Absent: none.",
                                                .example = "50 ohm"}),
              value(&LoadSettings::inductance,
                    {.name = "inductance", .unit = "H", .range = positive, .help = "Absent: none.", .example = "5 nH"}),
              value(
                  &LoadSettings::capacitance,
                  {.name = "capacitance", .unit = "F", .range = positive, .help = "Absent: none.", .example = "1 pF"}),
              value(&LoadSettings::connection, {.name = "connection",
                                                .fallback = "series",
                                                .help = "How those that are given are connected with each other.",
                                                .example = "parallel"}),
          }));
}

}  // namespace fluxtet::dgtd
