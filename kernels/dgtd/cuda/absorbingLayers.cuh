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
/// leapFrogDecay().
template <class Real, int order, class Values>
struct LayersInCluster {
  static constexpr int np = NodeOrder<order>::np, stride = elementStride(order);
  /// Coefficients whose loads a thread has under way at a time.
  static constexpr int batch = order == 2 ? 3 : order == 3 ? 1 : 2;
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

  /// A coefficient that absorbs in one direction, with what is read of it from global memory.
  struct Loaded {
    int element = -1, at = 0;  ///< offset of the coefficient's values from the beginning of the element
    LayerRecord<Real> record;
    Real F[3], psi[3];
  };
  /// Advances the elements where direction d is the cluster's only one.
  __device__ __forceinline__ void advanceInOne(int d) const {
    for (int first = threadIdx.x; first < size * np; first += batch * static_cast<int>(blockDim.x)) {
      Loaded loaded[batch];
      forEach<batch>([&](auto b) {
        const int i = first + b.value * static_cast<int>(blockDim.x);
        if (i >= size * np) return;
        Loaded& l = loaded[b.value];
        l.element = i / np;
        l.at = 3 * (i % np);
        l.record = record(d, l.element);
        const Real *F = values.old(l.element) + l.at, *state = psi(d, l.element) + l.at;
        for (int k = 0; k < 3; ++k) {
          l.F[k] = F[k];
          l.psi[k] = state[k];
        }
      });
      forEach<batch>([&](auto b) {
        Loaded& l = loaded[b.value];
        if (l.element < 0 || l.record.profile < 0) return;
        const LayerConstants<Real> law = term.direction[d].constants[l.record.profile];
        const LayerDirection<Real> layer{l.record, law};
        const Real decay = values.decay(l.element);
        Real* x = values.result(l.element) + l.at;
        Real change[3];
        for (int k = 0; k < 3; ++k) change[k] = values.increment(l.F[k], x[k], decay);
        if (decay != 0) {
          Real D[3];
          layer.stretch(l.F, l.psi, D);
          for (int k = 0; k < 3; ++k) change[k] += decay * D[k];
        }
        layer.advance(l.F, change, l.psi);
        Real* state = psi(d, l.element) + l.at;
        for (int k = 0; k < 3; ++k) {
          state[k] = l.psi[k];
          x[k] = values.toResult(l.F[k], change[k], decay);
        }
      });
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
    const Real decay = values.decay(element);
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
