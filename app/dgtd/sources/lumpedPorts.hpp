// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/sources/lumpedRegion.hpp"
#include "lib/base/constants.hpp"

#include <mpi.h>

#include <complex>
#include <cstddef>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Largest resistance or conductance of a square, relative to free space, that takes its drive from two steps. Beyond
/// it the law limits the time step, which extrapolation would halve, and small steps have little lag.
inline constexpr double mostExtrapolated = 0.5;

/// A lumped port on its mesh: a prism or a strip between two conductors. Its generator is the current density drive
/// w(t) along `direction`, w being the source's waveform, in parallel with its resistance, which is a conductivity of
/// the region or of the sheet.
struct LumpedPort : LumpedRegion {
  std::size_t source = 0;  ///< index into DgtdCase::sources and DgtdProblem::waveforms
  std::string name;        ///< LumpedPortSource::name
  double drive = 0;        ///< A/m^2, of a strip A/m, where the waveform is 1
  double resistance = 0;   ///< ohm; 0: an ideal current source
  /// Conductivity that represents the resistance, S/m, of a strip S; it is added to that of the region's material.
  double conductivity() const { return resistance > 0 ? length / (resistance * across()) : 0; }
  /// Whether a strip takes its current from the fields of two steps (extrapolated(), app/dgtd/setup/faceLaws.hpp).
  bool isExtrapolated() const { return conductivity() * constants::z0 <= mostExtrapolated; }
  /// What the resistance carries at the half step of leap-frog over voltage / resistance, as phasors; `angle` is omega
  /// dt. A conductivity takes the mean of two steps, a strip the old field, or an extrapolation.
  std::complex<double> carried(double angle) const;
  /// The voltage of the filtered E, as a phasor, from that of E and the current into what the port feeds: less by what
  /// filterInductance adds. Currents act at half steps, so that the derivative at a whole step is a difference over
  /// one. `angle`: omega dt, of `frequency`, Hz.
  std::complex<double> filteredVoltage(std::complex<double> voltage, std::complex<double> current, double frequency,
                                       double angle) const;
};

/// The lumped ports of a case in the order of its sources; all but their elements are the same on every rank.
/// `isInLayer`: [element] whether it belongs to an absorbing layer, into which a region continues, but not its port;
/// may be empty. Collective. Throws InputError on every rank for a region without elements.
std::vector<LumpedPort> findLumpedPorts(const DgtdCase& theCase, const SubMesh& mesh,
                                        const std::vector<bool>& isInLayer, const std::vector<SymmetryPlane>& planes,
                                        MPI_Comm comm);

/// The ports that are no more than matched ends of a run whose matrix is not that of ideal ends: no port is where all
/// are excited (docs/theory.md, section 3.13). They lie in `ports`.
std::vector<const LumpedPort*> matchedEnds(const DgtdCase& theCase, const std::vector<LumpedPort>& ports);

}  // namespace fluxtet::dgtd
