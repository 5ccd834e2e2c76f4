// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

namespace fluxtet {

/// Cuts each tetrahedron into eight (J. Bey, "Tetrahedral grid refinement", Computing 55, 1995): four at the corners
/// and four round the diagonal of the inner octahedron that joins the midpoints of edges 02 and 13. Repeated refinement
/// makes at most three shapes per original element. Element e has the children 8 e .. 8 e + 7; regions and face groups
/// are inherited.
///
/// The new vertices are numbered by their pair of old ids (a <= b; an old vertex is (a, a)) in lexicographic order:
/// then Bey's order of each child's vertices, on which the shapes depend in the next refinement, is the ascending order
/// that Mesh demands.
Mesh refineUniformly(Mesh mesh);

}  // namespace fluxtet
