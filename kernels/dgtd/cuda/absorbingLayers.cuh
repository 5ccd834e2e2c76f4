// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/absorbingLayer.hpp"
#include "kernels/dgtd/cuda/asyncCopy.cuh"
#include "kernels/dgtd/cuda/bernstein.hpp"
#include "kernels/dgtd/cuda/compileTime.hpp"
#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// One direction of a layer in an element. Vectors are covariant, [3].
template <class Real>
struct LayerDirection {
  const LayerRecord<Real>& record;
  const LayerConstants<Real>& law;

  /// The component along the direction of a vector.
  __device__ __forceinline__ Real along(const Real* p) const {
    return p[0] * record.gradient[0] + p[1] * record.gradient[1] + p[2] * record.gradient[2];
  }
  /// What the direction makes of a vector w with the state psi.
  __device__ __forceinline__ void stretch(const Real* w, const Real* psi, Real (&result)[3]) const {
    const Real twice = -2 * law.sigma * along(psi);
    for (int k = 0; k < 3; ++k) result[k] = w[k] + law.sigma * psi[k] + twice * record.edge[k];
  }
  /// Turns `change`, that of stretch(w, psi) in a half step, into that of w, and advances psi: LayerStep::advance()
  /// with the factors across and along the direction.
  __device__ __forceinline__ void advance(const Real* w, Real (&change)[3], Real* psi) const {
    const Real psiAlong = law.sigma * along(psi), changeAlong = along(change);
    Real drive[3];
    for (int k = 0; k < 3; ++k) drive[k] = w[k] - law.alpha * psi[k] - psiAlong * record.edge[k];
    const Real driveAlong = along(drive);
    const Real result = law.growthAlong * changeAlong - law.pullAlong * driveAlong;
    const Real more = law.moreGrowth * changeAlong - law.morePull * driveAlong;
    const Real moreState = law.moreGain * (2 * driveAlong + result);
    for (int k = 0; k < 3; ++k) {
      change[k] = law.growth * change[k] - law.pull * drive[k] + more * record.edge[k];
      psi[k] += law.gain * (2 * drive[k] + change[k]) + moreState * record.edge[k];
    }
  }
};

/// Starts to bring what advanceLayers() reads of a cluster of `size` elements into the L2 cache. One thread calls it.
template <int order, class Real>
__device__ __forceinline__ void prefetchLayers(const LayerTerm<Real>& term, const LayersOfCluster& layers, int size) {
  for (int d = 0; d < 3; ++d) {
    const std::int64_t first = static_cast<std::int64_t>(layers.place[d]) * size;
    if (first < 0) continue;
    prefetchToL2(term.direction[d].record + first, static_cast<std::uint32_t>(size * sizeof(LayerRecord<Real>)));
    prefetchToL2(term.direction[d].psi + first * elementStride(order),
                 static_cast<std::uint32_t>(size * elementStride(order) * sizeof(Real)));
  }
}

/// The elements of a cluster that are in a layer, for the functions below. Values: `old(element)` and
/// `result(element)` return where [elementStride] values of an element begin; `increment(old, result, decay)` returns
/// what the half step adds to an old value without decay, where `result` is the value found there, and `toResult(old,
/// change, decay)` what takes its place when the layer makes a change of `change`; `decay(element)` returns
/// leapFrogDecay(), and `decays` is false where it is 0 in all elements of the cluster.
template <class Real, int order, class Values>
struct LayersInCluster {
  static constexpr int np = NodeOrder<order>::np, stride = elementStride(order);
  const LayerTerm<Real>& term;
  const LayersOfCluster& layers;
  const int size;  ///< elements of a cluster
  const Values& values;

  /// Whether the cluster has the states of direction d.
  __device__ __forceinline__ bool has(int d) const { return layers.place[d] >= 0; }
  __device__ __forceinline__ std::int64_t slotOf(int d, int element) const {
    return static_cast<std::int64_t>(layers.place[d]) * size + element;
  }
  __device__ __forceinline__ const LayerRecord<Real>& record(int d, int element) const {
    return term.direction[d].record[slotOf(d, element)];
  }
  __device__ __forceinline__ Real* psi(int d, int element) const {
    return term.direction[d].psi + slotOf(d, element) * stride;
  }

  /// Advances all of them by the threads of the block.
  __device__ __forceinline__ void advance() const {
    const int numDirections = has(0) + has(1) + has(2);
    if (numDirections == 1)
      advanceInOne(has(0) ? 0 : has(1) ? 1 : 2);
    else if (numDirections > 1)
#pragma unroll 1
      for (int i = threadIdx.x; i < size * np; i += blockDim.x) advanceInSeveral(i / np, 3 * (i % np));
  }

  /// Neighbouring coefficients of an element that a thread advances together: they share the element's record, and at
  /// P1 and P2 their values are whole pieces, which are loaded at once.
  struct Chunk {
    static constexpr int coefficients = order == 1 ? 4 : 2, values = 3 * coefficients;
    static constexpr int perElement = (np + coefficients - 1) / coefficients;
    static constexpr int pieceSize = order == 1 ? 16 / sizeof(Real) : order == 2 ? 2 : 1;
    struct alignas(pieceSize * sizeof(Real)) Piece {
      Real of[pieceSize];
    };
    Real of[values];

    /// Whether coefficient n of chunk `number` exists; the last chunk of an element may be shorter.
    static __device__ __forceinline__ bool has(int number, int n) {
      return np % coefficients == 0 || number * coefficients + n < np;
    }
    __device__ __forceinline__ void load(const Real* from, int number) {
      forEach<values / pieceSize>([&](auto p) {
        if (!has(number, p.value * pieceSize / 3)) return;
        const Piece piece = *reinterpret_cast<const Piece*>(from + p.value * pieceSize);
        for (int i = 0; i < pieceSize; ++i) of[p.value * pieceSize + i] = piece.of[i];
      });
    }
    __device__ __forceinline__ void store(Real* to, int number) const {
      forEach<values / pieceSize>([&](auto p) {
        if (!has(number, p.value * pieceSize / 3)) return;
        Piece piece;
        for (int i = 0; i < pieceSize; ++i) piece.of[i] = of[p.value * pieceSize + i];
        *reinterpret_cast<Piece*>(to + p.value * pieceSize) = piece;
      });
    }
  };
  /// Advances the elements where direction d is the cluster's only one.
  __device__ __forceinline__ void advanceInOne(int d) const {
    const LayerRecord<Real>* records = &record(d, 0);
    const LayerConstants<Real>* constants = term.direction[d].constants;
    const Real* old = values.old(0);
    Real *results = values.result(0), *states = psi(d, 0);
    for (int i = threadIdx.x; i < size * Chunk::perElement; i += blockDim.x) {
      const int element = i / Chunk::perElement, number = i % Chunk::perElement;
      const int at = i * Chunk::values + element * (stride - Chunk::perElement * Chunk::values);
      Chunk F, state, x;
      F.load(old + at, number);
      state.load(states + at, number);
      const LayerRecord<Real> record = records[element];
      if (record.profile < 0) continue;
      const LayerConstants<Real> law = constants[record.profile];
      const LayerDirection<Real> layer{record, law};
      const Real decay = values.decays ? values.decay(element) : Real(0);
      x.load(results + at, number);
      forEach<Chunk::coefficients>([&](auto n) {
        if (!Chunk::has(number, n.value)) return;
        const Real* w = F.of + 3 * n.value;
        Real *result = x.of + 3 * n.value, *psi = state.of + 3 * n.value;
        Real change[3];
        for (int k = 0; k < 3; ++k) change[k] = values.increment(w[k], result[k], decay);
        if (decay != 0) {
          Real D[3];
          layer.stretch(w, psi, D);
          for (int k = 0; k < 3; ++k) change[k] += decay * D[k];
        }
        layer.advance(w, change, psi);
        for (int k = 0; k < 3; ++k) result[k] = values.toResult(w[k], change[k], decay);
      });
      state.store(states + at, number);
      x.store(results + at, number);
    }
  }

  /// Advances the coefficient at offset `at` of an element where the cluster has several directions.
  __device__ __forceinline__ void advanceInSeveral(int element, int at) const {
    LayerRecord<Real> records[3];
    // before: the vector before each direction, from F on.
    Real before[3][3], state[3][3], w[3], change[3];
    for (int d = 0; d < 3; ++d) {
      records[d].profile = -1;
      if (!has(d)) continue;
      records[d] = record(d, element);
      for (int k = 0; k < 3; ++k) state[d][k] = psi(d, element)[at + k];
    }
    if (records[0].profile < 0 && records[1].profile < 0 && records[2].profile < 0) return;
    const auto direction = [&](int d) {
      return LayerDirection<Real>{records[d], term.direction[d].constants[records[d].profile]};
    };
    Real* x = values.result(element) + at;
    const Real* F = values.old(element) + at;
    const Real decay = values.decays ? values.decay(element) : Real(0);
    for (int k = 0; k < 3; ++k) w[k] = F[k];
    for (int d = 0; d < 3; ++d) {
      if (records[d].profile < 0) continue;
      for (int k = 0; k < 3; ++k) before[d][k] = w[k];
      direction(d).stretch(before[d], state[d], w);
    }
    for (int k = 0; k < 3; ++k) change[k] = values.increment(F[k], x[k], decay) + decay * w[k];
    for (int d = 2; d >= 0; --d) {
      if (records[d].profile < 0) continue;
      direction(d).advance(before[d], change, state[d]);
      for (int k = 0; k < 3; ++k) psi(d, element)[at + k] = state[d][k];
    }
    for (int k = 0; k < 3; ++k) x[k] = values.toResult(F[k], change[k], decay);
  }
};

/// Advances the elements of a cluster of `size` elements that are in a layer, and their states, by the threads of a
/// block.
template <int order, class Real, class Values>
__device__ __forceinline__ void advanceLayers(const LayerTerm<Real>& term, const LayersOfCluster& layers, int size,
                                              const Values& values) {
  LayersInCluster<Real, order, Values>{term, layers, size, values}.advance();
}

}  // namespace fluxtet::dgtd::cuda
