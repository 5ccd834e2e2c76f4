// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/asyncCopy.cuh"
#include "kernels/dgtd/cuda/rhsArgs.hpp"

namespace fluxtet::dgtd::cuda {

/// Whether a pass over the poles alone leaves out an element, because advanceLayersAndPoles() advances them. place: of
/// its cluster; local: its number in the cluster of `size` elements.
template <class Real>
__device__ __forceinline__ bool isLeftToLayers(const PoleTerm<Real>& term, std::int64_t place, int size, int local) {
  return term.withLayers != nullptr && term.withLayers[place * size + local] != 0;
}

/// Advances the poles at one value of the field. at: offset of the value in an array of a state; material: index of the
/// element's medium; E: the value before the half step, V. Returns the sum of k x, V/m.
template <class Real>
__device__ __forceinline__ Real advancePoles(const PoleTerm<Real>& term, std::int64_t at, int material, Real E) {
  const PoleCoefficients<Real>* coefficients = term.coefficients + material * term.numPoles;
  Real* z = term.state + at;
  Real current = 0;
  for (int pole = 0; pole < term.numPoles; ++pole) {
    Real* const next = z + term.stateSize;
    const bool hasTwo = term.first[pole + 1] - term.first[pole] == 2;
    current += hasTwo ? advancePole(coefficients[pole], E, *z, *next) : advancePole(coefficients[pole], E, *z);
    z = hasTwo ? next + term.stateSize : next;
  }
  return current;
}

/// The poles of the elements of a cluster, for advanceLayers().
template <class Real>
struct PolesInLayers {
  const PoleTerm<Real>& term;
  const std::int32_t cluster;
  const int size, stride;
  const ElementRecord<Real>* records;  ///< [size]

  /// Whether the element's poles are advanced here.
  __device__ __forceinline__ bool has(int element) const {
    return term.withLayers[static_cast<std::int64_t>(term.place[cluster]) * size + element] != 0;
  }
  /// Advances the poles at a value of an element that has() them by D, the stretched field before the half step, V, and
  /// returns what their currents take from the change of D, V.
  __device__ __forceinline__ Real change(int element, int value, Real D) const {
    const int material = static_cast<int>(records[element].words >> (4 * faceBits));
    const std::int64_t at = (static_cast<std::int64_t>(term.place[cluster]) * size + element) * stride + value;
    return term.scale[material] * advancePoles(term, at, material, D);
  }
};
/// The same where no element of a cluster has any.
struct NoPolesInLayers {
  __device__ __forceinline__ bool has(int) const { return false; }
};

/// States of a cluster that prefetchStates() fetches. With more of them those of all resident clusters would push each
/// other out of the L2 cache before they are read.
inline constexpr int prefetchedStates = 2;

/// Starts to bring the first states of a cluster, which is number `place` of those that have any, into the L2 cache.
/// clusterBytes: of one state of a cluster. One thread calls it.
template <class Real>
__device__ __forceinline__ void prefetchStates(const PoleTerm<Real>& term, std::int64_t place,
                                               std::uint32_t clusterBytes) {
  const char* states = reinterpret_cast<const char*>(term.state) + place * clusterBytes;
  const int count = min(term.numStates, prefetchedStates);
  for (int i = 0; i < count; ++i)
    prefetchToL2(states + i * term.stateSize * static_cast<std::int64_t>(sizeof(Real)), clusterBytes);
}

/// A cluster of `size` elements with dispersive ones among them, at the end of its electric half step. The field and
/// the states are streams of 16-byte words, which a block of `threads` threads passes once: an element is no whole
/// number of words, but a cluster is. What costs time is the number of instructions, so a cluster of one medium goes a
/// shorter way than one in which media meet.
template <class Real, int order, int size, int threads>
struct PolesInCluster {
  static constexpr int stride = elementStride(order);
  /// Words that a thread has in flight, as many as its registers hold beside a word of each state of a pole.
  static constexpr int batch = order == 2 ? 3 : 1;

  const RhsArgs<Real>& args;
  const std::int32_t cluster;
  const Real* increments;              ///< [size][stride] in shared memory
  const ElementRecord<Real>* records;  ///< [size]

  /// Advances the states by the old values of the field, subtracts the currents that they make from the increments, and
  /// adds these to the field: out = outScale base + increment. If `decays`, targetScale times the old value is added
  /// too. An element without a pole has coefficients 0 there. All threads of the block call it.
  __device__ __forceinline__ void writeOut(bool decays) const {
    bool isFirst = true;
    for (int i = threadIdx.x; i < size; i += threads) isFirst = isFirst && materialOf(i) == materialOf(0);
    if (__syncthreads_and(isFirst)) {
      writeOutOf<OneMedium>(decays);
    } else {
      writeOutWhereMediaMeet(decays);
    }
  }

 private:
  struct alignas(16) Word {
    static constexpr int count = 16 / static_cast<int>(sizeof(Real));
    Real value[count];
  };
  static constexpr int words = size * stride / Word::count;
  static_assert(size * stride % Word::count == 0);

  /// Index of the medium of element `local` of the cluster.
  __device__ __forceinline__ int materialOf(int local) const {
    return static_cast<int>(records[local].words >> (4 * faceBits));
  }

  /// The media of word number `word`: values k < limit are of `material`, the others of `next`.
  struct MediaOfWord {
    int material, next, limit;
    __device__ __forceinline__ MediaOfWord(const PolesInCluster& cluster, int word) {
      const int element = word * Word::count / stride, rest = (element + 1) * stride - word * Word::count;
      material = cluster.materialOf(element);
      next = rest < Word::count ? cluster.materialOf(element + 1) : material;
      limit = material == next ? Word::count : rest;
    }
    /// Calls function(material, begin, end) for the values begin to end - 1 of each medium.
    template <class Function>
    __device__ __forceinline__ void visit(const Function& function) const {
      function(material, 0, limit);
      if (limit < Word::count) function(next, limit, Word::count);
    }
  };
  /// The same in a cluster of one medium.
  struct OneMedium {
    int material;
    __device__ __forceinline__ OneMedium(const PolesInCluster& cluster, int) : material(cluster.materialOf(0)) {}
    template <class Function>
    __device__ __forceinline__ void visit(const Function& function) const {
      function(material, 0, Word::count);
    }
  };

  /// The words that a thread takes at a time: numbers first, first + threads, ... of the cluster. Where a number is
  /// beyond the last word, the thread loads the last one and stores nothing, so that no load waits for a branch.
  struct Batch {
    int first;
    __device__ __forceinline__ int number(int i) const {
      return batch == 1 ? first : min(first + i * threads, words - 1);
    }
    __device__ __forceinline__ void load(Word (&to)[batch], const Word* from) const {
      for (int i = 0; i < batch; ++i) to[i] = from[number(i)];
    }
    __device__ __forceinline__ void store(Word* to, const Word (&from)[batch]) const {
      for (int i = 0; i < batch; ++i)
        if (batch == 1 || first + i * threads < words) to[first + i * threads] = from[i];
    }
  };

  /// Advances a pole of one or two states at some words by the old field, and adds its k x to `current`. coefficients
  /// [material * numPoles]: the pole's. state: its first state; the second one begins wordsOfState behind.
  template <class Media, bool hasTwo>
  __device__ __forceinline__ void advance(const Batch& at, const PoleCoefficients<Real>* coefficients, int numPoles,
                                          const Word (&old)[batch], Word* state, std::int64_t wordsOfState,
                                          Word (&current)[batch]) const {
    Word z[batch], second[batch];
    at.load(z, state);
    if constexpr (hasTwo) at.load(second, state + wordsOfState);
    for (int i = 0; i < batch; ++i) {
      Media(*this, at.number(i)).visit([&](int material, int begin, int end) {
        const PoleCoefficients<Real> p = coefficients[material * numPoles];
        for (int k = 0; k < Word::count; ++k) {
          if (k < begin || k >= end) continue;
          if constexpr (hasTwo) {
            current[i].value[k] += advancePole(p, old[i].value[k], z[i].value[k], second[i].value[k]);
          } else {
            current[i].value[k] += advancePole(p, old[i].value[k], z[i].value[k]);
          }
        }
      });
    }
    at.store(state, z);
    if constexpr (hasTwo) at.store(state + wordsOfState, second);
  }

  /// A function of its own, so that its values take no registers from the way of most clusters.
  __device__ __noinline__ void writeOutWhereMediaMeet(bool decays) const { writeOutOf<MediaOfWord>(decays); }

  template <class Media>
  __device__ __forceinline__ void writeOutOf(bool decays) const {
    const PoleTerm<Real> term = *args.poles;
    const std::int64_t firstWord = static_cast<std::int64_t>(cluster) * words;
    const std::int64_t wordsOfState = term.stateSize / Word::count;
    Word* const states = reinterpret_cast<Word*>(term.state) + static_cast<std::int64_t>(term.place[cluster]) * words;
#pragma unroll 1
    for (Batch at{static_cast<int>(threadIdx.x)}; at.first < words; at.first += batch * threads) {
      Word old[batch], current[batch] = {};
      at.load(old, reinterpret_cast<const Word*>(args.base) + firstWord);
      Word* state = states;
#pragma unroll 1
      for (int pole = 0; pole < term.numPoles; ++pole) {
        const PoleCoefficients<Real>* coefficients = term.coefficients + pole;
        if (term.first[pole + 1] - term.first[pole] == 2) {
          advance<Media, true>(at, coefficients, term.numPoles, old, state, wordsOfState, current);
          state += 2 * wordsOfState;
        } else {
          advance<Media, false>(at, coefficients, term.numPoles, old, state, wordsOfState, current);
          state += wordsOfState;
        }
      }
      for (int i = 0; i < batch; ++i) {
        const Word increment = reinterpret_cast<const Word*>(increments)[at.number(i)];
        Media(*this, at.number(i)).visit([&](int material, int begin, int end) {
          const Real scale = term.scale[material], decay = decays ? args.targetScale[material] : Real(0);
          for (int k = 0; k < Word::count; ++k) {
            if (k < begin || k >= end) continue;
            const Real add = increment.value[k] - scale * current[i].value[k] + decay * old[i].value[k];
            current[i].value[k] = args.outScale * old[i].value[k] + add;
          }
        });
      }
      at.store(reinterpret_cast<Word*>(args.out) + firstWord, current);
    }
  }
};

}  // namespace fluxtet::dgtd::cuda
