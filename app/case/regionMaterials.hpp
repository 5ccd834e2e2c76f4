// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/commonCase.hpp"
#include "lib/mesh/mesh.hpp"

#include <vector>

namespace fluxtet {

/// The material of each region of the mesh, [regions]; that of empty space where the case gives none. The case has been
/// checked against the mesh.
std::vector<Material> materialsOfRegions(const CommonCase& theCase, const MeshGroups& groups);

}  // namespace fluxtet
