// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <vector>

namespace fluxtet::dgtd {

/// Real and imaginary part of a nodal field [element][node][xyz] of this rank, elements in computing order; E or Z0 H,
/// V/m (V s/m for the Fourier integral of a pulse). Time dependence exp(+i omega t): x(t) = Re(X exp(i omega t)). Empty
/// if the field is not summed up.
template <class Real>
struct ComplexField {
  std::vector<Real> re, im;
};

/// Results at one frequency after a run (docs/theory.md, section 3.6).
template <class Real>
struct Spectrum {
  double frequency = 0;  ///< Hz
  ComplexField<Real> E, H;
  /// Transforms of DgtdProblem::waveforms by the samples and weights of E, [waveform]; the currents of
  /// DgtdProblem::sources are these times their densities.
  std::vector<std::complex<double>> waveform{};
  /// Mean of E over a time step over E. Leap-frog computes conduction currents from this mean: cos(omega dt / 2). 1
  /// with Runge-Kutta.
  double meanOverStep = 1;
};

}  // namespace fluxtet::dgtd
