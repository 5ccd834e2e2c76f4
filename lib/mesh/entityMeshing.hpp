// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// Meshes Gmsh's current model, if its volumes are for HXT to fill: the curves, then each surface, then each volume by
/// a process of its own that is forked from this one, as many at a time as it may use CPUs. How many these are does not
/// change the mesh: a surface's depends on its curves and a volume's on its surfaces only, and HXT, which depends on
/// the addresses of its memory, too, finds the same ones in each process. This process must have no other threads.
///
/// Returns false, with a model without a mesh, where surfaces or volumes are not to be meshed one by one (something is
/// meshed already, surfaces are periodic, elements are to be of higher order or subdivided, or Gmsh is to mesh what is
/// visible only), or where one cannot be: layers and transfinite volumes, e.g., need what meshed their surfaces. To
/// mesh all at once may do then, or Gmsh says what is wrong.
bool meshByEntities();

}  // namespace fluxtet
