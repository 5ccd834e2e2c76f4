// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSourceFile.hpp"

#include <map>
#include <string>

namespace fluxtet {

/// Sets the largest element size, in the model's unit, of Gmsh's current model, which is meshed in `dimension`. A
/// script's own sizes stay where they are smaller. A CAD file has none, and Gmsh would take a tenth of its extent.
/// `unit`: m per unit of the model. Throws InputError for a size that cannot be meant; `file` is for messages.
void setLargestSize(double size, int dimension, MeshFileKind kind, double unit, const std::string& file);

/// Sets largest element sizes, m, of the regions and surfaces of those names, their boundaries included, in Gmsh's
/// current model, which it meshes from now on; `unit`: m per unit of the model, `names`: of entities of a model without
/// physical groups. Throws InputError for a name that the model does not have; `file` is for messages.
void setSizesByName(const std::map<std::string, double>& sizes, double unit, const EntityNames& names,
                    const std::string& file);

}  // namespace fluxtet
