// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/asyncCopy.cuh"
#include "kernels/dgtd/cuda/compileTime.hpp"
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
/// the states are streams of 16-byte words, of which a block of `threads` threads passes the states once and the field
/// once for each group of poles: an element is no whole number of words, but a cluster is. A cluster of one medium,
/// whose coefficients stay in registers, goes a shorter way than one in which media meet.
template <class Real, int order, int size, int threads>
struct PolesInCluster {
  const RhsArgs<Real>& args;
  const std::int32_t cluster;
  Real* increments;                    ///< [size][stride] in shared memory
  const ElementRecord<Real>* records;  ///< [size]

  /// Advances the states by the old values of the field, subtracts the currents that they make from the increments, and
  /// adds these to the field: out = outScale base + increment. If `decays`, targetScale times the old value is added
  /// too. An element without a pole has coefficients 0 there. All threads of the block call it.
  __device__ __forceinline__ void writeOut(bool decays) const {
    bool isFirst = true;
    for (int i = threadIdx.x; i < size; i += threads)
      isFirst = isFirst && materialOf(records, i) == materialOf(records, 0);
    if (__syncthreads_and(isFirst)) {
      writeOutOf<OneMedium, 1>(args, cluster, increments, records, decays);
    } else {
      writeOutWhereMediaMeet(args, cluster, increments, records, decays);
    }
  }

 private:
  static constexpr int stride = elementStride(order);
  struct alignas(16) Word {
    static constexpr int count = 16 / static_cast<int>(sizeof(Real));
    Real value[count];
  };
  static constexpr int words = size * stride / Word::count;
  static_assert(size * stride % Word::count == 0);

  /// Index of the medium of element `local` of the cluster.
  static __device__ __forceinline__ int materialOf(const ElementRecord<Real>* records, int local) {
    return static_cast<int>(records[local].words >> (4 * faceBits));
  }

  /// Neighbouring poles of one state each that one pass advances in a cluster where media meet. Passes over a cluster
  /// of one medium advance one pole, since its registers do not hold more (docs/experiments.md).
  static constexpr int polesWhereMediaMeet = order == 2 ? 4 : 1;

  /// What the values of a medium take in a pass: the coefficients of `atOnce` poles, of which `count` exist,
  /// PoleTerm::scale, and the share of the old value that the last pass adds.
  template <int atOnce>
  struct Factors {
    PoleCoefficients<Real> pole[atOnce];
    Real scale, decay;
    __device__ __forceinline__ Factors(const RhsArgs<Real>& args, const PoleTerm<Real>& term, int first, int count,
                                       int material, bool decays)
        : scale(term.scale[material]), decay(decays ? args.targetScale[material] : Real(0)) {
      const PoleCoefficients<Real>* coefficients = term.coefficients + material * term.numPoles + first;
      forEach<atOnce>([&](auto p) { pole[p.value] = coefficients[p.value < count ? p.value : 0]; });
    }
  };

  /// The media of the words of a cluster, for the poles from `first` on.
  template <int atOnce>
  struct MediaOfWord {
    const RhsArgs<Real>& args;
    const PoleTerm<Real>& term;
    const ElementRecord<Real>* records;
    int first, count;
    bool decays;
    /// Calls function(factors, begin, end) for the values begin to end - 1 of each medium in word number `word`.
    template <class Function>
    __device__ __forceinline__ void visit(int word, const Function& function) const {
      const int element = word * Word::count / stride, rest = (element + 1) * stride - word * Word::count;
      const int material = materialOf(records, element);
      const int next = rest < Word::count ? materialOf(records, element + 1) : material;
      const int limit = material == next ? Word::count : rest;
      function(Factors<atOnce>(args, term, first, count, material, decays), 0, limit);
      if (limit < Word::count) function(Factors<atOnce>(args, term, first, count, next, decays), limit, Word::count);
    }
  };
  /// The same in a cluster of one medium.
  template <int atOnce>
  struct OneMedium {
    Factors<atOnce> factors;
    __device__ __forceinline__ OneMedium(const RhsArgs<Real>& args, const PoleTerm<Real>& term,
                                         const ElementRecord<Real>* records, int first, int count, bool decays)
        : factors(args, term, first, count, materialOf(records, 0), decays) {}
    template <class Function>
    __device__ __forceinline__ void visit(int, const Function& function) const {
      function(factors, 0, Word::count);
    }
  };

  /// Advances `count` <= atOnce poles of numStates states each in all words by the old field, and subtracts their
  /// currents from the increments. `state`: their first state; each further one begins wordsOfState behind. `out`:
  /// null, or where the field goes.
  template <int numStates, int atOnce, class Media>
  static __device__ __forceinline__ void advance(const Media& media, int count, const Word* base, Word* increments,
                                                 Word* state, std::int64_t wordsOfState, Real outScale, Word* out) {
    static_assert(numStates == 1 || atOnce == 1);
    constexpr int most = numStates * atOnce;
    const auto has = [&](int s) { return atOnce == 1 || s < count; };
    // One word at a time: with more in flight their values push others out of the registers (docs/experiments.md).
#pragma unroll 1
    for (int i = threadIdx.x; i < words; i += threads) {
      const Word old = base[i];
      Word z[most];
      forEach<most>([&](auto s) {
        if (has(s.value)) z[s.value] = state[s.value * wordsOfState + i];
      });
      Word sum = increments[i];
      media.visit(i, [&](const auto& factors, int begin, int end) {
        for (int k = 0; k < Word::count; ++k) {
          if (k < begin || k >= end) continue;
          const Real E = old.value[k];
          if constexpr (numStates == 2) {
            sum.value[k] -= factors.scale * advancePole(factors.pole[0], E, z[0].value[k], z[1].value[k]);
          } else {
            forEach<atOnce>([&](auto p) {
              if (has(p.value))
                sum.value[k] -= factors.scale * advancePole(factors.pole[p.value], E, z[p.value].value[k]);
            });
          }
          if (out != nullptr) sum.value[k] = outScale * E + (sum.value[k] + factors.decay * E);
        }
      });
      forEach<most>([&](auto s) {
        if (has(s.value)) state[s.value * wordsOfState + i] = z[s.value];
      });
      if (out != nullptr) {
        out[i] = sum;
      } else {
        increments[i] = sum;
      }
    }
  }

  /// A function of its own, so that its values take no registers from the way of most clusters. Its arguments are
  /// values and no object, which the other way would then have to keep in memory.
  static __device__ __noinline__ void writeOutWhereMediaMeet(const RhsArgs<Real>& args, std::int32_t cluster,
                                                             Real* increments, const ElementRecord<Real>* records,
                                                             bool decays) {
    writeOutOf<MediaOfWord, polesWhereMediaMeet>(args, cluster, increments, records, decays);
  }

  /// Passes over the poles. A pass advances a pole of two states, or up to `atOnce` neighbouring ones of one state.
  template <template <int> class Media, int atOnce>
  static __device__ __forceinline__ void writeOutOf(const RhsArgs<Real>& args, std::int32_t cluster, Real* increments,
                                                    const ElementRecord<Real>* records, bool decays) {
    const PoleTerm<Real>& term = *args.poles;
    const std::int64_t firstWord = static_cast<std::int64_t>(cluster) * words;
    const std::int64_t wordsOfState = term.stateSize / Word::count;
    const Word* base = reinterpret_cast<const Word*>(args.base) + firstWord;
    Word* state = reinterpret_cast<Word*>(term.state) + static_cast<std::int64_t>(term.place[cluster]) * words;
    const int numPoles = term.numPoles;
    // Else the compiler does not know which memory these point to, and takes slower instructions for any memory.
    __builtin_assume(__isGlobal(state));
    __builtin_assume(__isGlobal(term.coefficients));
    __builtin_assume(__isGlobal(term.scale));
    __builtin_assume(__isGlobal(term.first));
    __builtin_assume(__isGlobal(term.place));
    __builtin_assume(__isShared(increments));
    const Real outScale = args.outScale;
#pragma unroll 1
    for (int first = 0, end; first < numPoles; first = end) {
      const int numStates = term.first[first + 1] - term.first[first];
      end = first + 1;
      if (numStates == 1)
        while (end < min(first + atOnce, numPoles) && term.first[end + 1] - term.first[end] == 1) ++end;
      const int count = end - first;
      Word* const out = end == numPoles ? reinterpret_cast<Word*>(args.out) + firstWord : nullptr;
      Word* const sums = reinterpret_cast<Word*>(increments);
      if (numStates == 2) {
        const Media<1> media{args, term, records, first, 1, decays};
        advance<2, 1>(media, 1, base, sums, state, wordsOfState, outScale, out);
      } else {
        const Media<atOnce> media{args, term, records, first, count, decays};
        advance<1, atOnce>(media, count, base, sums, state, wordsOfState, outScale, out);
      }
      state += count * numStates * wordsOfState;
    }
  }
};

}  // namespace fluxtet::dgtd::cuda
