// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/absorbingLayer.hpp"
#include "kernels/dgtd/cuda/asyncCopy.cuh"
#include "kernels/dgtd/cuda/bernstein.hpp"
#include "kernels/dgtd/cuda/compileTime.hpp"
#include "kernels/dgtd/cuda/polarisation.cuh"
#include "kernels/dgtd/cuda/rhsArgs.hpp"

#include <type_traits>

namespace fluxtet::dgtd::cuda {

/// One direction of a layer in an element. Vectors are covariant, [3].
template <class Real>
struct LayerDirection {
  const LayerRecord<Real>& law;
  const Real (&gradient)[3];  ///< LayerElement::gradient

  /// The component along the direction of a vector.
  __device__ __forceinline__ Real along(const Real* p) const {
    return p[0] * gradient[0] + p[1] * gradient[1] + p[2] * gradient[2];
  }
  /// What the direction makes of a vector w with the state psi.
  __device__ __forceinline__ void stretch(const Real* w, const Real* psi, Real (&result)[3]) const {
    const Real twice = -2 * law.sigma * along(psi);
    for (int k = 0; k < 3; ++k) result[k] = w[k] + law.sigma * psi[k] + twice * law.edge[k];
  }
  /// Turns `change`, that of stretch(w, psi) in a half step, into that of w, and advances psi: LayerStep::advance()
  /// with the factors across and along the direction.
  __device__ __forceinline__ void advance(const Real* w, Real (&change)[3], Real* psi) const {
    const Real psiAlong = law.sigma * along(psi), changeAlong = along(change);
    Real drive[3];
    for (int k = 0; k < 3; ++k) drive[k] = w[k] - law.alpha * psi[k] - psiAlong * law.edge[k];
    const Real driveAlong = along(drive);
    const Real result = law.growthAlong * changeAlong - law.pullAlong * driveAlong;
    const Real more = law.moreGrowth * changeAlong - law.morePull * driveAlong;
    const Real moreState = law.moreGain * (2 * driveAlong + result);
    for (int k = 0; k < 3; ++k) {
      change[k] = law.growth * change[k] - law.pull * drive[k] + more * law.edge[k];
      psi[k] += law.gain * (2 * drive[k] + change[k]) + moreState * law.edge[k];
    }
  }
};

/// The field in the elements of a cluster as its layers stretch it: what drives the currents of media with tensors.
template <class Real>
struct StretchedField {
  const LayerTerm<Real>& term;
  const LayersOfCluster& layers;
  int size, stride;  ///< elements of the cluster, values of an element

  /// Stretches F, the covariant components of the field at offset `at` of the cluster, in element `local`.
  __device__ __forceinline__ void operator()(int local, int at, Real (&F)[3]) const {
    for (int d = 0; d < 3; ++d) {
      if (layers.place[d] < 0) continue;
      const std::int64_t first = static_cast<std::int64_t>(layers.place[d]) * size;
      const LayerElement<Real> element = term.direction[d].element[first + local];
      if (element.record == 0) continue;
      Real stretched[3];
      LayerDirection<Real>{term.direction[d].record[element.record], element.gradient}.stretch(
          F, term.direction[d].psi + first * stride + at, stretched);
      for (int k = 0; k < 3; ++k) F[k] = stretched[k];
    }
  }
};

/// Starts to bring what advanceLayers() reads of a cluster of `size` elements into the L2 cache. One thread calls it.
template <int order, class Real>
__device__ __forceinline__ void prefetchLayers(const LayerTerm<Real>& term, const LayersOfCluster& layers, int size) {
  for (int d = 0; d < 3; ++d) {
    const std::int64_t first = static_cast<std::int64_t>(layers.place[d]) * size;
    if (first < 0) continue;
    prefetchToL2(term.direction[d].element + first, static_cast<std::uint32_t>(size * sizeof(LayerElement<Real>)));
    prefetchToL2(term.direction[d].psi + first * elementStride(order),
                 static_cast<std::uint32_t>(size * elementStride(order) * sizeof(Real)));
  }
}

/// `count` neighbouring coefficients of an element, which a thread advances together: they share the element's records.
/// Where `wide` values are aligned they are loaded at once.
template <class Real, int order, int count_, int wide>
struct LayerChunk {
  static constexpr int np = NodeOrder<order>::np;
  static constexpr int count = count_, values = 3 * count, perElement = (np + count - 1) / count;
  static_assert(values % wide == 0);
  struct alignas(wide * sizeof(Real)) Piece {
    Real of[wide];
  };
  Real of[values];

  /// Whether coefficient n of chunk `number` exists; the last chunk of an element may be shorter.
  static __device__ __forceinline__ bool has(int number, int n) { return np % count == 0 || number * count + n < np; }
  __device__ __forceinline__ void load(const Real* from, int number) {
    forEach<values / wide>([&](auto p) {
      if (!has(number, p.value * wide / 3)) return;
      const Piece piece = *reinterpret_cast<const Piece*>(from + p.value * wide);
      for (int i = 0; i < wide; ++i) of[p.value * wide + i] = piece.of[i];
    });
  }
  __device__ __forceinline__ void store(Real* to, int number) const {
    forEach<values / wide>([&](auto p) {
      if (!has(number, p.value * wide / 3)) return;
      Piece piece;
      for (int i = 0; i < wide; ++i) piece.of[i] = of[p.value * wide + i];
      *reinterpret_cast<Piece*>(to + p.value * wide) = piece;
    });
  }
};

/// The elements of a cluster that are in a layer, for the functions below. Values: `old(element)` and
/// `result(element)` return where [elementStride] values of an element begin; `increment(old, result, decay)` returns
/// what the half step adds to an old value without decay, where `result` is the value found there, and `toResult(old,
/// change, decay)` what takes its place when the layer makes a change of `change`; `decay(element)` returns
/// leapFrogDecay(), and `decays` is false where it is 0 in all elements of the cluster. `Poles`: PolesInLayers if the
/// cluster has dispersive elements, whether in a layer or not (PoleTerm::withLayers), else NoPolesInLayers.
template <class Real, int order, class Values, class Poles>
struct LayersInCluster {
  static constexpr int stride = elementStride(order);
  static constexpr bool hasPoles = !std::is_same_v<Poles, NoPolesInLayers>;
  const LayerTerm<Real>& term;
  const LayersOfCluster& layers;
  const int size;  ///< elements of a cluster
  const Values& values;
  const Poles& poles;

  /// The chunks of elements that absorb in one, two and three directions. At P1 and P2 few elements of one direction
  /// come here (advanceElement()), so that short code counts.
  using One = LayerChunk<Real, order, order <= 2 ? 1 : 2, 1>;
  using Two = LayerChunk<Real, order, order == 2 ? 2 : 1, order == 2 ? 2 : 1>;
  using Three = LayerChunk<Real, order, 1, 1>;
  /// Chunks of One that a thread has in flight, as many as its registers hold.
  static constexpr int batchOfOne = order == 4 ? 2 : 1;

  /// Advances all of them by the threads of the block.
  __device__ __forceinline__ void advance() const {
    const bool x = layers.place[0] >= 0, y = layers.place[1] >= 0, z = layers.place[2] >= 0;
    const int first = x ? 0 : y ? 1 : 2, last = z ? 2 : y ? 1 : 0;
    const int number = x + y + z;
    if (number == 1) advanceIn<One, 1, batchOfOne>({first}, {statesOf(first)});
    if (number == 2) advanceIn<Two, 2, 1>({first, last}, {statesOf(first), statesOf(last)});
    if (number == 3) advanceIn<Three, 3, 1>({0, 1, 2}, {statesOf(0), statesOf(1), statesOf(2)});
  }

  /// The states of the cluster for direction d, [size][stride], V.
  __device__ __forceinline__ Real* statesOf(int d) const {
    return term.direction[d].psi + static_cast<std::int64_t>(layers.place[d]) * size * stride;
  }

  /// Advances the elements where the cluster has the states `psi` [direction][size][stride] of these directions.
  /// `batch`: chunks that a thread has in flight.
  template <class Chunk, int count, int batch>
  __device__ __forceinline__ void advanceIn(const int (&directions)[count], Real* const (&psi)[count]) const {
    const LayerRecord<Real>* records[count];
    const LayerElement<Real>* elements[count];
    forEach<count>([&](auto c) {
      const typename LayerTerm<Real>::Direction& direction = term.direction[directions[c.value]];
      const std::int64_t first = static_cast<std::int64_t>(layers.place[directions[c.value]]) * size;
      records[c.value] = direction.record;
      elements[c.value] = direction.element + first;
    });
    const Real* old = values.old(0);
    Real* results = values.result(0);
    struct Loads {
      LayerElement<Real> element[count];
      Chunk F, state[count];
    };
    const auto begin = [&](int i) {
      const int element = i / Chunk::perElement, number = i % Chunk::perElement;
      const int at = element * stride + number * Chunk::values;
      Loads loads;
      forEach<count>([&](auto c) { loads.element[c.value] = elements[c.value][element]; });
      loads.F.load(old + at, number);
      forEach<count>([&](auto c) { loads.state[c.value].load(psi[c.value] + at, number); });
      return loads;
    };
    const auto finish = [&](int i, Loads& loads) {
      const int element = i / Chunk::perElement, number = i % Chunk::perElement;
      const int at = element * stride + number * Chunk::values;
      std::int32_t any = 0;
      forEach<count>([&](auto c) { any |= loads.element[c.value].record; });
      if (any == 0 && !poles.has(element)) return;
      Chunk x;
      x.load(results + at, number);
      const Real decay = values.decays ? values.decay(element) : Real(0);
      const auto direction = [&](auto c) {
        return LayerDirection<Real>{records[c][loads.element[c].record], loads.element[c].gradient};
      };
      advanceChunk<Chunk, count>(direction, element, number, decay, loads.F, x, loads.state);
      forEach<count>([&](auto c) { loads.state[c.value].store(psi[c.value] + at, number); });
      x.store(results + at, number);
    };
    // A block waits for memory here, not for arithmetic: all loads of a batch of chunks are issued before the first
    // use.
    const int end = size * Chunk::perElement;
#pragma unroll 1
    for (int first = threadIdx.x; first < end; first += batch * blockDim.x) {
      Loads loads[batch];
      forEach<batch>([&](auto b) {
        if (const int i = first + b.value * static_cast<int>(blockDim.x); i < end) loads[b.value] = begin(i);
      });
      forEach<batch>([&](auto b) {
        if (const int i = first + b.value * static_cast<int>(blockDim.x); i < end) finish(i, loads[b.value]);
      });
    }
  }

  /// Advances chunk `number` of an element. F: the field before the half step. x: `result`. state [direction]: psi.
  template <class Chunk, int count, class Direction>
  __device__ __forceinline__ void advanceChunk(const Direction& directionOf, int element, int number, Real decay,
                                               const Chunk& F, Chunk& x, Chunk (&state)[count]) const {
    const Place place{element, number * Chunk::values, poles.has(element)};
    if constexpr (count == 1) {
      const LayerDirection<Real> layer = directionOf(0);
      forEach<Chunk::count>([&](auto n) {
        if (!Chunk::has(number, n.value)) return;
        advanceOne<3 * n.value, 1>({&layer}, place, decay, F, x, state);
      });
    } else if constexpr (count == 2) {
      const LayerDirection<Real> a = directionOf(0), b = directionOf(1);
      forEach<Chunk::count>([&](auto n) {
        if (!Chunk::has(number, n.value)) return;
        advanceOne<3 * n.value, 2>({&a, &b}, place, decay, F, x, state);
      });
    } else {
      const LayerDirection<Real> a = directionOf(0), b = directionOf(1), c = directionOf(2);
      forEach<Chunk::count>([&](auto n) {
        if (!Chunk::has(number, n.value)) return;
        advanceOne<3 * n.value, 3>({&a, &b, &c}, place, decay, F, x, state);
      });
    }
  }

  /// A chunk: its element, its first value in it, and whether it has poles.
  struct Place {
    int element, value;
    bool hasPoles;
  };

  /// Advances the coefficient whose values are at offset `at` of a chunk. Conduction and poles act on D, the field that
  /// all directions have stretched (docs/theory.md, section 3.8).
  template <int at, int count, class Chunk>
  __device__ __forceinline__ void advanceOne(const LayerDirection<Real>* const (&layer)[count], const Place& place,
                                             Real decay, const Chunk& F, Chunk& x, Chunk (&state)[count]) const {
    Real change[3], before[count + 1][3];  // before[c]: the vector before direction c, from F on
    for (int k = 0; k < 3; ++k) {
      before[0][k] = F.of[at + k];
      change[k] = values.increment(F.of[at + k], x.of[at + k], decay);
    }
    forEach<count - 1>(
        [&](auto c) { layer[c.value]->stretch(before[c.value], state[c.value].of + at, before[c.value + 1]); });
    if (hasPoles || decay != 0) {
      layer[count - 1]->stretch(before[count - 1], state[count - 1].of + at, before[count]);
      for (int k = 0; k < 3; ++k) {
        change[k] += decay * before[count][k];
        if constexpr (hasPoles)
          if (place.hasPoles) change[k] -= poles.change(place.element, place.value + at + k, before[count][k]);
      }
    }
    forEach<count>([&](auto c) {
      constexpr int d = count - 1 - c.value;
      layer[d]->advance(before[d], change, state[d].of + at);
    });
    for (int k = 0; k < 3; ++k) x.of[at + k] = values.toResult(F.of[at + k], change[k], decay);
  }
};

/// Advances an element that absorbs in one direction, or, by LayerTerm's first record, in none. increments [Np][3]:
/// what the half step adds to the field without decay. decay: leapFrogDecay(). field, psi [elementStride]: the field
/// and the state of the layer, in shared memory; the values after the half step take their place.
template <int order, class Real, int np>
__device__ __forceinline__ void advanceElement(const LayerDirection<Real>& layer, const Real (&increments)[np][3],
                                               Real decay, Real* field, Real* psi) {
  // Neighbouring threads have neighbouring elements, and words as wide as an element is aligned keep them out of each
  // other's banks (elementStride()).
  constexpr int wide = (3 * np * sizeof(Real)) % 16 == 0 ? 16 / static_cast<int>(sizeof(Real)) : 2;
  using Chunk = LayerChunk<Real, order, wide, wide>;
  static_assert(np % wide == 0);
  forEach<np / wide>([&](auto number) {
    Chunk F, state;
    F.load(field + number.value * Chunk::values, number.value);
    state.load(psi + number.value * Chunk::values, number.value);
    forEach<wide>([&](auto n) {
      constexpr int at = 3 * n.value;
      const Real* increment = increments[number.value * wide + n.value];
      Real change[3] = {increment[0], increment[1], increment[2]};
      if (decay != 0) {
        Real stretched[3];
        layer.stretch(F.of + at, state.of + at, stretched);
        for (int k = 0; k < 3; ++k) change[k] += decay * stretched[k];
      }
      layer.advance(F.of + at, change, state.of + at);
      for (int k = 0; k < 3; ++k) F.of[at + k] += change[k];
    });
    F.store(field + number.value * Chunk::values, number.value);
    state.store(psi + number.value * Chunk::values, number.value);
  });
}

/// Advances the elements of a cluster of `size` elements that are in a layer, and their states, by the threads of a
/// block.
template <int order, class Real, class Values>
__device__ __forceinline__ void advanceLayers(const LayerTerm<Real>& term, const LayersOfCluster& layers, int size,
                                              const Values& values) {
  LayersInCluster<Real, order, Values, NoPolesInLayers>{term, layers, size, values, {}}.advance();
}
/// The same with the dispersive elements of the cluster, whether in a layer or not. A function of its own, so that its
/// values take no registers from the other way.
template <int order, class Real, class Values>
__device__ __noinline__ void advanceLayersAndPoles(const LayerTerm<Real>& term, const LayersOfCluster& layers, int size,
                                                   const Values& values, const PolesInLayers<Real>& poles) {
  LayersInCluster<Real, order, Values, PolesInLayers<Real>>{term, layers, size, values, poles}.advance();
}

}  // namespace fluxtet::dgtd::cuda
