// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/bernstein.hpp"
#include "kernels/dgtd/cuda/compileTime.hpp"

namespace fluxtet::dgtd::cuda {

/// Calls add(Constant<coefficient>, Constant<layer>, y) for each coefficient of the element: 3/2 L_f jump is
/// liftLayerFactor(layer) y there.
template <class Real, int order, int f, int layer, int size, class Add>
__device__ __forceinline__ void liftLayers(const Real (&y)[size], const Add& add) {
  forEach<size>([&](auto m) {
    add(Constant<Bernstein<order>::inLayer(f, layer, faceBernstein<order - layer>.index[m.value])>{}, Constant<layer>{},
        y[m.value]);
  });
  if constexpr (layer < order) {
    constexpr int below = order - layer - 1;
    Real next[FaceBernstein<below>::size];
    forEach<FaceBernstein<below>::size>([&](auto m) {
      constexpr int i = faceBernstein<below>.index[m.value][0], j = faceBernstein<below>.index[m.value][1],
                    k = faceBernstein<below>.index[m.value][2];
      next[m.value] = static_cast<Real>(i + 1) * y[faceBernstein<below + 1>.find(i + 1, j, k)] +
                      static_cast<Real>(j + 1) * y[faceBernstein<below + 1>.find(i, j + 1, k)] +
                      static_cast<Real>(k + 1) * y[faceBernstein<below + 1>.find(i, j, k + 1)];
    });
    liftLayers<Real, order, f, layer + 1>(next, add);
  }
}
template <class Real, int order, int f, class Add>
__device__ __forceinline__ void liftFace(const Real (&jump)[Bernstein<order>::nf], const Add& add) {
  constexpr int nf = Bernstein<order>::nf;
  Real y[nf];
  forEach<nf>([&](auto m) {
    Real sum = 0;
    forEach<nf>([&](auto k) {
      constexpr int entry = faceBernstein<order>.liftEntry(m.value, k.value);
      if constexpr (entry != 0) sum += static_cast<Real>(entry) * jump[k.value];
    });
    y[m.value] = sum;
  });
  liftLayers<Real, order, f, 0>(y, add);
}

/// The metric-free part of a half step for one element, in registers of one thread.
///
/// A field is stored by its covariant components p_k = t_k . F along the edges t_k = x_k - x_0, k = 1..3, in Bernstein
/// form: a 1-form, whose curl needs no geometry. With g_1 x g_2 = delta t_3 (and cyclic), delta = g_1 . (g_2 x g_3),
///   curl F = delta sum_k t_k r_k,   r_1 = d_2 p_3 - d_3 p_2 (and cyclic),   d_i = d/dlambda_i - d/dlambda_0,
/// and the flux 3/2 L_f (g_f x J) of face f takes the jump's components u = AB . J, v = AC . J along two edges of the
/// face (A, B, C its vertices in ascending order, so both sides see the same two numbers) to the components s_f (-v, u)
/// along the same edges, s_f = -1, 1, -1, 1. Only the update, p_j += scale sum_k delta (t_j . t_k) r_k, knows the shape
/// of the element.
template <class Real, int order>
struct ElementRhs {
  using Basis = Bernstein<order>;
  static constexpr int np = Basis::np;
  static constexpr int nf = Basis::nf;

  Real r[np][3];

  /// Sets the right-hand side to the curl of own(Constant<coefficient>, Constant<component>).
  template <class Own>
  __device__ __forceinline__ void curl(const Own& own) {
    forEach<np>([&](auto n) { r[n.value][0] = r[n.value][1] = r[n.value][2] = 0; });
    forEach<Basis::npBelow>([&](auto b) {
      constexpr int at0 = Basis::raised(b.value, 0), at1 = Basis::raised(b.value, 1);
      constexpr int at2 = Basis::raised(b.value, 2), at3 = Basis::raised(b.value, 3);
      const auto at = [&](auto n, auto k) { return own(n, k); };
      const Real x0 = at(Constant<at0>{}, Constant<0>{}), y0 = at(Constant<at0>{}, Constant<1>{}),
                 z0 = at(Constant<at0>{}, Constant<2>{});
      const Real q[3] = {(at(Constant<at2>{}, Constant<2>{}) - z0) - (at(Constant<at3>{}, Constant<1>{}) - y0),
                         (at(Constant<at3>{}, Constant<0>{}) - x0) - (at(Constant<at1>{}, Constant<2>{}) - z0),
                         (at(Constant<at1>{}, Constant<1>{}) - y0) - (at(Constant<at2>{}, Constant<0>{}) - x0)};
      forEach<4>([&](auto v) {
        constexpr int n = Basis::raised(b.value, v.value);
        constexpr Real weight = Basis::elevation(b.value, v.value);
        r[n][0] += weight * q[0];
        r[n][1] += weight * q[1];
        r[n][2] += weight * q[2];
      });
    });
  }

  /// Adds the flux of face f whose jump has the components u, v.
  template <int f>
  __device__ __forceinline__ void addFlux(const Real (&u)[nf], const Real (&v)[nf]) {
    liftU<f>(u);
    liftV<f>(v);
  }
  template <int f>
  __device__ __forceinline__ void liftU(const Real (&u)[nf]) {
    if constexpr (f == 0) lift<f, 0, 1, 2, -1>(u);
    if constexpr (f == 1) lift<f, 2, 1, -1, 0>(u);
    if constexpr (f == 2) lift<f, 2, -1, -1, 0>(u);
    if constexpr (f == 3) lift<f, 1, 1, -1, 0>(u);
  }
  template <int f>
  __device__ __forceinline__ void liftV(const Real (&v)[nf]) {
    if constexpr (f == 0) lift<f, 1, 1, 0, -1>(v);
    if constexpr (f == 1) lift<f, 1, -1, -1, 0>(v);
    if constexpr (f == 2) lift<f, 0, 1, -1, 0>(v);
    if constexpr (f == 3) lift<f, 0, -1, -1, 0>(v);
  }

 private:
  /// Adds signA times the lift to component a, and signB times it to component b (none: -1).
  template <int f, int a, int signA, int b, int signB>
  __device__ __forceinline__ void lift(const Real (&jump)[nf]) {
    liftFace<Real, order, f>(jump, [&](auto n, auto factor, Real y) {
      constexpr Real value = static_cast<Real>(liftLayerFactor(factor.value));
      r[n.value][a] += signA * value * y;
      if constexpr (b >= 0) r[n.value][b] += signB * value * y;
    });
  }
};

/// One component of ElementRhs in the registers of one thread, where all three do not fit: r_k for k = 0, 1, 2.
template <class Real, int order, int k>
struct ComponentRhs {
  using Basis = Bernstein<order>;
  static constexpr int np = Basis::np;
  static constexpr int nf = Basis::nf;

  /// Sets the right-hand side to component k of the curl of own(Constant<coefficient>, Constant<component>).
  template <class Own>
  static __device__ __forceinline__ void curl(Real (&r)[np], const Own& own) {
    constexpr int a = (k + 1) % 3, b = (k + 2) % 3;
    forEach<np>([&](auto n) { r[n.value] = 0; });
    forEach<Basis::npBelow>([&](auto m) {
      constexpr Constant<Basis::raised(m.value, 0)> at0;
      constexpr Constant<Basis::raised(m.value, a + 1)> atA;
      constexpr Constant<Basis::raised(m.value, b + 1)> atB;
      const Real q =
          (own(atA, Constant<b>{}) - own(at0, Constant<b>{})) - (own(atB, Constant<a>{}) - own(at0, Constant<a>{}));
      forEach<4>([&](auto v) {
        constexpr int n = Basis::raised(m.value, v.value);
        constexpr Real weight = Basis::elevation(m.value, v.value);
        r[n] += weight * q;
      });
    });
  }

  /// What face f adds: `sign` times the lift of u, v or (face 0, k = 0) u - v; nothing where sign is 0.
  static constexpr int sign(int f) {
    constexpr int signs[3][4] = {{1, 0, 1, -1}, {1, -1, 0, 1}, {-1, 1, -1, 0}};
    return signs[k][f];
  }
  static constexpr bool takesDifference(int f) { return k == 0 && f == 0; }
  static constexpr bool takesU(int f) { return k == 2 || (k == 1 && f == 3); }

  template <int f>
  static __device__ __forceinline__ void addFlux(Real (&r)[np], const Real (&jump)[nf]) {
    liftFace<Real, order, f>(jump, [&](auto n, auto layer, Real y) {
      constexpr Real value = static_cast<Real>(sign(f) * liftLayerFactor(layer.value));
      r[n.value] += value * y;
    });
  }
};

}  // namespace fluxtet::dgtd::cuda
