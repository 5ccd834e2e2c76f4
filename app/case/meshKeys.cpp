// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/case/commonKeys.hpp"

namespace fluxtet {

using namespace config;

namespace {

constexpr Range positive{.min = 0, .minOpen = true};
constexpr Range nonNegative{.min = 0};
constexpr Range atLeastOne{.min = 1};

template <class Generated>
Field<Generated> perturbKey() {
  return value(&Generated::perturb,
               {.name = "perturb",
                .fallback = "0",
                .range = {.min = 0, .max = 0.3},
                .help = "Moves interior vertices by up to this share of a cell, the same way every time.",
                .example = "0.2"});
}

Field<MeshSource> boxKey() {
  return section(
      &MeshSource::box,
      {.name = "box",
       .help = "A box that needs no mesh file, cut into six tetrahedra a cell: volume `box`, surfaces `x-` "
               "`x+` `y-` `y+` `z-` `z+`."},
      {
          value(&BoxMesh::size, {.name = "size",
                                 .unit = "m",
                                 .required = true,
                                 .range = positive,
                                 .help = "Edge lengths.",
                                 .example = "[1 m, 1 m, 1 m]"}),
          value(&BoxMesh::origin, {.name = "origin",
                                   .unit = "m",
                                   .fallback = "[0, 0, 0]",
                                   .help = "Corner with the smallest coordinates.",
                                   .example = "[-5 cm, 0, 0]"}),
          value(&BoxMesh::cells, {.name = "cells",
                                  .required = true,
                                  .minSize = 3,
                                  .maxSize = 3,
                                  .help = "Number of cells along x, y and z.",
                                  .example = "[16, 16, 16]",
                                  .keys = {{.name = "cells", .type = KeyType::integer, .range = atLeastOne}}}),
          perturbKey<BoxMesh>(),
      });
}

Field<MeshSource> rectangleKey() {
  return section(
      &MeshSource::rectangle,
      {.name = "rectangle",
       .help = "A rectangle that needs no mesh file, cut into two triangles a cell: region `box`, curves "
               "`x-` `x+` `y-` `y+`; where axisymmetric, x is r and y is z.",
       .solver = "static"},
      {
          value(&RectangleMesh::size, {.name = "size",
                                       .unit = "m",
                                       .required = true,
                                       .range = positive,
                                       .minSize = 2,
                                       .maxSize = 2,
                                       .help = "Width and height.",
                                       .example = "[20 mm, 10 mm]"}),
          value(&RectangleMesh::origin, {.name = "origin",
                                         .unit = "m",
                                         .fallback = "[0, 0]",
                                         .minSize = 2,
                                         .maxSize = 2,
                                         .help = "Corner with the smallest coordinates.",
                                         .example = "[-1 cm, 0]"}),
          value(&RectangleMesh::cells, {.name = "cells",
                                        .required = true,
                                        .minSize = 2,
                                        .maxSize = 2,
                                        .help = "Number of cells along x and y.",
                                        .example = "[64, 32]",
                                        .keys = {{.name = "cells", .type = KeyType::integer, .range = atLeastOne}}}),
          perturbKey<RectangleMesh>(),
      });
}

/// The place of the file is that of the mesh: what is wrong with a mesh mostly is so with its file.
Field<MeshSource> fileKey() {
  return {{.name = "file",
           .type = KeyType::filePath,
           .help = "Geometry or mesh: .geo, .step, .brep, .stl (meshed by Gmsh), .msh (Gmsh 2.2 and 4.1), .bdf, .nas, "
                   ".unv, .vtk, or fluxtet's .h5; relative to the folder of the case file.",
           .example = "sphere.geo"},
          [](const Value& given, MeshSource& mesh) {
            if (store(given, mesh.file)) mesh.mark = given.mark;
          }};
}

/// Stores what a map gives by name.
template <class T, class Generated>
auto storeByName(std::map<std::string, T> Generated::*member) {
  return [member](const Value& given, Generated& target) {
    for (const auto& [name, value] : given.members)
      if (const T* single = value.template get<T>()) (target.*member)[name] = *single;
  };
}

Field<MeshSource> parametersKey() {
  return {{.name = "parameters",
           .type = KeyType::nameMap,
           .fallback = "{}",
           .help = "Numbers of a parametrised .geo (DefineConstant), in the .geo's own units.",
           .example = "{radius: 0.5}",
           .keys = {{.name = "NAME", .type = KeyType::number, .help = "Value of the constant.", .example = "0.5"}},
           .onlyWith = "file"},
          storeByName(&MeshSource::parameters)};
}

/// A length, or the word that lets sizes follow the waves.
Field<MeshSource> sizeKey() {
  const std::string word = "auto";
  return {{.name = "size",
           .type = KeyType::number,
           .unit = "m",
           .range = positive,
           .choices = {word},
           .help = "Largest element size where Gmsh meshes; without it the geometry's own sizes. auto: in each region "
                   "what its waves need at the highest frequency for mesh.accuracy, and less at curved surfaces, "
                   "edges of metal, gaps and lumped ports (`solver: dgtd`).",
           .example = "20 mm",
           .onlyWith = "file"},
          [word](const Value& given, MeshSource& mesh) {
            const std::string* text = given.get<std::string>();
            mesh.sizeOfWaves = text && *text == word;
            if (!mesh.sizeOfWaves) store(given, mesh.size);
          }};
}

/// Lengths by the names that they belong to.
template <class Generated>
Field<Generated> lengthsByName(std::map<std::string, double> Generated::*member, Key key, Key length) {
  key.type = KeyType::nameMap;
  length.type = KeyType::number;
  length.unit = std::string("m");
  key.keys = {std::move(length)};
  return {std::move(key), storeByName(member)};
}

Field<MeshSource> coloursKey() {
  return {{.name = "colours",
           .type = KeyType::nameMap,
           .fallback = "{}",
           .help = "Names for what a .step file paints in a colour: solids become regions, faces and sheets surfaces.",
           .example = "{Port: '#ff0000', Board: '#008040'}",
           .keys = {{.name = "NAME", .type = KeyType::text, .help = "Colour, #rrggbb.", .example = "'#ff0000'"}},
           .onlyWith = "file"},
          storeByName(&MeshSource::colours)};
}

Field<MeshSource> airBoxKey() {
  return section(
      &MeshSource::airBox,
      {.name = "airBox",
       .help =
           "A box of air round the solids and sheets of a CAD file or of a .geo of the OpenCASCADE kernel, with "
           "surfaces `x-` `x+` `y-` `y+` `z-` `z+`. Its air is a region; where it overlaps a solid, the solid stays.",
       .example = "{margin: 20 mm}",
       .onlyWith = "file"},
      {
          value(&AirBox::margin, {.name = "margin",
                                  .unit = "m",
                                  .range = nonNegative,
                                  .help = "Between the solids and each side of the box.",
                                  .example = "20 mm"}),
          value(&AirBox::wavelengths,
                {.name = "wavelengths",
                 .derived = "0.25 without margin",
                 .range = positive,
                 .help = "The margin in wavelengths in vacuum at the lowest frequency of the sources or of what is "
                         "asked for (`solver: dgtd`).",
                 .example = "0.3"}),
          lengthsByName(&AirBox::margins,
                        {.name = "margins",
                         .fallback = "{}",
                         .help = "Margins of sides that differ, as 0 where a plane of symmetry cuts the model.",
                         .example = "{x-: 0 mm, z+: 30 mm}"},
                        {.name = "SIDE", .range = nonNegative, .help = "Of one side, x- to z+.", .example = "0 mm"}),
          value(&AirBox::region,
                {.name = "region", .fallback = "Air", .help = "Name of the region.", .example = "Air"}),
      });
}

Section<MeshSource> sizeKeys() {
  return {
      sizeKey(),
      value(
          &MeshSource::accuracy,
          {.name = "accuracy",
           .derived = "0.01 with size: auto",
           .range = {.min = 1e-3, .max = 0.03},
           .help = "With size: auto, the largest error of a plane wave over one wavelength, of its phase in rad and of "
                   "its amplitude as a share, and of curved surfaces the distance of their facets on the mean, as a "
                   "share of the radius; edges of metal get elements that keep resonances right to it.",
           .example = "0.003",
           .onlyWith = "size"}),
      lengthsByName(
          &MeshSource::sizes,
          {.name = "sizes",
           .fallback = "{}",
           .help = "Largest element sizes in regions and at surfaces of the geometry, by their names, and at "
                   "edges, from which elements grow: NAME.edges of a region or surface, FIRST/SECOND.edges "
                   "that two of them share, and Physical Curves of a .geo.",
           .example = "{Feed: 0.5 mm, Patch: 3 mm, Patch.edges: 0.5 mm}",
           .onlyWith = "file"},
          {.name = "NAME", .range = positive, .help = "Of one region or surface, or its edges.", .example = "0.5 mm"}),
      airBoxKey(),
      coloursKey(),
      value(&MeshSource::priority,
            {.name = "priority",
             .fallback = "[]",
             .help = "Solids of a CAD file or of a .geo of the OpenCASCADE kernel that overlap: the one that is named "
                     "earlier keeps what they share, one that is named keeps it before one that is not.",
             .example = "[Pin, Substrate]",
             .keys = {{.name = "priority", .type = KeyType::text, .help = "Name of a solid.", .example = "Pin"}},
             .onlyWith = "file"}),
      value(&MeshSource::scale, {.name = "scale",
                                 .unit = "m",
                                 .fallback = "1 m",
                                 .range = positive,
                                 .help = "Length of one unit of the mesh file; not for .step, which has its own.",
                                 .example = "1 mm",
                                 .onlyWith = "file"}),
      parametersKey(),
      choice(
          &MeshSource::algorithm,
          {{"geometry", VolumeAlgorithm::own}, {"delaunay", VolumeAlgorithm::delaunay}, {"hxt", VolumeAlgorithm::hxt}},
          {.name = "algorithm",
           .fallback = "geometry",
           .help = "How Gmsh fills volumes. geometry: as a .geo says, by Delaunay where it says nothing and for CAD; "
                   "hxt leaves fewer slivers in thin layers, so that the time step is mostly longer.",
           .example = "hxt",
           .onlyWith = "file"}),
      value(&MeshSource::mendBelow,
            {.name = "mendBelow",
             .derived = "0.3 where an element of a geometry has less than 0.1, else 0",
             .range = {.min = 0, .max = 0.6},
             .help = "Elements of a lower quality are made thicker, and the smallest thousandth of all larger, so that "
                     "the time step is longer: vertices move, and elements round an edge or a face become others; "
                     "surfaces stay as they are. Quality: radius of the inscribed sphere over the longest edge, 1 for "
                     "a regular element, 0 for a flat one. 0: the mesh stays as it is.",
             .example = "0.3",
             .onlyWith = "file"}),
      value(
          &MeshSource::merge,
          {.name = "merge",
           .unit = "m",
           .range = positive,
           .help = "Nodes of a mesh file (.msh, .bdf, .nas, .unv, .vtk) that lie nearer to each other than this become "
                   "one: so bodies that were meshed each for itself are joined, if they have the same triangles "
                   "where they touch. Without it such bodies are refused.",
           .example = "1 um",
           .onlyWith = "file"}),
      value(&MeshSource::timeLimit,
            {.name = "timeLimit",
             .unit = "s",
             .range = positive,
             .help = "How long Gmsh may take to read the file, and to mesh it; without it, what a sound file needs: a "
                     "minute and a second for each MB of a .msh, else an hour (CAD is read in less).",
             .example = "4 h",
             .onlyWith = "file"}),
      value(&MeshSource::refine,
            {.name = "refine",
             .fallback = "0",
             .range = {.min = 0, .max = 8},
             .help = "Uniform refinements; each cuts every tetrahedron into 8, every triangle into 4; straight-sided: "
                     "curved boundaries keep their polygon.",
             .example = "1"}),
  };
}

}  // namespace

Field<CommonCase> meshKey() {
  Section<MeshSource> keys{fileKey(), boxKey(), rectangleKey()};
  for (Field<MeshSource>& key : sizeKeys()) keys.push_back(std::move(key));
  return section(&CommonCase::mesh,
                 {.name = "mesh",
                  .required = true,
                  .help = "Where the mesh comes from. `solver: dgtd` needs tetrahedra, `solver: static` takes "
                          "tetrahedra or triangles.",
                  .exactlyOneOf = {{"file", "box", "rectangle"}}},
                 std::move(keys));
}

}  // namespace fluxtet
