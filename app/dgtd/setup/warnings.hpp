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

/// Warns of walls and sheets that cost much of the time step, by its share that they leave (StabilityEstimate).
std::vector<std::string> warningsOfLaws(const DgtdCase& theCase, double share);
/// Warnings of `fluxtet check` and `fluxtet run` before the first step, the same on every rank: those of the case
/// itself; lumped ports that are not between conductors; dipoles and currents that the mesh or the flux does not
/// represent well; regions whose elements are too large for the wavelength. `edgeRange`: as for resolutionOf().
/// Collective.
std::vector<std::string> warningsOf(const DgtdCase& theCase, const Discretisation& d,
                                    const std::array<double, 2>& edgeRange, MPI_Comm comm);

/// Warnings at the regular end of a run: time.untilDecay not reached, or Fourier integrals of a pulse that has not
/// decayed. `level`: last energy over the largest, dB. `decayed`: the run has ended by decay.
std::vector<std::string> warningsAtEnd(const DgtdCase& theCase, double level, bool decayed);

}  // namespace fluxtet::dgtd
