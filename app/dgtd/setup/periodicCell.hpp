// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "lib/mesh/mesh.hpp"
#include "partition/periodicSurfaces.hpp"

#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// The pairs of periodic surfaces of a case, in its order, without those whose surfaces the mesh lacks.
std::vector<partition::SurfacePair> surfacePairs(const DgtdCase& theCase, const MeshGroups& groups);

/// All plane waves of the problem are the same in each cell of the array at each time: they travel across all periods.
/// Throws InputError, the same on every rank, for one that does not.
void requirePeriodicWaves(const DgtdCase& theCase, const Discretisation& d);

/// A line for each pair, for reports.
std::vector<std::string> periodLines(const DgtdCase& theCase, const Discretisation& d);

/// S-parameters are those of the ports that the mesh has: planes of symmetry cut all of them. Throws InputError, the
/// same on every rank, for a port with images, which would be ports of their own.
void requirePortsWithoutImages(const DgtdCase& theCase, const Discretisation& d);

/// What planes of symmetry make of the results; empty without them.
std::string symmetryText(const Discretisation& d);
/// The planes as JSON for summary.json: surfaces, kind, unit normal out of the mesh, and its product with places in the
/// plane, m.
std::string symmetryJson(const Discretisation& d);

}  // namespace fluxtet::dgtd
