// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Checks that every region of the mesh has a material, every name in the case exists in the mesh, every outer surface
/// has a boundary condition, and plane waves enter through absorbing surfaces. `outerSurfaces`: names of surface groups
/// that contain outer faces. Throws InputError with line and column of the case, what is expected, and the nearest
/// name.
void checkCaseAgainstMesh(const DgtdCase& theCase, const std::vector<std::string>& regionNames,
                          const std::vector<std::string>& surfaceNames, const std::vector<std::string>& outerSurfaces);

}  // namespace fluxtet::dgtd
