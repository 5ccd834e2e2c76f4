// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/observers/spectrum.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/post/ports/overlapTerms.hpp"
#include "app/post/ports/portPower.hpp"

#include <mpi.h>

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::ports {

/// Voltage, current and accepted power of each mode of a wave port, from E and Z0 H in elementsAt() of it, whose values
/// stand in `rows` of the spectrum: overlaps of the mean traces as those of ModeOverlaps. The power that is available
/// is that of the wave that enters. Units as those of powerOf(). Collective.
template <class Real>
std::vector<PortPower> powersOf(const dgtd::WavePort& port, const dgtd::DgtdCase& theCase,
                                const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum,
                                std::span<const std::int32_t> rows, MPI_Comm comm);

}  // namespace fluxtet::ports
