// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"

namespace fluxtet {

/// Whether `source.file` is a script whose volumes are to be cut at each other and at a box of air.
bool cutsScript(const MeshSource& source);

/// Makes one conforming model of what a script has drawn in Gmsh's current model with the OpenCASCADE kernel, as
/// conformingModel() does: the shapes are its volumes, the faces that bound none and those that are in a physical
/// surface. Its physical groups, its sizes at points and those by fields hold for the pieces; with physical volumes or
/// surfaces the air and its sides are physical groups too, else they are in the names that it returns. `unit`: m per
/// unit of the model. Throws InputError, also where the script says something of entities that cutting would lose.
EntityNames cutScriptModel(const MeshSource& source, double unit);

}  // namespace fluxtet
