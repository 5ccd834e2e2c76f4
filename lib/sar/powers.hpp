// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dgtd/discretisation.hpp"
#include "dgtd/spectrum.hpp"

#include <mpi.h>

#include <complex>
#include <string>
#include <vector>

namespace fluxtet {

/// A gap source as a circuit sees it. Phasors are peak values; the current flows out of the positive conductor.
struct GapPower {
  std::string region;
  std::complex<double> voltage;  ///< V
  std::complex<double> current;  ///< A, into what the gap feeds, its resistance not included
  double accepted = 0;           ///< W, what the gap gives to the fields, the loss in its own resistance not included
  std::complex<double> impedance() const { return voltage / current; }  ///< ohm
};

/// Time-averaged powers at one frequency over all ranks, W. What sources give is absorbed or leaves through absorbing
/// boundaries. Their difference is what the mesh and the boundary of the discontinuous elements lose, and what a run
/// stores that has not become steady.
struct Powers {
  double frequency = 0;  ///< Hz
  struct Region {
    std::string name;
    double absorbed = 0;
  };
  std::vector<Region> regions;  ///< those with conductivity; the resistance of a gap is not counted here
  std::vector<GapPower> gaps;
  double impressed = 0;  ///< of all currents of gaps, current sources and dipoles
  double gapLoss = 0;    ///< in the resistances of gaps
  double absorbed = 0;   ///< of all regions
  double outgoing = 0;   ///< through absorbing boundaries, net: an incident wave counts as negative
  bool fed = false;      ///< by currents; otherwise by waves, whose power comes in through the boundary

  double accepted() const { return impressed - gapLoss; }
  /// |accepted - absorbed - outgoing| over what is accepted; without currents |absorbed + outgoing| over what is
  /// absorbed (not a number where nothing is).
  double imbalance() const;
};

/// Powers times `factor`, voltages and currents times its square root.
void scalePowers(Powers& powers, double factor);

/// `absorbedDensity`: mean over each element of this rank of 1/2 sigma |E|^2 (materials only), W/m^3; is filled.
/// Collective.
template <class Real>
Powers computePowers(const Case& theCase, const Discretisation& d, const Spectrum<Real>& spectrum,
                     std::vector<double>& absorbedDensity, MPI_Comm comm);

}  // namespace fluxtet
