// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Every region of the mesh has a material, every name that the case uses exists in the mesh, every outer surface has a
/// condition (`outerSurfaces`: names of surface groups that hold outer faces), plane waves enter through absorbing
/// surfaces. Throws InputError with place, expectation and nearest name. Returns nothing: the case is consistent.
void checkCaseAgainstMesh(const DgtdCase& theCase, const std::vector<std::string>& regionNames,
                          const std::vector<std::string>& surfaceNames, const std::vector<std::string>& outerSurfaces);

}  // namespace fluxtet::dgtd
