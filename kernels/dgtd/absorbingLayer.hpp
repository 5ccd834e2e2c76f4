// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Perfectly matched layers: the equations of one value of a field, and one step of the trapezoidal rule
// (docs/theory.md, section 3.8). Time is tau = c0 t in m.
#pragma once

#include "lib/base/hostDevice.hpp"

#include <array>
#include <cstddef>

namespace fluxtet::dgtd {

/// The stretching of space in an absorbing layer, s_d = 1 + sigma_d / (alpha_d + d/dtau) in each direction d = x, y, z.
/// Both are in 1/m; sigma is 0 in the directions in which the layer does not absorb.
struct LayerProfile {
  std::array<double, 3> sigma{}, alpha{};
  bool absorbs(int direction) const { return sigma[static_cast<std::size_t>(direction)] != 0; }
  bool operator==(const LayerProfile&) const = default;
};

/// A step of the trapezoidal rule for one direction of a layer. The state psi of a value u follows d psi/dtau + alpha
/// psi = u, so that s u = u + sigma psi; in a step from u to u' it becomes keep psi + gain (u + u').
template <class Real>
struct LayerCoefficients {
  Real sigma;     ///< 1/m
  Real keep;      ///< dimensionless
  Real gain;      ///< m
  Real quotient;  ///< 1 / (1 + sigma gain): what s u' = w takes to be solved for u'
};
/// Returns the coefficients of a profile for half steps of size `step` = c0 dt, m, by direction.
template <class Real>
std::array<LayerCoefficients<Real>, 3> coefficientsOf(const LayerProfile& profile, double step) {
  std::array<LayerCoefficients<Real>, 3> result{};
  for (std::size_t d = 0; d < 3; ++d) {
    const double half = 0.5 * profile.alpha[d] * step, gain = 0.5 * step / (1 + half);
    result[d] = {static_cast<Real>(profile.sigma[d]), static_cast<Real>((1 - half) / (1 + half)),
                 static_cast<Real>(gain), static_cast<Real>(1 / (1 + profile.sigma[d] * gain))};
  }
  return result;
}

/// Advances one Cartesian component of a field in a layer. The half step of the medium acts on D = (s_a s_b / s_c) F,
/// where c is the component's direction and a and b are the other two: D' = D + increment + decay D.
/// `increment`: of the half step without decay, V/m. `decay`: leapFrogDecay(). c, a, b: coefficients of the three
/// directions. psiC, psiA, psiB: states, V, replaced by the next ones. `F`: the old value, V/m. Returns the new value.
template <class Real>
FLUXTET_HOST_DEVICE Real advanceLayer(Real F, Real increment, Real decay, const LayerCoefficients<Real>& c,
                                      const LayerCoefficients<Real>& a, const LayerCoefficients<Real>& b, Real& psiC,
                                      Real& psiA, Real& psiB) {
  const Real old2 = F + b.sigma * psiB;
  const Real old1 = old2 + a.sigma * psiA;
  const Real old0 = old1 - c.sigma * psiC;
  const Real new0 = old0 + (increment + decay * old0);
  psiC = c.keep * psiC + c.gain * (new0 + old0);
  const Real new1 = new0 + c.sigma * psiC;
  const Real new2 = (new1 - a.sigma * (a.keep * psiA + a.gain * old2)) * a.quotient;
  psiA = a.keep * psiA + a.gain * (new2 + old2);
  const Real result = (new2 - b.sigma * (b.keep * psiB + b.gain * F)) * b.quotient;
  psiB = b.keep * psiB + b.gain * (result + F);
  return result;
}

}  // namespace fluxtet::dgtd
