// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/rawMesh.hpp"

#include <string>
#include <vector>

namespace fluxtet {

/// Takes regions out of Gmsh's current model before it is meshed. Faces between a region and what stays, where they
/// have no name of their own, become a surface of the region's name: a physical group where the model has some, else
/// an entry of `names`. `dimension`: of the regions, 3 or 2. Returns the regions that the model does not have.
std::vector<std::string> cutOutOfModel(const std::vector<std::string>& regions, int dimension, EntityNames& names);

/// The same for a mesh. Throws InputError for a region that it does not have; `file` is for messages.
void cutOutOfMesh(const std::vector<std::string>& regions, RawMesh& raw, const std::string& file);

}  // namespace fluxtet
