// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The keys of `sources:`.
#include "app/dgtd/case/dgtdKeys.hpp"

namespace fluxtet::dgtd {

using namespace config;

namespace {

using Sources = std::vector<SourceSpec>;

constexpr Range positive{.min = 0, .minOpen = true};

template <class Source>
config::Field<Source> waveformKey() {
  return oneOf(&Source::waveform,
               {.name = "waveform",
                .required = true,
                .help = "Time function that multiplies the amplitude.",
                .example = "{gaussian: {frequency: 1 GHz, bandwidth: 1 GHz}}",
                .definition = "waveform"},
               waveformKeys());
}

template <class Source>
config::Field<Source> regionKey() {
  return value(&Source::region, {.name = "region", .required = true, .help = "Physical volume.", .example = "Feed"});
}

config::Field<PlaneWaveSource> originKey() {
  return {{.name = "origin",
           .type = KeyType::vector,
           .unit = "m",
           .derived = "the point of its boundaries that the wave meets first",
           .help = "Point that the waveform's time 0 passes at the start.",
           .example = "[0, 0, -1 m]"},
          [](const Value& given, PlaneWaveSource& wave) { wave.originGiven = store(given, wave.origin); }};
}

/// Key of the surfaces; `boundary` is a list with one entry.
config::Field<PlaneWaveSource> boundaryKey() {
  return {{.name = "boundary",
           .type = KeyType::text,
           .help = "Physical surface with the condition absorbing.",
           .example = "Outer"},
          [](const Value& given, PlaneWaveSource& wave) {
            if (const std::string* name = given.get<std::string>()) wave.boundaries = {*name};
          }};
}

Section<PlaneWaveSource> planeWaveKeys() {
  return {
      value(&PlaneWaveSource::direction, {.name = "direction",
                                          .required = true,
                                          .help = "Direction of travel; its length does not matter.",
                                          .example = "[0, 0, 1]"}),
      value(&PlaneWaveSource::polarization,
            {.name = "polarization",
             .required = true,
             .help = "Direction of E, perpendicular to the direction of travel; its length does not matter.",
             .example = "[1, 0, 0]"}),
      value(&PlaneWaveSource::amplitude, {.name = "amplitude",
                                          .unit = "V/m",
                                          .fallback = "1 V/m",
                                          .help = "E where the waveform is 1.",
                                          .example = "1 V/m"}),
      originKey(),
      waveformKey<PlaneWaveSource>(),
      boundaryKey(),
      value(&PlaneWaveSource::boundaries,
            {.name = "boundaries",
             .minSize = 1,
             .help = "Several such surfaces, through all of which the one wave enters, with one origin.",
             .example = "[x-, y-]",
             .keys = {{.name = "name", .type = KeyType::text}}}),
  };
}

config::Field<Sources> planeWaveKey() {
  return itemOfKind<PlaneWaveSource, SourceSpec>({.name = "planeWave",
                                                  .help = "Plane wave that enters through an absorbing boundary.",
                                                  .exactlyOneOf = {{"boundary", "boundaries"}}},
                                                 planeWaveKeys());
}

config::Field<Sources> dipoleKey() {
  return itemOfKind<DipoleSource, SourceSpec>(
      {.name = "dipole", .help = "Point current moment, spread over the elements round it."},
      {
          value(&DipoleSource::at,
                {.name = "at", .unit = "m", .required = true, .help = "Where it is.", .example = "[0, 0, 5 mm]"}),
          value(&DipoleSource::moment, {.name = "moment",
                                        .unit = "A*m",
                                        .required = true,
                                        .help = "Current times length, where the waveform is 1.",
                                        .example = "[0, 0, 1 A*m]"}),
          waveformKey<DipoleSource>(),
      });
}

config::Field<Sources> currentKey() {
  return itemOfKind<CurrentSource, SourceSpec>(
      {.name = "current", .help = "Uniform current density in a physical volume."},
      {
          regionKey<CurrentSource>(),
          value(&CurrentSource::density, {.name = "density",
                                          .unit = "A/m^2",
                                          .required = true,
                                          .help = "Current density where the waveform is 1.",
                                          .example = "[0, 0, 1 A/m^2]"}),
          waveformKey<CurrentSource>(),
      });
}

Section<LumpedPortSource> lumpedPortKeys() {
  return {
      regionKey<LumpedPortSource>(),
      value(&LumpedPortSource::direction,
            {.name = "direction",
             .required = true,
             .help = "From one conductor to the other, which is the positive one; its length does not matter.",
             .example = "[0, 0, 1]"}),
      value(&LumpedPortSource::voltage,
            {.name = "voltage",
             .unit = "V",
             .help = "Voltage without load where the waveform is 1, in series with the resistance; 0 V: a load.",
             .example = "1 V"}),
      value(&LumpedPortSource::current,
            {.name = "current",
             .unit = "A",
             .help = "Current where the waveform is 1, beside the resistance if there is one.",
             .example = "20 mA"}),
      value(&LumpedPortSource::resistance, {.name = "resistance",
                                            .unit = "ohm",
                                            .derived = "50 ohm with voltage, none with current",
                                            .range = positive,
                                            .help = "Resistance of the generator.",
                                            .example = "50 ohm"}),
      waveformKey<LumpedPortSource>(),
  };
}

config::Field<Sources> lumpedPortKey() {
  return itemOfKind<LumpedPortSource, SourceSpec>(
      {.name = "gap",
       .help = "Generator across the gap of an antenna: a physical volume between two conductors, with the same cross "
               "section all along.",
       .exactlyOneOf = {{"voltage", "current"}}},
      lumpedPortKeys());
}

}  // namespace

config::Field<DgtdCase> sourcesKey() {
  return collect(&DgtdCase::sources,
                 {.name = "sources", .fallback = "[]", .help = "What drives the fields; any number of sources."},
                 group<Sources>({.name = "source",
                                 .help = "One source, of one kind.",
                                 .exactlyOneOf = {{"planeWave", "dipole", "current", "gap"}}},
                                {planeWaveKey(), dipoleKey(), currentKey(), lumpedPortKey()}));
}

}  // namespace fluxtet::dgtd
