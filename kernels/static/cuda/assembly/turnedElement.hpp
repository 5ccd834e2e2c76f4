// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/elementIntegrals.hpp"

#include <cstdint>

/// A kernel that needs one row of an element's matrix renumbers the element, so that it is always the same row, which
/// the compiler knows: the first vertex for a vertex, the edge between the first two for an edge. Renumberings are
/// even, so that elements stay positively oriented.
namespace fluxtet::statics::cuda {

/// Old numbers of the new vertices 0, 1, .. in two bits each, for the row of the old `node`.
template <int nv>
FLUXTET_HOST_DEVICE constexpr unsigned turnFor(int node) {
  // Triangles: 012 120 201 for the vertices, 012 201 120 for the edges 01 02 12. Tetrahedra: 0123 1032 2301 3210 for
  // the vertices, 0123 0231 1203 0312 1320 2301 for the edges 01 02 12 03 13 23. The first in the lowest byte.
  if (nv == 3) return static_cast<unsigned>(0x091224120924ull >> (8 * node)) & 0xff;
  return node < 4 ? (0x1B4EB1E4u >> (8 * node)) & 0xff
                  : static_cast<unsigned>(0x4E2D9CC978E4ull >> (8 * (node - 4))) & 0xff;
}

/// Old number of the new vertex i.
FLUXTET_HOST_DEVICE constexpr int turnedVertex(unsigned turn, int i) {
  return static_cast<int>(turn >> (2 * i)) & 3;
}

/// Old number of the new node j: a vertex, or the edge between two.
template <int nv>
FLUXTET_HOST_DEVICE constexpr int turnedNode(unsigned turn, int j) {
  if (j < nv) return turnedVertex(turn, j);
  const int p = turnedVertex(turn, edgeLow(j - nv)), q = turnedVertex(turn, edgeHigh(j - nv));
  const int low = p < q ? p : q, high = p < q ? q : p;
  return nv + high * (high - 1) / 2 + low;
}

/// Row `row` of the element's matrix (elementMatrix()), all columns, `k` [node]. `x`: vertices, [vertex][xyz], m. The
/// compiler leaves out what other rows need.
template <FormKind form, int order, int row, class Real>
FLUXTET_HOST_DEVICE void elementRow(const Real (&x)[Element<form, order>::nv][Element<form, order>::dim], Real c,
                                    Real (&k)[Element<form, order>::nd]) {
  Real K[Element<form, order>::packed];
  elementMatrix<form, order>(x, c, K);
  for (int b = 0; b < Element<form, order>::nd; ++b) k[b] = K[packedIndex(row, b)];
}

}  // namespace fluxtet::statics::cuda
