// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"

namespace fluxtet {

/// Reads the STEP or BREP file `source.file` into Gmsh's current model and makes it one conforming model: solids that
/// touch share their common faces, of solids that overlap the one that comes first in `source.priority` keeps what they
/// share, faces that bound no solid cut those they lie in, and `source.airBox` fills what is left of its box. Lengths
/// of `source` are in m, `unit` is the length of the model's unit, m. Returns the names of volumes and surfaces as the
/// file and the box give them; of a plane model those of surfaces alone. Throws InputError.
EntityNames importCad(const MeshSource& source, ModelKind kind, double unit);

}  // namespace fluxtet
