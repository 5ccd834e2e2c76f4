// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

namespace fluxtet::dgtd {

/// A complex nodal field [element][node][xyz] of this rank in computing order, E or Z0 H in V/m (times s where it is
/// the Fourier integral of a pulse). Time dependence exp(+i omega t): x(t) = Re(X exp(i omega t)). Empty if not summed
/// up.
template <class Real>
struct ComplexField {
  std::vector<Real> re, im;
};

/// All that is known of one frequency after a run (docs/theory.md).
template <class Real>
struct Spectrum {
  double frequency = 0;  ///< Hz
  ComplexField<Real> E, H;
  /// The waveforms of DgtdProblem::waveforms, transformed with the samples and weights of E; by them the currents of
  /// DgtdProblem::sources are known.
  std::vector<std::complex<double>> waveform{};
  /// The mean of E over a time step, with which leap-frog takes conduction, over E: cos(omega dt / 2); 1 with
  /// Runge-Kutta.
  double meanOverStep = 1;
};

}  // namespace fluxtet::dgtd
