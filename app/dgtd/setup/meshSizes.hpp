// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/mesh/meshSource.hpp"

namespace fluxtet::dgtd {

/// Nodes per wavelength, order * wavelength / element size, at which a plane wave is right to `accuracy` (phase and
/// amplitude over one wavelength, a share) at the defaults of the solver; order: 1 to 4. Interpolates measurements
/// (docs/data/resolution/README.md).
double nodesForAccuracy(int order, double accuracy);

/// The same, nodes per wavelength, at the order and for the accuracy of a case.
double settledNodes(const DgtdCase& theCase);

/// The mesh of a case with lengths in place of what follows waves: margins in wavelengths are lengths, and with `size:
/// auto` each region has the size that its shortest wave needs. Throws InputError where the frequencies of the case
/// are not known.
MeshSource settledMesh(const DgtdCase& theCase);

}  // namespace fluxtet::dgtd
