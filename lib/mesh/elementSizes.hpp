// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/meshSourceFile.hpp"

#include <string>
#include <vector>

namespace fluxtet {

/// Sets the largest element size, in the model's unit, of Gmsh's current model, which is meshed in `dimension`. A
/// script's own sizes stay where they are smaller. A CAD file has none, and Gmsh would take a tenth of its extent.
/// `unit`: m per unit of the model. Throws InputError for a size that cannot be meant; `file` is for messages.
void setLargestSize(double size, int dimension, MeshFileKind kind, double unit, const std::string& file);

/// Sets the largest sizes of elements in regions and at surfaces of Gmsh's current model, which it meshes from now on:
/// those that `source.sizes` names, their boundaries included, and elsewhere what `source.autoSizes` wants of waves and
/// shapes. `unit`: m per unit of the model, `names`: of entities of a model without physical groups. Returns a line of
/// text for each limit of `autoSizes`. Throws InputError for a name in `source.sizes` that the model does not have.
std::vector<std::string> setSizes(const MeshSource& source, double unit, const EntityNames& names);

}  // namespace fluxtet
