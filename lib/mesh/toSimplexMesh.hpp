// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/simplexMesh.hpp"

namespace fluxtet {

/// A tetrahedral mesh as the static solver takes it: 32-bit ids, positive orientation, the faces of the surface groups
/// as a list (an inner face once), numbered along a Hilbert curve. Throws InputError for more than 2^31 - 1 elements or
/// vertices.
SimplexMesh toSimplexMesh(Mesh mesh);

}  // namespace fluxtet
