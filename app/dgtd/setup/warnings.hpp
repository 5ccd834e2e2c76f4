// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// What `fluxtet check` and `fluxtet run` warn of before the first step, the same on every rank: the case's own
/// warnings, gaps that do not lie between conductors, dipoles and currents that the mesh or the flux does not suit,
/// regions whose elements are too large for the waves. `edgeRange` as for resolutionOf(). Collective.
std::vector<std::string> warningsOf(const DgtdCase& theCase, const Discretisation& d,
                                    const std::array<double, 2>& edgeRange, MPI_Comm comm);

/// What a run that has come to its end, and not by decay, is warned of: `untilDecay` that was not reached, Fourier
/// integrals of a pulse that has not passed. `level`: dB, of the last energy over the largest.
std::vector<std::string> warningsAtEnd(const DgtdCase& theCase, double level, bool decayed);

}  // namespace fluxtet::dgtd
