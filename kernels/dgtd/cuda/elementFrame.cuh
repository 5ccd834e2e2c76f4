// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::dgtd::cuda {

/// A Cartesian vector, in double precision.
struct Vector {
  double x, y, z;
  __device__ double component(int c) const { return c == 0 ? x : c == 1 ? y : z; }
};
__device__ inline Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
__device__ inline double dot(const Vector& a, const Vector& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The edges t_k of an element, m, and the gradients g_k, 1/m, that follow from them: t_j . g_k = 1 if j = k, else 0.
/// In double precision, because a flat element would lose digits otherwise. Of a slot without element the gradients are
/// 0.
struct Frame {
  Vector t[3], g[3];
  /// edge [3][xyz]: t_1, t_2, t_3, m.
  template <class Real>
  __device__ explicit Frame(const Real* edge) {
    for (int k = 0; k < 3; ++k) t[k] = {double(edge[3 * k]), double(edge[3 * k + 1]), double(edge[3 * k + 2])};
    g[0] = cross(t[1], t[2]);
    g[1] = cross(t[2], t[0]);
    g[2] = cross(t[0], t[1]);
    const double volume = dot(t[0], g[0]), scale = volume == 0 ? 0 : 1 / volume;
    for (Vector& v : g) v = {scale * v.x, scale * v.y, scale * v.z};
  }
  /// Component c of g[k], 1/m.
  __device__ double gradient(int k, int c) const { return g[k].component(c); }
};

}  // namespace fluxtet::dgtd::cuda
