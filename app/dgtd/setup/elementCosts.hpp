// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/mesh/mesh.hpp"
#include "partition/elementWork.hpp"

#include <cstdint>

namespace fluxtet::dgtd {

/// Work of an element of a layer and of a plain one, in tenths of a plain one's: it moves a state besides the field.
inline constexpr std::int32_t workInLayer = 17, plainWork = 10;

/// Work of elements on the CPU engine, in tenths of a plain element's: extra work of absorbing faces, of incident waves
/// and of currents (measured: docs/design.md, "Load balance"). Uniform if the case has none of these in the mesh.
partition::ElementWork cpuElementWork(const DgtdCase& theCase, const MeshGroups& groups);

/// The work that the partition balances, by `partition.weights`. `onCpu`: the fields will be on the CPU. On a GPU every
/// element costs the same.
partition::WorkOfGroups workToBalance(const DgtdCase& theCase, bool onCpu);

}  // namespace fluxtet::dgtd
