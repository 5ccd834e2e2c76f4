// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/mark.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/autoSizes.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet {

/// A regular box of cells, each cut into six Kuhn tetrahedra. Volume `box`, surfaces x- x+ y- y+ z- z+.
struct BoxMesh {
  Vec3 size{1, 1, 1};    ///< m
  Vec3 origin{0, 0, 0};  ///< m
  std::array<std::int64_t, 3> cells{1, 1, 1};
  double perturb = 0;  ///< interior vertices move by up to this share of a cell's size, reproducibly; 0..0.3
};

/// A regular rectangle of cells, each cut into two triangles (static solver). Region `box`, curves x- x+ y- y+.
struct RectangleMesh {
  std::array<double, 2> size{1, 1};    ///< m
  std::array<double, 2> origin{0, 0};  ///< m
  std::array<std::int64_t, 2> cells{1, 1};
  double perturb = 0;  ///< as in BoxMesh
};

/// Empty space round the solids of a geometry: a box of the axes, its sides the surfaces x- x+ y- y+ z- z+.
struct AirBox {
  std::optional<double> margin;           ///< m; between the solids and each side that `margins` leaves out
  std::optional<double> wavelengths;      ///< the margin in wavelengths in vacuum; settled into `margin`
  std::map<std::string, double> margins;  ///< m, by the name of the side
  std::string region = "Air";             ///< name of what is in the box and in no solid
  Mark mark{};
};

/// How Gmsh fills volumes with tetrahedra.
enum class VolumeAlgorithm {
  own,       ///< as a script says; Delaunay where it says nothing, and for CAD
  delaunay,  ///< Gmsh's default
  hxt        ///< Delaunay too, by other code, which leaves fewer slivers
};

/// Source of the mesh: exactly one of `file`, `box` and `rectangle` is set.
struct MeshSource {
  std::optional<std::string> file;  ///< absolute path (relative ones start at the case's folder)
  std::optional<BoxMesh> box;
  std::optional<RectangleMesh> rectangle;      ///< static solver only
  std::optional<double> size;                  ///< m; largest element size where Gmsh meshes
  bool sizeOfWaves = false;                    ///< sizes follow waves and shapes; settled into `autoSizes`
  std::optional<double> accuracy;              ///< where sizes follow them: error over a wavelength, a share
  std::optional<AutoSizes> autoSizes;          ///< what they follow, where `sizes` gives none
  std::map<std::string, double> sizes;         ///< m; largest element size in regions and at surfaces where Gmsh meshes
  std::optional<AirBox> airBox;                ///< of a geometry
  std::map<std::string, std::string> colours;  ///< "#rrggbb" by the name of what a CAD file paints so
  std::vector<std::string> priority;           ///< solids of a geometry: where two overlap, the earlier one stays
  std::vector<std::string> cutOut;  ///< regions that are no part of the mesh; their skin is a surface of that name
  VolumeAlgorithm algorithm = VolumeAlgorithm::own;
  std::optional<double> mendBelow;           ///< quality below which elements are mended; none: where there are slivers
  std::optional<double> merge;               ///< m; nodes of a mesh file that lie nearer to each other become one
  double scale = 1;                          ///< m per mesh unit
  int refine = 0;                            ///< uniform refinements, each tetrahedron into 8
  std::map<std::string, double> parameters;  ///< of a parametrised .geo (DefineConstant), in the .geo's own units
  std::optional<double> timeLimit;           ///< s; that Gmsh may take to read the file, and to mesh it
  Mark mark;
};

}  // namespace fluxtet
