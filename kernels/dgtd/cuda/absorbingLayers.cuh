// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// The edges t_k of an element, m, and its gradients g_k, 1/m, which turn covariant components, p_k = t_k . F, into
/// Cartesian ones, F = sum p_k g_k, and back. Of a slot without element the gradients are 0.
template <class Real>
struct Turn {
  Real t[3][3], g[3][3];  ///< [k][xyz]
  /// edge [3][xyz]: t_1, t_2, t_3, m.
  __device__ __forceinline__ explicit Turn(const Real* edge) {
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c) t[k][c] = edge[3 * k + c];
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c) {
        const int i = (k + 1) % 3, j = (k + 2) % 3, a = (c + 1) % 3, b = (c + 2) % 3;
        g[k][c] = t[i][a] * t[j][b] - t[i][b] * t[j][a];
      }
    const Real volume = t[0][0] * g[0][0] + t[0][1] * g[0][1] + t[0][2] * g[0][2];
    const Real scale = volume == 0 ? 0 : 1 / volume;
    for (int k = 0; k < 3; ++k)
      for (int c = 0; c < 3; ++c) g[k][c] *= scale;
  }
  __device__ __forceinline__ Real cartesian(const Real (&p)[3], int c) const {
    return p[0] * g[0][c] + p[1] * g[1][c] + p[2] * g[2][c];
  }
  __device__ __forceinline__ Real covariant(const Real (&F)[3], int k) const {
    return t[k][0] * F[0] + t[k][1] * F[1] + t[k][2] * F[2];
  }
};

/// Advances one coefficient of a field and its states in a layer. place [direction]: the cluster's place among those
/// with the state, or -1. at: offset of the coefficient from the beginning of a cluster, of `size` values. `old`: the
/// field before the half step; `increment`: of the half step without decay; both covariant [3], V. Replaces `increment`
/// by what has to be added to old + decay old. Only changes are turned back into covariant components: values that do
/// not change then keep their bits, however many half steps they pass.
template <class Real>
__device__ __forceinline__ void advanceLayerCoefficient(const LayerTerm<Real>& term, const std::int32_t (&place)[3],
                                                        std::int64_t size, int at, const Turn<Real>& turn,
                                                        const LayerCoefficients<Real>* profile, Real decay,
                                                        const Real (&old)[3], Real (&increment)[3]) {
  Real psi[3][3] = {}, change[3][3] = {}, p[3][3] = {};
  for (int d = 0; d < 3; ++d)
    if (place[d] >= 0) {
      for (int k = 0; k < 3; ++k) p[d][k] = term.direction[d].psi[place[d] * size + at + k];
      for (int c = 0; c < 3; ++c) {
        psi[d][c] = turn.cartesian(p[d], c);
        change[d][c] = -psi[d][c];
      }
    }
  Real changeF[3];
  for (int c = 0; c < 3; ++c) {
    const int a = (c + 1) % 3, b = (c + 2) % 3;
    const Real F = turn.cartesian(old, c);
    changeF[c] = advanceLayer(F, turn.cartesian(increment, c), decay, profile[c], profile[a], profile[b], psi[c][c],
                              psi[a][c], psi[b][c]) -
                 F;
  }
  for (int d = 0; d < 3; ++d)
    if (place[d] >= 0) {
      for (int c = 0; c < 3; ++c) change[d][c] += psi[d][c];
      for (int k = 0; k < 3; ++k)
        term.direction[d].psi[place[d] * size + at + k] = p[d][k] + turn.covariant(change[d], k);
    }
  for (int k = 0; k < 3; ++k) increment[k] = turn.covariant(changeF, k) - decay * old[k];
}

/// Calls visit(element of the cluster, offset of the coefficient from the beginning of the cluster, profile, place
/// [direction]) for each coefficient of the elements of a cluster that are in a layer, spread over the block's threads.
template <class Real, class Visit>
__device__ __forceinline__ void forEachInLayer(const LayerTerm<Real>& term, std::int32_t cluster, int size, int np,
                                               int stride, const Visit& visit) {
  const std::int64_t place = term.place[cluster];
  if (place < 0) return;
  std::int32_t ofState[3];
  for (int d = 0; d < 3; ++d) ofState[d] = term.direction[d].place ? term.direction[d].place[cluster] : -1;
  for (int i = threadIdx.x; i < size * np; i += blockDim.x) {
    const int element = i / np;
    const std::int32_t profile = term.profile[place * size + element];
    if (profile >= 0) visit(element, element * stride + 3 * (i % np), term.coefficients + 3 * profile, ofState);
  }
}

}  // namespace fluxtet::dgtd::cuda
