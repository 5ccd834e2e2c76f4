// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// to += matrix v. matrix [9][size]: entry k is at k * size.
template <class Real>
__device__ __forceinline__ void addProduct(const Real* matrix, int size, const Real (&v)[3], Real (&to)[3]) {
  for (int row = 0; row < 3; ++row)
    to[row] +=
        matrix[(3 * row) * size] * v[0] + matrix[(3 * row + 1) * size] * v[1] + matrix[(3 * row + 2) * size] * v[2];
}

/// In place of StretchedField where no element is in an absorbing layer.
struct NotStretched {
  template <class Real>
  __device__ __forceinline__ void operator()(int, int, Real (&)[3]) const {}
};

/// Turns the increments of one node of an element into its change, in the covariant components p_1, p_2, p_3. place,
/// plasmaPlace: the cluster's numbers in TensorTerm; local: the element's number in the cluster of `size` elements; at:
/// offset of the node's values in the cluster. old [3]: the field before the half step, V; state [3]: of the plasma,
/// read only if plasmaPlace >= 0. stretch(local, at, F) turns the old field into what drives the currents of the
/// medium. In a layer the change is that of the stretched field.
template <class Real, class Stretch>
__device__ __forceinline__ void applyTensor(const TensorTerm<Real>& term, std::int64_t place, std::int64_t plasmaPlace,
                                            int local, int size, int at, const Real* old, Real* state,
                                            const Stretch& stretch, Real (&increment)[3]) {
  Real F[3] = {0, 0, 0};
  if (plasmaPlace >= 0 || term.decay != nullptr) {
    for (int k = 0; k < 3; ++k) F[k] = old[k];
    stretch(local, at, F);
  }
  if (plasmaPlace >= 0) {
    const Real* matrices = term.plasma + plasmaPlace * 27 * size + local;
    Real x[3] = {state[0], state[1], state[2]}, z[3] = {0, 0, 0}, driven[3] = {0, 0, 0};
    addProduct(matrices + 9 * size, size, F, driven);
    for (int k = 0; k < 3; ++k) {
      x[k] += driven[k];
      z[k] = driven[k];
    }
    addProduct(matrices, size, x, z);
    addProduct(matrices + 18 * size, size, x, increment);
    for (int k = 0; k < 3; ++k) state[k] = z[k];
  }
  Real change[3] = {0, 0, 0};
  addProduct(term.growth + place * 9 * size + local, size, increment, change);
  if (term.decay != nullptr) addProduct(term.decay + place * 9 * size + local, size, F, change);
  for (int k = 0; k < 3; ++k) increment[k] = change[k];
}

/// The same for all nodes of a cluster, by the `threads` threads of a block. increments, old [size][stride]; np: nodes
/// of an element.
template <class Real, class Stretch>
__device__ __forceinline__ void applyTensors(const TensorTerm<Real>& term, std::int32_t cluster, int size, int stride,
                                             int np, int threads, const Real* old, const Stretch& stretch,
                                             Real* increments) {
  const std::int64_t place = term.place[cluster];
  const std::int64_t plasmaPlace = term.plasma == nullptr ? -1 : term.plasmaPlace[cluster];
  Real* state = plasmaPlace < 0 ? nullptr : term.state + plasmaPlace * size * stride;
  for (int i = threadIdx.x; i < size * np; i += threads) {
    const int local = i / np, at = local * stride + 3 * (i % np);
    Real increment[3] = {increments[at], increments[at + 1], increments[at + 2]};
    applyTensor(term, place, plasmaPlace, local, size, at, old + at, state + at, stretch, increment);
    for (int k = 0; k < 3; ++k) increments[at + k] = increment[k];
  }
}

}  // namespace fluxtet::dgtd::cuda
