// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The keys of `output.dft:`, `output.sar:`, `output.farField:`, `output.transientFarField:` and
// `output.sParameters:`.
#include "app/dgtd/case/dgtdKeys.hpp"
#include "app/dgtd/case/placeKeys.hpp"
#include "app/dgtd/case/selectionKeys.hpp"

#include <algorithm>
#include <array>
#include <utility>

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

/// A member of a base class as one of the class that a table of keys fills.
template <class Output, class Base, class M>
M Output::*memberOf(M Base::*member) {
  return member;
}

template <class Output>
config::Field<Output> frequenciesKey(std::size_t most) {
  return sortedKey(memberOf<Output>(&Output::frequencies),
                   {.name = "frequencies",
                    .minSize = 1,
                    .maxSize = most,
                    .help = "Frequencies at which fields are wanted, in any order.",
                    .example = "[1.8 GHz]",
                    .keys = {{.name = "frequency", .type = KeyType::number, .unit = "Hz", .range = positive}}});
}

Key bandEnd(const std::string& name, const std::string& help, const std::string& example) {
  return {.name = name, .unit = "Hz", .required = true, .range = positive, .help = help, .example = example};
}

/// The frequencies of a band take the place of a list.
template <class Output>
config::Field<Output> bandKey(int most) {
  config::Field<Output> field =
      section(memberOf<Output>(&Output::band), {.name = "band", .help = "Equidistant frequencies instead of a list."},
              Section<FrequencyBand>{
                  value(&FrequencyBand::from, bandEnd("from", "The lowest one.", "1 GHz")),
                  value(&FrequencyBand::to, bandEnd("to", "The highest one, above `from`.", "3 GHz")),
                  value(&FrequencyBand::points, {.name = "points",
                                                 .required = true,
                                                 .range = {.min = 2, .max = static_cast<double>(most)},
                                                 .help = "How many, both ends included.",
                                                 .example = "41"}),
              });
  field.bind = [bindBand = std::move(field.bind)](const Value& given, Output& output) {
    bindBand(given, output);
    const FrequencyBand& band = *output.band;
    output.frequencies.clear();
    for (int i = 0; i < band.points; ++i)
      output.frequencies.push_back(band.from + (band.to - band.from) * i / (band.points - 1));
  };
  return field;
}

template <class Output>
Section<Output> sampleKeys() {
  return {
      value(memberOf<Output>(&Output::after),
            {.name = "after",
             .unit = "s",
             .fallback = "0 s",
             .range = {.min = 0},
             .help = "Simulated time from which samples are taken: when the fields have become steady.",
             .example = "3 ns"}),
      value(memberOf<Output>(&Output::every),
            {.name = "every",
             .derived = "12 samples a period of the highest frequency, and of a pulse enough for all that it holds",
             .help = "Simulated time or number of steps between two samples.",
             .example = "10 steps"}),
      value(memberOf<Output>(&Output::kind),
            {.name = "kind",
             .derived = "amplitude if a source is a sine or the fields begin as a cavity mode, integral otherwise",
             .help = "amplitude: peak values of oscillations that last; integral: the Fourier integral of a pulse, in "
                     "the field's unit times s.",
             .example = "amplitude"}),
  };
}

template <class Output>
void append(Section<Output> more, Section<Output>& keys) {
  for (config::Field<Output>& field : more) keys.push_back(std::move(field));
}

Section<DftOutput> samplingKeys() {
  Section<DftOutput> keys{frequenciesKey<DftOutput>(64), bandKey<DftOutput>(64), fieldsKey<DftOutput>()};
  append(sampleKeys<DftOutput>(), keys);
  return keys;
}

/// Points, lines and slices of `output.dft`.
Section<DftOutput> placeKeys() {
  const std::string only = "without regions, boundaries or box only these";
  return {
      listOf(&DftOutput::points,
             {.name = "points", .fallback = "[]", .help = "Fields at points, all in one CSV file; " + only + "."},
             element<NamedPoint>({.name = "point", .help = "One point."},
                                 {
                                     value(&NamedPoint::name, {.name = "name",
                                                               .type = KeyType::fileName,
                                                               .required = true,
                                                               .help = "Its name in the file, used once.",
                                                               .example = "centre"}),
                                     vectorKey<NamedPoint>(&NamedPoint::at, "at", "Where it is.", "[0, 0, 5 mm]"),
                                 })),
      listOf(&DftOutput::lines,
             {.name = "lines", .fallback = "[]", .help = "Fields along straight lines, as CSV; " + only + "."},
             element<LineGrid>({.name = "line", .help = "One line."},
                               {
                                   fileNameKey<LineGrid>("axis"),
                                   vectorKey<LineGrid>(&LineGrid::from, "from", "First point.", "[0, 0, 0]"),
                                   vectorKey<LineGrid>(&LineGrid::to, "to", "Last point.", "[0, 0, 10 cm]"),
                                   value(&LineGrid::points, {.name = "points",
                                                             .fallback = "101",
                                                             .range = {.min = 2, .max = 1000000},
                                                             .help = "Number of points, both ends among them.",
                                                             .example = "201"}),
                               })),
      listOf(&DftOutput::slices,
             {.name = "slices", .fallback = "[]", .help = "Fields on flat grids of points; " + only + "."},
             element<SliceGrid>({.name = "slice", .help = "The points origin + a u + b v with 0 <= a, b <= 1."},
                                gridKeys<SliceGrid>())),
  };
}

/// Angles in degrees: `from`, `to` and `points`.
config::Field<FarFieldOutput> anglesKey(AngleRange FarFieldOutput::*angles, const std::string& name,
                                        const std::string& help, const std::array<std::string, 3>& defaults,
                                        const Range& range) {
  const auto end = [&](const std::string& key, const std::string& fallback, const std::string& text) {
    return Key{.name = key, .fallback = fallback, .range = range, .help = text, .example = fallback};
  };
  return section(angles, {.name = name, .fallback = "{}", .help = help},
                 Section<AngleRange>{
                     value(&AngleRange::from, end("from", defaults[0], "The first angle, degrees.")),
                     value(&AngleRange::to, end("to", defaults[1], "The last angle, degrees.")),
                     value(&AngleRange::points, {.name = "points",
                                                 .fallback = defaults[2],
                                                 .range = {.min = 1, .max = 3601},
                                                 .help = "How many, both ends included; 1: only the first.",
                                                 .example = defaults[2]}),
                 });
}

/// Keys of the surface of a far field.
template <class Output>
Section<Output> surfaceKeys(const std::string& whatHasOrigin) {
  return {
      value(memberOf<Output>(&FarFieldSurface::surface),
            {.name = "surface",
             .fallback = "auto",
             .help = "Physical surface inside of the mesh that encloses all sources and all but the background; auto: "
                     "faces two elements inside of the open boundary.",
             .example = "Huygens"}),
      value(memberOf<Output>(&FarFieldSurface::origin), {.name = "origin",
                                                         .unit = "m",
                                                         .fallback = "[0, 0, 0]",
                                                         .help = "Point to which " + whatHasOrigin + " refer.",
                                                         .example = "[0, 0, 5 mm]"}),
      value(memberOf<Output>(&FarFieldSurface::symmetry),
            {.name = "symmetry",
             .fallback = "[]",
             .help = "Physical surfaces, plane and pec or pmc, that are planes of symmetry of the whole device: powers "
                     "and fields are those of the whole.",
             .example = "[XZ, YZ]",
             .keys = {{.name = "name", .type = KeyType::text}}}),
      value(memberOf<Output>(&FarFieldSurface::ground),
            {.name = "ground",
             .help = "Physical surface, plane and pec or pmc, that stands for an endless "
                     "ground: there is no field behind it. Absent: none.",
             .example = "Ground"}),
  };
}

Section<FarFieldOutput> farFieldKeys() {
  Section<FarFieldOutput> keys{frequenciesKey<FarFieldOutput>(1000), bandKey<FarFieldOutput>(1000)};
  append(surfaceKeys<FarFieldOutput>("phases"), keys);
  append(
      {
          anglesKey(&FarFieldOutput::theta, "theta", "Angles from the z axis.", {"0", "180", "91"},
                    {.min = 0, .max = 180}),
          anglesKey(&FarFieldOutput::phi, "phi", "Angles from the x axis towards the y axis.", {"0", "355", "72"},
                    {.min = -360, .max = 360}),
          value(&FarFieldOutput::vtk,
                {.name = "vtk",
                 .fallback = "false",
                 .help = "Whether the pattern of each frequency is written as a surface for ParaView, too, in a file "
                         "farField/pattern_<frequency>.vtkhdf. Needs two angles theta and phi at least.",
                 .example = "true"}),
      },
      keys);
  append(sampleKeys<FarFieldOutput>(), keys);
  return keys;
}

Section<TransientFarFieldOutput> transientFarFieldKeys() {
  constexpr std::size_t mostDirections = 100;
  const auto angle = [](double FarFieldDirection::*of, const std::string& name, const std::string& help,
                        const Range& range, const std::string& example) {
    return value(of, {.name = name, .required = true, .range = range, .help = help, .example = example});
  };
  Section<TransientFarFieldOutput> keys{
      listOf(&TransientFarFieldOutput::directions,
             {.name = "directions",
              .required = true,
              .minSize = 1,
              .maxSize = mostDirections,
              .help = "Directions in which the field is wanted."},
             element<FarFieldDirection>(
                 {.name = "direction", .help = "One direction."},
                 {
                     angle(&FarFieldDirection::theta, "theta", "Angle from the z axis, degrees.",
                           {.min = 0, .max = 180}, "90"),
                     angle(&FarFieldDirection::phi, "phi", "Angle from the x axis towards the y axis, degrees.",
                           {.min = -360, .max = 360}, "45"),
                 })),
  };
  append(surfaceKeys<TransientFarFieldOutput>("times"), keys);
  append({value(&TransientFarFieldOutput::every, {.name = "every",
                                                  .derived = "16 samples in the shortest period that the sources hold",
                                                  .help = "Simulated time or number of steps between two samples.",
                                                  .example = "4 steps"})},
         keys);
  return keys;
}

Section<SarOutput> sarKeys() {
  return {
      {{.name = "frequency",
        .type = KeyType::number,
        .unit = "Hz",
        .range = positive,
        .help = "One of dft.frequencies; the same as a list frequencies of one.",
        .example = "1.8 GHz"},
       [](const Value& given, SarOutput& sar) {
         if (const double* frequency = given.get<double>()) sar.frequencies = {*frequency};
       }},
      sortedKey(&SarOutput::frequencies,
                {.name = "frequencies",
                 .derived = "the first of dft.frequencies",
                 .minSize = 1,
                 .help = "Some of dft.frequencies, each with results of its own.",
                 .example = "[900 MHz, 1.8 GHz]",
                 .keys = {{.name = "frequency", .type = KeyType::number, .unit = "Hz", .range = positive}}}),
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
  Section<DftOutput> keys = withSelection(samplingKeys());
  append(placeKeys(), keys);
  return section(&OutputSettings::dft,
                 {.name = "dft",
                  .help = "Amplitude and phase of the fields at given frequencies, summed up while the run steps and "
                          "written at its end; absent: none.",
                  .exactlyOneOf = {{"frequencies", "band"}}},
                 std::move(keys));
}

config::Field<OutputSettings> farFieldKey() {
  return section(&OutputSettings::farField,
                 {.name = "farField",
                  .help = "Radiated field at a distance by directions, from the fields on a closed surface, summed up "
                          "while the run steps and written at its end as CSV; absent: none.",
                  .exactlyOneOf = {{"frequencies", "band"}}},
                 farFieldKeys());
}

config::Field<OutputSettings> transientFarFieldKey() {
  return section(&OutputSettings::transientFarField,
                 {.name = "transientFarField",
                  .help = "The radiated field at a distance over time in a few directions, from the fields on a closed "
                          "surface, gathered while the run steps and written at its end as CSV; absent: none."},
                 transientFarFieldKeys());
}

config::Field<OutputSettings> sParametersKey() {
  constexpr std::size_t mostFrequencies = 10001;
  return section(
      &OutputSettings::sParameters,
      {.name = "sParameters",
       .help = "Scattering parameters between the ports at given frequencies, from one pulse for each "
               "excited port, as Touchstone and CSV; absent: none.",
       .exactlyOneOf = {{"frequencies", "band"}}},
      Section<SParameterOutput>{
          frequenciesKey<SParameterOutput>(mostFrequencies),
          bandKey<SParameterOutput>(static_cast<int>(mostFrequencies)),
          value(&SParameterOutput::reference, {.name = "reference",
                                               .unit = "ohm",
                                               .derived = "the impedance of the first port",
                                               .range = positive,
                                               .help = "Impedance of all ports to which the Touchstone file refers; "
                                                       "the matrix is converted where those of the ports are others.",
                                               .example = "50 ohm"})});
}

config::Field<OutputSettings> sarKey() {
  return section(&OutputSettings::sar,
                 {.name = "sar",
                  .help = "Specific absorption rate, absorbed and radiated powers at frequencies of dft; absent: none.",
                  .onlyWith = "dft"},
                 sarKeys());
}

}  // namespace fluxtet::dgtd
