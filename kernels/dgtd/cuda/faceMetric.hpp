// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/hostDevice.hpp"

namespace fluxtet::dgtd::cuda {

/// Metric M of a face, 1/m: the scalar products AB . AB (uu), AB . AC (uv) and AC . AC (vv) of its edges times delta
/// (elementRhs.cuh). A, B, C are the face's vertices in ascending order.
template <class Real>
struct FaceMetric {
  Real uu, uv, vv;
  /// det M = |AB x AC|^2 delta^2, 1/m^2, which is |g_f|^2.
  FLUXTET_HOST_DEVICE Real determinant() const { return uu * vv - uv * uv; }
  FLUXTET_HOST_DEVICE FaceMetric operator*(Real factor) const { return {factor * uu, factor * uv, factor * vv}; }
  /// Turns the components (u, v) of a jump of the target's traces into the difference of source traces that stands for
  /// its dissipation (signedJumpScale()), where M is the face's metric times the jump's signed scale.
  FLUXTET_HOST_DEVICE void jumpTerms(Real& u, Real& v) const {
    const Real jumpU = u;
    u = uu * v - uv * jumpU;
    v = uv * v - vv * jumpU;
  }
};
/// The metric of face f. g [6]: metric of the element (ElementRecord), 1/m.
template <class Real>
FLUXTET_HOST_DEVICE FaceMetric<Real> faceMetric(const Real* g, int f) {
  const Real g11 = g[0], g12 = g[1], g13 = g[2], g22 = g[3], g23 = g[4], g33 = g[5];
  if (f == 0) return {g22 - 2 * g12 + g11, g23 - g12 - g13 + g11, g33 - 2 * g13 + g11};
  return {f == 1 ? g22 : g11, f == 1 ? g23 : f == 2 ? g13 : g12, f == 3 ? g22 : g33};
}

}  // namespace fluxtet::dgtd::cuda
