// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Poles of dispersive media: their equations, and one step of the trapezoidal rule (docs/theory.md, section 3.7). Time
// is tau = c0 t in m.
#pragma once

#include "lib/base/hostDevice.hpp"

#include <array>
#include <complex>
#include <cstdint>

namespace fluxtet::dgtd {

/// A pole of a medium: one or two states x, each a vector field, that E drives, and the polarisation current J that
/// they make,
///   dx/dtau = A x + b E,   Z0 J = c x + e E.
/// E is in V/m and Z0 J in V/m^2. The unit of a state is the pole's own.
struct Pole {
  int size = 1;               ///< number of states, 1 or 2
  std::array<double, 4> A{};  ///< [row][column] 1/m; of one state, A[0]
  std::array<double, 2> b{}, c{};
  double e = 0;  ///< 1/m
  bool operator==(const Pole&) const = default;
};

/// Returns the Debye pole strength / (1 + s relaxation) of epsilonR(s), s = d/dtau. `strength` is dimensionless, and
/// `relaxation`, c0 times the relaxation time, is in m. The state is the polarisation in V/m.
Pole debyePole(double strength, double relaxation);
/// Returns the Drude pole plasma^2 / (s (s + collision)). Both are angular frequencies over c0, 1/m. The state is the
/// current Z0 J in V/m^2.
Pole drudePole(double plasma, double collision);
/// Returns the Lorentz pole strength resonance^2 / (s^2 + 2 damping s + resonance^2); `resonance` and `damping` are
/// angular frequencies over c0, 1/m. The states are the polarisation in V/m and the current Z0 J in V/m^2.
Pole lorentzPole(double strength, double resonance, double damping);
/// Returns the pair residue / (s - pole) and its complex conjugate. Both are in 1/m. The states are the real and the
/// imaginary part of the convolution of E with exp(pole tau), V.
Pole complexPair(std::complex<double> pole, std::complex<double> residue);

/// Returns Z0 J / E of a pole at s, 1/m: s times the part of epsilonR(s) that it is.
std::complex<double> admittanceOf(const Pole& pole, std::complex<double> s);

/// A step of the trapezoidal rule for one pole. In a step of tau from E to E', the states x become
///   x' = phi x + gamma (E + E'),
/// and the current at the middle of the step is k x + (beta / step) (E + E'), to which conduction adds its share. The
/// rule keeps the bound of the time step of a medium with epsilonR at infinite frequency, whatever the poles, if their
/// sum is passive (docs/theory.md, section 3.7).
struct PoleStep {
  std::array<double, 4> phi{};    ///< [row][column]
  std::array<double, 2> gamma{};  ///< unit of x over V/m
  std::array<double, 2> k{};      ///< V/m^2 over unit of x
  double beta = 0;                ///< dimensionless
};
/// Returns the step of `pole` over `step` = c0 dt, m.
PoleStep trapezoidalStep(const Pole& pole, double step);

/// PoleStep in the precision of the fields, without beta. Aligned so that a GPU loads it in wide words.
template <class Real>
struct alignas(16) PoleCoefficients {
  Real phi[2][2], gamma[2], k[2];
};
template <class Real>
PoleCoefficients<Real> coefficientsOf(const PoleStep& step) {
  const auto real = [](double value) { return static_cast<Real>(value); };
  return {{{real(step.phi[0]), real(step.phi[1])}, {real(step.phi[2]), real(step.phi[3])}},
          {real(step.gamma[0]), real(step.gamma[1])},
          {real(step.k[0]), real(step.k[1])}};
}

/// Advances a pole of one or two states. An engine stores z = x' - gamma E' instead of x', because z is known before
/// E': x = z + gamma E, and the next z is phi x + gamma E. `E` is the old field, and z0, z1 are the old z on entry, the
/// new z on return. Returns k x, the part of the current that does not contain E'.
template <class Real>
FLUXTET_HOST_DEVICE Real advancePole(const PoleCoefficients<Real>& p, Real E, Real& z0) {
  const Real x = z0 + p.gamma[0] * E;
  z0 = p.phi[0][0] * x + p.gamma[0] * E;
  return p.k[0] * x;
}
template <class Real>
FLUXTET_HOST_DEVICE Real advancePole(const PoleCoefficients<Real>& p, Real E, Real& z0, Real& z1) {
  const Real x0 = z0 + p.gamma[0] * E, x1 = z1 + p.gamma[1] * E;
  z0 = p.phi[0][0] * x0 + p.phi[0][1] * x1 + p.gamma[0] * E;
  z1 = p.phi[1][0] * x0 + p.phi[1][1] * x1 + p.gamma[1] * E;
  return p.k[0] * x0 + p.k[1] * x1;
}

}  // namespace fluxtet::dgtd
