// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/bernstein.hpp"
#include "kernels/dgtd/cuda/compileTime.hpp"

namespace fluxtet::dgtd::cuda {

/// One layer of the lift of face f, and by recursion all further ones (docs/theory.md, section 2.7, "The lift
/// factors"). A layer is the coefficients with the index `layer` at vertex f. y [size]: the layer's values y_j, on the
/// face coefficients of degree order - layer. Calls add(Constant<coefficient>, Constant<layer>, y) for each coefficient
/// of the element, where 3/2 L_f jump is liftLayerFactor(layer) y.
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
/// The lift 3/2 L_f of a jump on face f, given by its Nf Bernstein coefficients, by calls of add() as in liftLayers().
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

/// The part of the right-hand side that does not depend on the shape of the element, for one element, in registers of
/// one thread (docs/theory.md, section 2.7).
///
/// A field F, V/m, is stored as a 1-form: by its covariant components p_k = t_k . F, V, in Bernstein form. The edges
/// t_k lead from vertex 0 to the vertices k = 1, 2, 3, and g_k are the gradients of the barycentric coordinates.
/// - Curl: with delta = g_1 . (g_2 x g_3), 1/m^3, g_1 x g_2 = delta t_3 and cyclic. So
///     curl F = delta sum_k t_k r_k,   r_1 = d_2 p_3 - d_3 p_2 and cyclic,   d_i = d/dlambda_i - d/dlambda_0.
/// - Flux: let A, B, C be the vertices of face f in ascending order. A jump J has the components u = J . AB and v = J .
/// AC along two edges of the face; both elements see the same numbers. The flux 3/2 L_f (g_f x J) has the components
/// s_f (-v, u) along the same two edges, in units of delta, with s_f = -1, 1, -1, 1 for f = 0, ..., 3.
/// Only the update, p_j += scale sum_k delta (t_j . t_k) r_k, takes the shape of the element (ElementRecord::metric).
template <class Real, int order>
struct ElementRhs {
  using Basis = Bernstein<order>;
  static constexpr int np = Basis::np;
  static constexpr int nf = Basis::nf;

  Real r[np][3];  ///< Bernstein coefficients of r_1, r_2, r_3, V

  /// Sets the right-hand side to the curl of the field whose values are own(Constant<coefficient>,
  /// Constant<component>), V.
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

  /// Adds the flux of face f. u, v [Nf]: Bernstein coefficients of the jump's components, V.
  template <int f>
  __device__ __forceinline__ void addFlux(const Real (&u)[nf], const Real (&v)[nf]) {
    liftU<f>(u);
    liftV<f>(v);
  }
  /// What one component of the jump adds: its lift, with a sign, to one or two of the r_k. Two are met on face 0, where
  /// the edges AB and AC are differences of two t_k.
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
  /// Adds signA times the lift of `jump` to component a, and signB times it to component b (-1: to no other).
  template <int f, int a, int signA, int b, int signB>
  __device__ __forceinline__ void lift(const Real (&jump)[nf]) {
    liftFace<Real, order, f>(jump, [&](auto n, auto factor, Real y) {
      constexpr Real value = static_cast<Real>(liftLayerFactor(factor.value));
      r[n.value][a] += signA * value * y;
      if constexpr (b >= 0) r[n.value][b] += signB * value * y;
    });
  }
};

/// Component k of ElementRhs (k = 0, 1, 2 stands for r_1, r_2, r_3) in registers of one thread, for orders at which
/// those of all three components are too many. r [Np]: its Bernstein coefficients, V.
template <class Real, int order, int k>
struct ComponentRhs {
  using Basis = Bernstein<order>;
  static constexpr int np = Basis::np;
  static constexpr int nf = Basis::nf;

  /// Sets r to component k of the curl, as ElementRhs::curl().
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
};

/// What component k of ElementRhs takes of the jump (u, v) at a face: the lift of ofU u + ofV v, which is u, v, or on
/// face 0 their difference, with a sign. Nothing where both are 0.
struct ComponentShare {
  int ofU, ofV;
};
constexpr ComponentShare componentShare(int k, int face) {
  constexpr ComponentShare shares[3][4] = {
      {{1, -1}, {0, 0}, {0, 1}, {0, -1}}, {{0, 1}, {0, -1}, {0, 0}, {1, 0}}, {{-1, 0}, {1, 0}, {-1, 0}, {0, 0}}};
  return shares[k][face];
}
/// The component that takes nothing of the jump at a face; -1 on face 0.
constexpr int componentWithoutShare(int face) {
  return face - 1;
}

}  // namespace fluxtet::dgtd::cuda
