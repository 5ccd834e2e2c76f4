// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/case/staticCase.hpp"

#include <string>
#include <vector>

namespace fluxtet::statics {

/// Holds a static case against a mesh of triangles (`dimension` 2: the regions are its physical surfaces, the surfaces
/// its physical curves) or tetrahedra (3): names, a material for every region, and features that the dimension does not
/// have (axisymmetric tetrahedra, A_z of tetrahedra, points off the plane, charges per metre of a solid). Surfaces
/// without a condition are natural. Throws InputError that lists all faults. Regions that sources and output name are
/// among `regions:` already.
void checkStaticCaseAgainstMesh(const StaticCase& theCase, const std::vector<std::string>& regionNames,
                                const std::vector<std::string>& surfaceNames, int dimension);

}  // namespace fluxtet::statics
