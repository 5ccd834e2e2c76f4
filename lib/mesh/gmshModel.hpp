// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mesh/rawMesh.hpp"

#include <map>
#include <string>

namespace fluxtet {

/// Takes the mesh out of Gmsh's current model (a running GmshSession). `volumeName`: names of volumes by entity tag,
/// used where the model has no physical group. `file` is for messages. Throws InputError for other volume elements than
/// linear tetrahedra, volumes without or with several physical groups, and a model without tetrahedra.
RawMesh takeGmshModel(const std::map<int, std::string>& volumeName, const std::string& file);

}  // namespace fluxtet
