// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <map>
#include <string>
#include <vector>

namespace fluxtet {

/// What sizes of elements follow from in a geometry that Gmsh meshes with `mesh.size: auto`, where the case gives none.
struct AutoSizes {
  double accuracy = 0;    ///< error of a wave over a wavelength, of the radius of a curved surface: shares
  int order = 1;          ///< of the polynomials
  double wavelength = 0;  ///< m; the shortest one in any of the regions
  std::map<std::string, double> ofWaves{};  ///< m; largest size by region
  std::map<std::string, int> media{};       ///< by region: equal numbers are one material
  std::vector<std::string> walls{};         ///< surfaces whose shape the field feels: with a condition, and not open
  std::vector<std::string> metal{};         ///< surfaces of good conductors, and electric planes of symmetry
  std::vector<std::string> magnetic{};      ///< magnetic walls and planes of symmetry: what meets them is mirrored
  std::map<std::string, Vec3> gaps{};       ///< regions between conductors, and the direction from one to the other
};

}  // namespace fluxtet
