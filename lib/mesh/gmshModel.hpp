// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/rawMesh.hpp"

#include <map>
#include <string>

namespace fluxtet {

/// Which models a caller can use.
enum class ModelKind {
  solid,        ///< volumes only
  solidOrPlane  ///< a model without volumes is a plane one: its surfaces are the regions, its curves the surfaces
};

/// Takes the mesh out of Gmsh's current model (a running GmshSession): tetrahedra where there are any, otherwise, if
/// `kind` allows, triangles. `regionName`: names of volumes (surfaces) by entity tag, used where the model has no
/// physical group. `file` is for messages. Throws InputError for other elements than linear tetrahedra (triangles),
/// regions without or with several physical groups, and a model without elements.
RawMesh takeGmshModel(ModelKind kind, const std::map<int, std::string>& regionName, const std::string& file);

/// True where the model has volumes.
bool isSolidModel();

}  // namespace fluxtet
