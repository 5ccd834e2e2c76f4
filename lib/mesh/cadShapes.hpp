// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/cadColours.hpp"
#include "lib/mesh/gmshModel.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

namespace fluxtet {

/// One solid, sheet or named face of a geometry, or the box of air.
struct CadShape {
  int dimension = 3, tag = 0;
  std::string name;  ///< empty: the file gives none
  bool isAir = false;
  bool isPainted = false;  ///< its name is that of its colour or of a physical group, which others may have too
  bool isSheet = false;    ///< a face that bounds no solid

  /// As a region or surface: a shape without a name is called by its kind and its number in the file.
  std::string group() const { return name.empty() ? fmt::format("{}{}", entityKinds[dimension], tag) : name; }
  std::string text() const {
    return name.empty() ? fmt::format("{} {}", entityKinds[dimension], tag)
                        : fmt::format("{} `{}`", entityKinds[dimension], name);
  }
};

/// Reads a STEP or BREP file into a new model of Gmsh, STEP in mm whatever unit the file is in.
void importCadFile(const std::string& file);

/// The solids (3) or faces (2) of Gmsh's model with their names, by colour where `colours` has one.
std::vector<CadShape> shapesOf(int dimension, CadColours& colours);

/// Takes away the names that the file gives to several solids, which do not tell them apart. Solids in one colour are
/// one region.
void clearSharedNames(std::vector<CadShape>& solids);

/// Sheets, and faces of solids that have a name. Faces of one name are one surface.
std::vector<CadShape> facesOfInterest(CadColours& colours, const std::vector<CadShape>& solids);

/// Tags of the surfaces that are shapes, bound them or lie in them.
std::set<int> surfacesOf(const std::vector<CadShape>& shapes);

/// Tags of the solids that a face bounds.
std::vector<int> solidsAt(int face);

}  // namespace fluxtet
