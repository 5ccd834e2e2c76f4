// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The part of the table of keys that describes sources and their waveforms.
#include "lib/config/keys.hpp"

namespace fluxtet::config {

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr Range nonNegative{.min = 0};

Key gaussianKey() {
  return {.name = "gaussian",
          .help =
              "Cosine under a Gaussian envelope, cos(2 pi f (t - t0)) exp(-(t - t0)^2 / (2 s^2)) of width "
              "s = sqrt(2 ln 2) / (pi bandwidth).",
          .keys = {
              {.name = "frequency",
               .type = KeyType::number,
               .unit = "Hz",
               .required = true,
               .range = nonNegative,
               .help = "Centre frequency f; 0 gives a plain Gaussian.",
               .example = "1 GHz"},
              {.name = "bandwidth",
               .type = KeyType::number,
               .unit = "Hz",
               .required = true,
               .range = positive,
               .help = "Full width of the amplitude spectrum at half its peak.",
               .example = "1 GHz"},
              {.name = "delay",
               .type = KeyType::number,
               .unit = "s",
               .derived = "five times the width s, so that the pulse starts at 4e-6 of its peak",
               .help = "Time t0 of the peak.",
               .example = "2 ns"},
          }};
}

Key rickerKey() {
  return {.name = "ricker",
          .help = "Ricker wavelet (1 - 2 a) exp(-a), a = (pi f (t - t0))^2.",
          .keys = {
              {.name = "frequency",
               .type = KeyType::number,
               .unit = "Hz",
               .required = true,
               .range = positive,
               .help = "Frequency f of the spectrum's peak.",
               .example = "500 MHz"},
              {.name = "delay",
               .type = KeyType::number,
               .unit = "s",
               .derived = "1.5 / frequency",
               .help = "Time t0 of the peak.",
               .example = "3 ns"},
          }};
}

Key sineKey() {
  return {.name = "sine",
          .help = "sin(2 pi f t + phase), raised smoothly (cos^2) at the start.",
          .keys = {
              {.name = "frequency",
               .type = KeyType::number,
               .unit = "Hz",
               .required = true,
               .range = positive,
               .help = "Frequency f.",
               .example = "900 MHz"},
              {.name = "ramp",
               .type = KeyType::number,
               .fallback = "2",
               .range = nonNegative,
               .help = "Length of the ramp in periods; 0 switches on at once.",
               .example = "2"},
              {.name = "phase",
               .type = KeyType::number,
               .unit = "rad",
               .fallback = "0 rad",
               .help = "Phase at time zero.",
               .example = "90 deg"},
          }};
}

Key tableKey() {
  return {
      .name = "table",
      .help = "Samples from a file, joined by straight lines; zero before the first and after the last.",
      .keys = {{.name = "file",
                .type = KeyType::filePath,
                .required = true,
                .help = "CSV file of two columns, time in s (increasing) and value; lines that start with # and one "
                        "header line are skipped; relative to the folder of the case file.",
                .example = "pulse.csv"}}};
}

Key waveformKey() {
  return {.name = "waveform",
          .required = true,
          .help = "Time function that multiplies the amplitude.",
          .example = "{gaussian: {frequency: 1 GHz, bandwidth: 1 GHz}}",
          .keys = {gaussianKey(), rickerKey(), sineKey(), tableKey()},
          .exactlyOneOf = {{"gaussian", "ricker", "sine", "table"}},
          .definition = "waveform"};
}

Key planeWaveKey() {
  return {.name = "planeWave",
          .help = "Plane wave that enters through an absorbing boundary.",
          .keys =
              {
                  {.name = "direction",
                   .type = KeyType::vector,
                   .required = true,
                   .help = "Direction of travel; its length does not matter.",
                   .example = "[0, 0, 1]"},
                  {.name = "polarization",
                   .type = KeyType::vector,
                   .required = true,
                   .help = "Direction of E, perpendicular to the direction of travel; its length does not matter.",
                   .example = "[1, 0, 0]"},
                  {.name = "amplitude",
                   .type = KeyType::number,
                   .unit = "V/m",
                   .fallback = "1 V/m",
                   .help = "E where the waveform is 1.",
                   .example = "1 V/m"},
                  {.name = "origin",
                   .type = KeyType::vector,
                   .unit = "m",
                   .derived = "the point of its boundaries that the wave meets first",
                   .help = "Point that the waveform's time 0 passes at the start.",
                   .example = "[0, 0, -1 m]"},
                  waveformKey(),
                  {.name = "boundary",
                   .type = KeyType::text,
                   .help = "Physical surface with the condition absorbing.",
                   .example = "Outer"},
                  {.name = "boundaries",
                   .type = KeyType::list,
                   .minSize = 1,
                   .help = "Several such surfaces, through all of which the one wave enters, with one origin.",
                   .example = "[x-, y-]",
                   .keys = {{.name = "name", .type = KeyType::text}}},
              },
          .exactlyOneOf = {{"boundary", "boundaries"}}};
}

Key dipoleKey() {
  return {.name = "dipole",
          .help = "Point current moment, spread over the elements round it.",
          .keys = {
              {.name = "at",
               .type = KeyType::vector,
               .unit = "m",
               .required = true,
               .help = "Where it is.",
               .example = "[0, 0, 5 mm]"},
              {.name = "moment",
               .type = KeyType::vector,
               .unit = "A*m",
               .required = true,
               .help = "Current times length, where the waveform is 1.",
               .example = "[0, 0, 1 A*m]"},
              waveformKey(),
          }};
}

Key currentKey() {
  return {
      .name = "current",
      .help = "Uniform current density in a physical volume.",
      .keys = {
          {.name = "region", .type = KeyType::text, .required = true, .help = "Physical volume.", .example = "Feed"},
          {.name = "density",
           .type = KeyType::vector,
           .unit = "A/m^2",
           .required = true,
           .help = "Current density where the waveform is 1.",
           .example = "[0, 0, 1 A/m^2]"},
          waveformKey(),
      }};
}

Key gapKey() {
  return {.name = "gap",
          .help =
              "Generator across the gap of an antenna: a physical volume between two conductors, with the same cross "
              "section all along.",
          .keys =
              {
                  {.name = "region",
                   .type = KeyType::text,
                   .required = true,
                   .help = "Physical volume.",
                   .example = "Feed"},
                  {.name = "direction",
                   .type = KeyType::vector,
                   .required = true,
                   .help = "From one conductor to the other, which is the positive one; its length does not matter.",
                   .example = "[0, 0, 1]"},
                  {.name = "voltage",
                   .type = KeyType::number,
                   .unit = "V",
                   .help = "Voltage without load where the waveform is 1, in series with the resistance; 0 V: a load.",
                   .example = "1 V"},
                  {.name = "current",
                   .type = KeyType::number,
                   .unit = "A",
                   .help = "Current where the waveform is 1, beside the resistance if there is one.",
                   .example = "20 mA"},
                  {.name = "resistance",
                   .type = KeyType::number,
                   .unit = "ohm",
                   .derived = "50 ohm with voltage, none with current",
                   .range = positive,
                   .help = "Resistance of the generator.",
                   .example = "50 ohm"},
                  waveformKey(),
              },
          .exactlyOneOf = {{"voltage", "current"}}};
}

}  // namespace

Key dgtdSourcesKey() {
  return {.name = "sources",
          .type = KeyType::list,
          .fallback = "[]",
          .help = "What drives the fields; any number of sources.",
          .keys = {{.name = "source",
                    .help = "One source, of one kind.",
                    .keys = {planeWaveKey(), dipoleKey(), currentKey(), gapKey()},
                    .exactlyOneOf = {{"planeWave", "dipole", "current", "gap"}}}}};
}

}  // namespace fluxtet::config
