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

Key nameItem() {
  return {.name = "name", .type = KeyType::text};
}

config::Field<PlaneWaveSource> originKey() {
  return {{.name = "origin",
           .type = KeyType::vector,
           .unit = "m",
           .derived = "the point of the surface where it enters that the wave meets first",
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

/// Where a wave enters: through boundaries, or through a surface inside of the mesh.
Section<PlaneWaveSource> entranceKeys() {
  return {
      boundaryKey(),
      value(&PlaneWaveSource::boundaries,
            {.name = "boundaries",
             .minSize = 1,
             .help = "Several such surfaces, through all of which the one wave enters, with one origin.",
             .example = "[x-, y-]",
             .keys = {nameItem()}}),
      value(&PlaneWaveSource::surface,
            {.name = "surface",
             .help = "Instead of a boundary: the surface between total field, inside, and scattered field, outside. A "
                     "physical surface inside of the mesh, closed or from wall to wall, or auto: the program makes "
                     "one.",
             .example = "auto"}),
      value(
          &PlaneWaveSource::inside,
          {.name = "inside",
           .fallback = "[]",
           .help = "Volumes that lie inside of `surface`: auto makes it two edges round them, and of a named one they "
                   "tell its inner side. Without them, auto keeps four edges from the open boundary, and a named "
                   "surface has the open boundary outside.",
           .example = "[Sphere]",
           .keys = {nameItem()}}),
  };
}

config::Field<PlaneWaveSource> ellipticityKey() {
  return section(&PlaneWaveSource::ellipticity,
                 {.name = "ellipticity",
                  .help = "Elliptical polarization, with E along `polarization` on the longer axis; of a sine or a "
                          "gaussian. {} is circular.",
                  .example = "{axialRatio: 3 dB, sense: left}"},
                 Section<Ellipticity>{
                     value(&Ellipticity::axialRatio, {.name = "axialRatio",
                                                      .unit = "dB",
                                                      .fallback = "0 dB",
                                                      .range = {.min = 0},
                                                      .help = "Longer axis over shorter axis; 0 dB is circular.",
                                                      .example = "3 dB"}),
                     choice(&Ellipticity::isRight, {{"right", true}, {"left", false}},
                            {.name = "sense",
                             .fallback = "right",
                             .help = "Rotation of E in time, clockwise (right) or not, seen along the direction of "
                                     "travel.",
                             .example = "left"}),
                 });
}

config::Field<PlaneWaveSource> halfSpaceKey() {
  return section(
      &PlaneWaveSource::halfSpace,
      {.name = "halfSpace",
       .help = "A plane without bounds behind which there is another medium of the mesh, or a conductor, or layers and "
               "then "
               "such: the waves that they reflect and let pass belong to the incident field. Needs `surface`.",
       .example = "{at: [0, 0, 0], normal: [0, 0, 1]}"},
      Section<HalfSpace>{
          value(&HalfSpace::at, {.name = "at",
                                 .unit = "m",
                                 .fallback = "[0 m, 0 m, 0 m]",
                                 .help = "A point of the plane.",
                                 .example = "[0, 0, -10 cm]"}),
          value(&HalfSpace::normal, {.name = "normal",
                                     .fallback = "[0, 0, 1]",
                                     .help = "Normal of the plane, of either sense; its length does not matter.",
                                     .example = "[0, 0, 1]"}),
          value(&HalfSpace::filling, {.name = "behind",
                                      .fallback = "medium",
                                      .help = "Behind it: the medium that the mesh has there, or a perfect conductor.",
                                      .example = "pec"}),
          value(
              &HalfSpace::layers,
              {.name = "layers",
               .unit = "m",
               .fallback = "[]",
               .help = "Thicknesses of layers that begin at the plane, in the order in which the wave meets them; the "
                       "half space is behind the last. Their media are those of the mesh.",
               .example = "[2 cm, 5 mm]",
               .keys = {{.name = "thickness", .type = KeyType::number, .unit = "m", .range = positive}}}),
      });
}

config::Field<PlaneWaveSource> focusKey() {
  return section(
      &PlaneWaveSource::focus,
      {.name = "focus",
       .help = "Makes the wave a Gaussian beam: `direction` is its axis, `polarization` and `amplitude` are those at "
               "the focus. A sum of plane waves, as many as it takes; not with layers of `halfSpace`.",
       .example = "{at: [0, 0, 5 cm], waist: 30 cm, frequency: 1.5 GHz}"},
      Section<BeamFocus>{
          value(&BeamFocus::at, {.name = "at",
                                 .unit = "m",
                                 .fallback = "[0 m, 0 m, 0 m]",
                                 .help = "Where the beam is narrowest, or would be without `halfSpace`.",
                                 .example = "[0, 0, 5 cm]"}),
          value(&BeamFocus::waist, {.name = "waist",
                                    .unit = "m",
                                    .required = true,
                                    .range = positive,
                                    .help = "Radius there at which E is 1/e of that on the axis; a wavelength or more.",
                                    .example = "30 cm"}),
          value(&BeamFocus::frequency,
                {.name = "frequency",
                 .unit = "Hz",
                 .required = true,
                 .range = positive,
                 .help = "Frequency at which the waist is that; it goes as 1 / frequency, so that all frequencies have "
                         "the same divergence.",
                 .example = "1.5 GHz"}),
      });
}

Section<PlaneWaveSource> planeWaveKeys() {
  Section<PlaneWaveSource> keys{
      value(&PlaneWaveSource::direction, {.name = "direction",
                                          .required = true,
                                          .help = "Direction of travel; its length does not matter.",
                                          .example = "[0, 0, 1]"}),
      value(&PlaneWaveSource::polarization,
            {.name = "polarization",
             .required = true,
             .help = "Direction of E, perpendicular to the direction of travel; its length does not matter.",
             .example = "[1, 0, 0]"}),
      ellipticityKey(),
      value(&PlaneWaveSource::amplitude, {.name = "amplitude",
                                          .unit = "V/m",
                                          .fallback = "1 V/m",
                                          .help = "E where the waveform is 1.",
                                          .example = "1 V/m"}),
      originKey(),
      waveformKey<PlaneWaveSource>(),
  };
  for (config::Field<PlaneWaveSource>& key : entranceKeys()) keys.push_back(std::move(key));
  keys.push_back(halfSpaceKey());
  keys.push_back(focusKey());
  return keys;
}

config::Field<Sources> planeWaveKey() {
  return itemOfKind<PlaneWaveSource, SourceSpec>(
      {.name = "planeWave",
       .help = "Plane wave that enters through an absorbing boundary, or through a surface between total field and "
               "scattered field.",
       .exactlyOneOf = {{"boundary", "boundaries", "surface"}}},
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
