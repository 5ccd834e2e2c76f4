// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <string>

namespace fluxtet::dgtd {

/// Returns in words why an absorbing layer cannot continue a material, or nothing if it can (docs/theory.md, section
/// 3.12). `absorbs`: the directions x, y, z in which the layer absorbs, several in edges and corners.
std::string faultInLayer(const Material& material, const std::array<bool, 3>& absorbs);

/// Throws InputError on every rank for a region of an anisotropic material that reaches into an absorbing layer which
/// cannot continue it. Collective.
void requireTensorsFitLayers(const DgtdCase& theCase, const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm);

}  // namespace fluxtet::dgtd
