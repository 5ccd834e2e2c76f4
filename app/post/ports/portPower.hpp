// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/spectrum.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <complex>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace fluxtet::ports {

/// Share by which what follows from the fields may be off: twice their unit roundoff, of the field and of what makes
/// it.
template <class Real>
constexpr double roundingShare = std::numeric_limits<Real>::epsilon();

/// Circuit quantities of a lumped port or of a mode of a wave port. Phasors are peak values; the current flows out of
/// the positive conductor.
struct PortPower {
  std::string region;
  int copies = 1;                ///< equal ports of the whole device: this one and its images in planes of symmetry
  std::complex<double> voltage;  ///< V
  std::complex<double> current;  ///< A, into what the port feeds, without its resistance
  double currentError = 0;       ///< A, largest effect of rounding
  double impressed = 0;  ///< W, of the generator's current or of the wave that enters; 0 of a port that is not fed
  double loss = 0;       ///< W, in its own resistance
  double accepted = 0;   ///< W, impressed less loss: what the port gives to the fields
  /// W, the most that the generator can give away; 0 of an ideal current source. With local time steps of the generator
  /// that drives the same current through the impedance alone, without the inductance of their filter.
  double available = 0;
  std::complex<double> impedance() const { return voltage / current; }  ///< ohm
};

/// The circuit quantities of a port, from E in its elements, whose values stand in `rows` of spectrum.E
/// [row][node][xyz], in the order of port.elements. With Fourier integrals of a pulse instead of phasors, units are
/// times s, those of powers times s^2. Collective.
template <class Real>
PortPower powerOf(const dgtd::LumpedPort& port, const dgtd::Discretisation& d, const dgtd::Spectrum<Real>& spectrum,
                  std::span<const std::int32_t> rows, MPI_Comm comm);

}  // namespace fluxtet::ports
