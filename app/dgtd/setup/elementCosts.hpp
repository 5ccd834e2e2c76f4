// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/mesh/mesh.hpp"
#include "partition/elementWork.hpp"

namespace fluxtet::dgtd {

/// The work of the CPU engine: absorbing faces, incident waves at each node of those that a wave comes through,
/// currents (measured: docs/design.md, "Load balance"). Uniform if the case has none of these in the mesh.
partition::ElementWork cpuElementWork(const DgtdCase& theCase, const MeshGroups& groups);

/// What `partition.weights` asks for, where the fields will be on the CPU or where they may be on GPUs, to which every
/// element costs the same.
partition::WorkOfGroups workToBalance(const DgtdCase& theCase, bool onCpu);

}  // namespace fluxtet::dgtd
