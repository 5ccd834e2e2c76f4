// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/orders.hpp"

#include <cstdint>

/// What the engine hands to the vector kernels: plain pointers and numbers only. The kernels are compiled once per
/// instruction set, so nothing here may be an inline function that the linker could share between those translation
/// units.
///
/// Layout. Elements stand in blocks of W lanes (W = vector bytes / sizeof(Real)); element in slot s is lane s % W of
/// block s / W. A field is [block][node][xyz][lane]; behind the element blocks follow ghost blocks of the same shape,
/// whose slots hold face traces at nodes 0..Nf-1: halo faces, then faces where a wave enters.
namespace fluxtet::dgtd::cpu {

/// The low three bits of a link word say how the outer trace of a face is found; the rest is the slot it is read from.
enum LinkCode : std::int32_t {
  // 0..3: that local face of an element of this rank
  linkGhost = 4,     ///< a ghost slot: another rank's trace, or incident waves
  linkBoundary = 5,  ///< in place of a slot: number of the face in BoundaryLinks
  numLinkCodes = 8,
  linkCodeBits = 3
};

/// Bit f of the low four: face f of some lane is a boundary face; bit 4 + f: one that takes energy out.
using BlockFlags = std::uint8_t;

/// The boundary faces; entry 0 stands for a face of another kind. The outer trace of a field is its factor times what
/// the link word reads: the own trace, or the incident waves.
template <class Real>
struct BoundaryLinks {
  const std::int32_t* link = nullptr;  ///< [boundary face] link word with one of the other codes
  const Real* sourceFactor = nullptr;  ///< [boundary face]
  const Real* targetFactor = nullptr;  ///< [boundary face]
  const Real* dissipates = nullptr;    ///< [boundary face] 1: with all of the target's jump terms, else 0
};

/// Largest number of output nodes that the lift computes at once, by order ([0] is unused); the lift table is laid out
/// for it.
inline constexpr int liftTile[] = {0, 4, 5, 5, 7};
static_assert(sizeof(liftTile) == (maxOrder + 1) * sizeof(int));

/// One pass over blocks: out = outScale out + rhsScale rhs + targetScale target, with
///   rhs = curl(source) + face terms of the source's jumps + dissipation * face terms of the target's jumps.
/// With a jumpShare the target's outer traces are read, so that `out` must be another array. Scales are looked up by
/// the material word of each element.
template <class Real>
struct RhsArgs {
  // The mesh in blocks.
  const Real* edge = nullptr;              ///< [block][3][xyz][lane] edge vectors from vertex 0, over sqrt(6 |K|)
  const std::int32_t* link = nullptr;      ///< [block][4][lane] slot << 3 | LinkCode
  const std::int32_t* material = nullptr;  ///< [block][lane] 2 * material + (1 for a left-handed element)
  const std::int32_t* neighbourMaterial = nullptr;  ///< [block][4][lane], with jump terms only
  const BlockFlags* flags = nullptr;                ///< [block]

  // Operators.
  const Real* lift = nullptr;  ///< 3/2 L_f as [tile][4][Nf][node in tile]
  const std::int32_t* traceOffset =
      nullptr;  ///< [4][Nf][numLinkCodes] offset of face node m within a block, by link code

  // Fields.
  const Real* source = nullptr;
  const Real* target = nullptr;
  Real* out = nullptr;

  // Scales by material word.
  const Real* rhsScale = nullptr;
  const Real* outScale = nullptr;     ///< null: overwrite
  const Real* targetScale = nullptr;  ///< null: none
  const Real* impedance = nullptr;    ///< Z = sqrt(muR / epsilonR) for target E, 1 / Z for target H

  BoundaryLinks<Real> boundary;
  Real dissipation = 0;  ///< sign of the dissipative terms within `right-hand side`
  Real jumpShare = 0;    ///< share of the jump terms at faces that take no energy out of themselves

  bool volume = true;   ///< with the curl
  bool surface = true;  ///< with the face terms
  bool upwind = false;  ///< averages weighted by the impedances of both sides
};

/// out = outScale out + inScale in, scales by material word.
template <class Real>
struct CombineArgs {
  Real* out = nullptr;
  const Real* in = nullptr;
  const std::int32_t* material = nullptr;
  const Real* outScale = nullptr;
  const Real* inScale = nullptr;
  int valuesPerElement = 0;  ///< 3 Np
};

/// sums[block][i] += weight[i] field[block] for each of `count` sums.
template <class Real>
struct AccumulateArgs {
  const Real* field = nullptr;
  Real* sums = nullptr;          ///< [block][sum][node][xyz][lane]
  const Real* weight = nullptr;  ///< [count]
  int count = 0;
  int valuesPerElement = 0;  ///< 3 Np
};

/// partial[block] = sum over its elements of weight[material word] volume F^T M G, in double.
template <class Real>
struct InnerProductArgs {
  const Real* f = nullptr;
  const Real* g = nullptr;
  const double* mass = nullptr;    ///< [Np][Np]
  const double* volume = nullptr;  ///< [slot], zero where no element is
  const std::int32_t* material = nullptr;
  const double* weight = nullptr;
  double* partial = nullptr;
};

/// The kernels of one instruction set. All work on blocks [begin, end) and are called by each thread for its own
/// blocks.
template <class Real>
struct KernelTable {
  const char* name = nullptr;
  int lanes = 0;
  /// By order; [0] is unused.
  void (*rhs[maxOrder + 1])(const RhsArgs<Real>&, std::int32_t begin, std::int32_t end) = {};
  void (*combine)(const CombineArgs<Real>&, std::int32_t begin, std::int32_t end) = nullptr;
  void (*accumulate)(const AccumulateArgs<Real>&, std::int32_t begin, std::int32_t end) = nullptr;
  /// By order; [0] is unused.
  void (*innerProduct[maxOrder + 1])(const InnerProductArgs<Real>&, std::int32_t begin, std::int32_t end) = {};
};

KernelTable<float> baselineKernelsFloat();
KernelTable<double> baselineKernelsDouble();
KernelTable<float> avx2KernelsFloat();
KernelTable<double> avx2KernelsDouble();
KernelTable<float> avx512KernelsFloat();
KernelTable<double> avx512KernelsDouble();

}  // namespace fluxtet::dgtd::cpu
