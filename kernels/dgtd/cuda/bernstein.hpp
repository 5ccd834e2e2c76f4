// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/nodeOrder.hpp"

namespace fluxtet::dgtd::cuda {

/// Index arithmetic of the Bernstein polynomials of degree p = order on a tetrahedron, B_a = p! / (a_0! a_1! a_2! a_3!)
/// lambda^a. Coefficients are numbered like the equispaced nodes a / p (NodeOrder), so that a face has the coefficients
/// with the numbers of its nodes.
///
/// Derivative: sum_a c_a d B_a / d lambda_i = p sum_b c_{b + e_i} B^{p-1}_b.
/// Degree elevation: B^{p-1}_b = sum_v (b_v + 1) / p B^p_{b + e_v}.
/// In the curl the two factors p cancel.
template <int order>
struct Bernstein {
  static constexpr int np = NodeOrder<order>::np;
  static constexpr int nf = NodeOrder<order>::nf;
  static constexpr int npBelow = NodeOrder<order - 1>::np;

  /// Number of the coefficient with the multi-index a; -1: there is none.
  static constexpr int find(int a0, int a1, int a2, int a3) {
    for (int n = 0; n < np; ++n) {
      const int(&a)[4] = nodeOrder<order>.node[n];
      if (a[0] == a0 && a[1] == a1 && a[2] == a2 && a[3] == a3) return n;
    }
    return -1;
  }
  /// Number of coefficient b + e_v of degree p, for number b of degree p - 1.
  static constexpr int raised(int b, int v) {
    const int(&a)[4] = nodeOrder<order - 1>.node[b];
    return find(a[0] + (v == 0), a[1] + (v == 1), a[2] + (v == 2), a[3] + (v == 3));
  }
  /// Weight b_v + 1 of the elevation, for number b of degree p - 1.
  static constexpr int elevation(int b, int v) { return nodeOrder<order - 1>.node[b][v] + 1; }
  /// Number of the coefficient with the index `layer` at vertex f and the indices `face`, of sum order - layer, at the
  /// other vertices in ascending order.
  static constexpr int inLayer(int f, int layer, const int (&face)[3]) {
    int a[4] = {};
    for (int v = 0, w = 0; v < 4; ++v) a[v] = v == f ? layer : face[w++];
    return find(a[0], a[1], a[2], a[3]);
  }
};

/// Index arithmetic of the Bernstein polynomials of degree n on a face, numbered like the face nodes of NodeOrder.
template <int n>
struct FaceBernstein {
  static constexpr int size = (n + 1) * (n + 2) / 2;
  int index[size][3] = {};  ///< multi-index of each coefficient
  constexpr FaceBernstein() {
    int m = 0;
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n - j; ++i, ++m) index[m][0] = n - i - j, index[m][1] = i, index[m][2] = j;
  }
  /// Number of the coefficient with the multi-index (a, b, c); -1: there is none.
  constexpr int find(int a, int b, int c) const {
    for (int m = 0; m < size; ++m)
      if (index[m][0] == a && index[m][1] == b && index[m][2] == c) return m;
    return -1;
  }
  /// Entry (m, k) of (n + 1)^2 E^T E, with E the elevation to degree n + 1. It is an integer; at most seven entries of
  /// a row are not zero.
  constexpr int liftEntry(int m, int k) const {
    int sum = 0;
    for (int v = 0; v < 3; ++v)
      for (int w = 0; w < 3; ++w) {
        int b[3] = {index[m][0], index[m][1], index[m][2]};
        ++b[v];
        const int weight = b[w];
        --b[w];
        if (find(b[0], b[1], b[2]) == k) sum += (index[m][v] + 1) * weight;
      }
    return sum;
  }
};
template <int n>
inline constexpr FaceBernstein<n> faceBernstein{};

/// Factor of a layer of the lift L_f = M^-1 M_f (unit volume, unit area), times 3/2, which is the factor of the flux:
/// 1/2 (-1)^j / (j + 1)! for layer j. A layer is the coefficients with the index j at vertex f. In layer 0 its values
/// are A times the jump, with A = (n+1)^2 E^T E (FaceBernstein::liftEntry()). Those of the further layers follow by y_b
/// <- sum_v (b_v+1) y_{b+e_v} from the layer before (docs/theory.md, section 2.7). Source: Chan, Warburton,
/// "GPU-accelerated Bernstein-Bezier discontinuous Galerkin methods for wave problems", SIAM J. Sci. Comput. 39, 2017,
/// section 4.2, with the scalings multiplied out.
constexpr double liftLayerFactor(int layer) {
  double factor = 0.5;
  for (int j = 1; j <= layer; ++j) factor /= -(j + 1);
  return factor;
}

}  // namespace fluxtet::dgtd::cuda
