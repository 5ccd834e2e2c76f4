// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/simplexMesh.hpp"

namespace fluxtet {

/// Numbers the vertices along a Hilbert curve and the elements by their lowest vertex, so that what is near in space is
/// near in memory. Facets are sorted by group and vertices, the vertices of each ascending. Elements keep their
/// orientation.
void renumberAlongCurve(SimplexMesh& mesh);

}  // namespace fluxtet
