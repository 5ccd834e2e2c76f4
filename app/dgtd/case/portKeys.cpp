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
                                  .help = "Its name in files, used once. The further modes of a wave port are NAME.2, "
                                          "NAME.3 and so on.",
                                  .example = "P1"}),
      value(&PortSettings::kind, {.name = "kind",
                                  .fallback = "lumped",
                                  .help = "A resistance between two conductors, or the modes of a waveguide or line "
                                          "that ends at a surface of the mesh.",
                                  .example = "wave"}),
      value(
          &PortSettings::region,
          {.name = "region",
           .help = "Lumped: physical volume between the two conductors, with the same cross section all along; or else "
                   "a surface.",
           .example = "Feed"}),
      value(&PortSettings::direction,
            {.name = "direction",
             .help = "Lumped: from one conductor to the other, which is the positive one; its length does not matter.",
             .example = "[0, 0, 1]"}),
      value(&PortSettings::impedance,
            {.name = "impedance",
             .unit = "ohm",
             .fallback = "50 ohm",
             .range = positive,
             .help = "Lumped: resistance between the conductors: of the generator where the port is excited, of a "
                     "matched load where it is not. S-parameters refer to it.",
             .example = "50 ohm"}),
      value(&PortSettings::surface,
            {.name = "surface",
             .help = "Wave: physical surface at which the mesh ends, plane and perpendicular to an axis, with walls of "
                     "pec, pmc, conductor or impedance round it; the program continues it by an absorbing layer. "
                     "Lumped: in place of a "
                     "region, a flat rectangle that leads from one conductor to the other, inside of the mesh or at "
                     "its end. It needs no boundary condition.",
             .example = "Feed"}),
      value(&PortSettings::modes, {.name = "modes",
                                   .fallback = "1",
                                   .range = {.min = 1, .max = 20},
                                   .help = "Wave: number of modes, those of lowest cut-off. Each is a port of the "
                                           "scattering matrix, and propagates at all its frequencies.",
                                   .example = "2"}),
      value(&PortSettings::deembed, {.name = "deembed",
                                     .unit = "m",
                                     .fallback = "0 m",
                                     .help = "Wave: distance from the surface to the plane that S-parameters refer to, "
                                             "positive into the model, along which the guide stays as it is.",
                                     .example = "12 mm"}),
      section(&PortSettings::layer, {.name = "layer", .help = "Wave: the absorbing layer behind the surface."},
              layerKeys()),
  };
}

}  // namespace

config::Field<DgtdCase> portsKey() {
  Section<PortSettings> keys = placeKeys();
  keys.push_back(value(&PortSettings::excited,
                       {.name = "excite",
                        .fallback = "false",
                        .help = "Whether the port is fed. With output.sParameters each excited port, and each mode of "
                                "it, is fed in a run of its own; else all of them are in one, by their first mode.",
                        .example = "true"}));
  keys.push_back(value(&PortSettings::voltage, {.name = "voltage",
                                                .unit = "V",
                                                .fallback = "1 V",
                                                .range = positive,
                                                .help = "Where the waveform is 1: voltage of the generator "
                                                        "without load, or of the mode that enters, V = int E.e.",
                                                .example = "2 V"}));
  keys.push_back(oneOf(&PortSettings::waveform,
                       {.name = "waveform",
                        .derived = "with output.sParameters and a band, a gaussian that fills the band; of a wave port "
                                   "one that falls to -40 dB at its ends, so that nothing is left below cut-off",
                        .help = "Time function of an excited port.",
                        .example = "{gaussian: {frequency: 1 GHz, bandwidth: 1 GHz}}",
                        .definition = "waveform"},
                       waveformKeys()));
  return listOf(&DgtdCase::ports,
                {.name = "ports",
                 .fallback = "[]",
                 .help = "Lumped ports, where circuits are connected, and wave ports, where waveguides and lines are. "
                         "Voltage and current of each are written over time."},
                element<PortSettings>({.name = "port", .help = "One port."}, std::move(keys)));
}

config::Field<DgtdCase> loadsKey() {
  return listOf(
      &DgtdCase::loads,
      {.name = "loads",
       .fallback = "[]",
       .help = "Circuit elements between two conductors: resistance, inductance, capacitance, at least one of them."},
      element<LoadSettings>(
          {.name = "load", .help = "One load.", .exactlyOneOf = {{"region", "surface"}}},
          {
              value(&LoadSettings::region,
                    {.name = "region",
                     .help = "Physical volume between the conductors, with the same cross section all along; or else a "
                             "surface.",
                     .example = "Chip"}),
              value(&LoadSettings::surface,
                    {.name = "surface",
                     .help = "Physical surface, a flat rectangle that leads from one conductor to the other, inside of "
                             "the mesh or at its end. It needs no boundary condition.",
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
