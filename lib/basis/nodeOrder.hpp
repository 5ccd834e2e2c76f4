// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// Lattice indices of the equispaced nodes: barycentric coordinates times the order, integers that sum to it.
/// Plain arrays, so that kernels can use them in constant expressions without any library code.
template <int order>
struct NodeOrder {
  static constexpr int np = (order + 1) * (order + 2) * (order + 3) / 6;
  static constexpr int nf = (order + 1) * (order + 2) / 2;
  int node[np][4] = {};  ///< vertex 0 first, lambda_1 runs fastest, then lambda_2, then lambda_3
  int faceNode[4][nf] =
      {};  ///< element node of face node m: the face's own vertices in the same order, its second runs fastest

  constexpr NodeOrder() {
    int n = 0;
    for (int k = 0; k <= order; ++k)
      for (int j = 0; j <= order - k; ++j)
        for (int i = 0; i <= order - k - j; ++i, ++n) {
          node[n][0] = order - i - j - k;
          node[n][1] = i;
          node[n][2] = j;
          node[n][3] = k;
        }
    for (int f = 0; f < 4; ++f) {
      int m = 0;
      for (int j = 0; j <= order; ++j)
        for (int i = 0; i <= order - j; ++i, ++m) faceNode[f][m] = find(f, order - i - j, i, j);
    }
  }

  /// Index of the element's node whose lattice index is zero at vertex f and (a, b, c) at the other vertices in
  /// ascending order; -1: there is none.
  constexpr int find(int f, int a, int b, int c) const {
    const int wanted[3] = {a, b, c};
    for (int n = 0; n < np; ++n) {
      bool same = node[n][f] == 0;
      for (int v = 0, w = 0; v < 4; ++v)
        if (v != f) same = node[n][v] == wanted[w++] && same;
      if (same) return n;
    }
    return -1;
  }
};

template <int order>
inline constexpr NodeOrder<order> nodeOrder{};

}  // namespace fluxtet
