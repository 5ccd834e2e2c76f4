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

/// A step of the trapezoidal rule for a factor s = 1 + sigma / (alpha + d/dtau), in which a value w becomes s w = w +
/// sigma psi. Its state psi follows d psi/dtau = w - alpha psi. The inverse of a factor is a factor, too: that of
/// -sigma and alpha + sigma.
template <class Real>
struct LayerStep {
  Real sigma;     ///< 1/m
  Real alpha;     ///< 1/m
  Real gain;      ///< m
  Real quotient;  ///< 1 / (1 + sigma gain): what s w' takes to be solved for w'

  /// Of half steps of size `step` = c0 dt, m.
  static LayerStep of(double sigma, double alpha, double step) {
    const double gain = 0.5 * step / (1 + 0.5 * alpha * step);
    return {static_cast<Real>(sigma), static_cast<Real>(alpha), static_cast<Real>(gain),
            static_cast<Real>(1 / (1 + sigma * gain))};
  }
  /// Returns s w, V/m, from w, V/m, and its state, V.
  FLUXTET_HOST_DEVICE Real factor(Real w, Real psi) const { return w + sigma * psi; }
  /// Turns `change`, that of s w in a half step, into that of w, V/m, and advances psi, V. A field at rest has w =
  /// alpha psi, and keeps its bits however many half steps it passes, since all is in changes.
  FLUXTET_HOST_DEVICE Real advance(Real w, Real change, Real& psi) const {
    const Real drive = w - alpha * psi;
    const Real result = quotient * (change - 2 * sigma * gain * drive);
    psi += gain * (2 * drive + result);
    return result;
  }
};

/// One direction of a layer in a half step: what the Cartesian components of a vector across the direction are
/// multiplied by, s_d, and the one along it, 1/s_d.
template <class Real>
struct LayerFactors {
  LayerStep<Real> across, along;
  /// Of half steps of size `step` = c0 dt, m, in `direction`, 0 x, 1 y, 2 z.
  static LayerFactors of(const LayerProfile& profile, std::size_t direction, double step) {
    const double sigma = profile.sigma[direction], alpha = profile.alpha[direction];
    return {LayerStep<Real>::of(sigma, alpha, step), LayerStep<Real>::of(-sigma, alpha + sigma, step)};
  }
};

}  // namespace fluxtet::dgtd
