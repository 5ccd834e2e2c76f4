// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/orders.hpp"

#include <cstdint>

/// Arguments of the vector kernels: plain pointers and numbers only. The kernels are compiled once per instruction set.
/// An inline function here would be compiled in each of these translation units, and the linker could keep a version
/// that the processor cannot run; so this header defines none.
///
/// Layout. A block is W elements, one in each lane of a vector register (W = bytes of a vector / sizeof(Real)). The
/// element in slot s is in lane s % W of block s / W; slots without an element pad the last blocks of interior and
/// border. A field is [block][node][xyz][lane]. Ghost blocks of the same shape follow the element blocks. Each of their
/// slots holds one outer trace at its nodes 0..Nf-1: first the traces of the halo faces, then those of the faces
/// through which incident waves enter.
namespace fluxtet::dgtd::cpu {

/// A link word says where a face reads its outer trace: slot << linkCodeBits | code. The codes 0 to 3 mean local face
/// `code` of the element in that slot, on this rank; the others are below.
enum LinkCode : std::int32_t {
  linkGhost = 4,     ///< the slot is a ghost slot
  linkBoundary = 5,  ///< boundary face: in place of the slot, the entry in BoundaryLinks
  numLinkCodes = 8,
  linkCodeBits = 3
};

/// Flags of a block. Bit f: face f is a boundary face in some lane. Bit 4 + f: it is one that dissipates in some lane
/// (FaceCondition::dissipates).
using BlockFlags = std::uint8_t;

/// The boundary faces, from entry 1 on; entry 0 stands for any other face. The outer trace of a field is a factor, by
/// field, times the trace that the link word names: the own trace at a wall, the incident waves' ghost slot where waves
/// enter.
template <class Real>
struct BoundaryLinks {
  const std::int32_t* link = nullptr;  ///< [boundary face] link word with a code other than linkBoundary
  const Real* sourceFactor = nullptr;  ///< [boundary face] factor of the source field
  const Real* targetFactor = nullptr;  ///< [boundary face] factor of the target field
  const Real* dissipates = nullptr;    ///< [boundary face] 1 where the face dissipates, else 0
};

/// Number of output nodes whose lifts are computed together, by order ([0] is unused). It divides Np, and the lift
/// table is laid out for it.
inline constexpr int liftTile[] = {0, 4, 5, 5, 7};
static_assert(sizeof(liftTile) == (maxOrder + 1) * sizeof(int));

/// Arguments of a pass over blocks that computes out = outScale out + rhsScale rhs + targetScale target, with
///   rhs = curl(source) + face terms of the source's jumps + dissipation * face terms of the target's jumps
/// (docs/theory.md, sections 2.3 to 2.5), in the sign of Ampere's law and, before rhsScale, without the sign of delta
/// (see blockKernels.inl). The scales are looked up by the material word of each element. With a jumpShare other than
/// zero the kernel reads the target's outer traces, so `out` must be another array than `target`.
template <class Real>
struct RhsArgs {
  // Mesh.
  const Real* edge = nullptr;                       ///< [block][3][xyz][lane] t_1..3 / sqrt(6 |K|), m^(-1/2)
  const std::int32_t* link = nullptr;               ///< [block][4][lane] slot << 3 | LinkCode
  const std::int32_t* material = nullptr;           ///< [block][lane] material word: 2 * material + (1 if left-handed)
  const std::int32_t* neighbourMaterial = nullptr;  ///< [block][4][lane] material words; null without jump terms
  const Real* shareOfFace = nullptr;                ///< [block][4][lane] factor of jumpShare; null: 1
  const BlockFlags* flags = nullptr;                ///< [block]

  // Operators.
  const Real* lift = nullptr;  ///< 3/2 L_f as [tile][4][Nf][node in tile]
  /// [4][Nf][numLinkCodes] offset of the node opposite node m of face f from the start of its slot, by link code.
  const std::int32_t* traceOffset = nullptr;

  // Fields, [block][node][xyz][lane] in V/m; `source` and, with jump terms, `target` include the ghost blocks.
  const Real* source = nullptr;  ///< null: 0 everywhere
  const Real* target = nullptr;
  Real* out = nullptr;
  /// Where rhsScale rhs is written besides, for the blocks of two ranges; null: nowhere.
  Real* kept = nullptr;
  std::int32_t keptBegin[2]{}, keptEnd[2]{};

  // Tables by material word.
  const Real* rhsScale = nullptr;       ///< m, or 1 for a right-hand side; includes the sign of delta
  const Real* outScale = nullptr;       ///< null: `out` is overwritten
  const Real* targetScale = nullptr;    ///< null: no such term
  const Real* fluxImpedance = nullptr;  ///< Z = sqrt(muR / epsilonR) for target E, 1 / Z for target H

  BoundaryLinks<Real> boundary;
  Real dissipation = 0;  ///< sign of the target's jump terms in rhs, or 0
  Real jumpShare = 0;    ///< share of the upwind flux's jump terms, 0 to 1, at faces that do not dissipate

  bool volume = true;   ///< whether rhs includes the volume integrals
  bool surface = true;  ///< whether rhs includes the surface integrals
  bool upwind = false;  ///< whether averages are weighted by the impedances of both sides
};

/// Arguments of out = outScale out + inScale in, with scales by material word. The fields are [block][node][xyz][lane].
template <class Real>
struct CombineArgs {
  Real* out = nullptr;
  const Real* in = nullptr;
  const std::int32_t* material = nullptr;
  const Real* outScale = nullptr;
  const Real* inScale = nullptr;
  int valuesPerElement = 0;  ///< 3 Np
};

/// Arguments of sums[block][s] += weight[s] field[block] for `count` sums s.
template <class Real>
struct AccumulateArgs {
  const Real* field = nullptr;
  Real* sums = nullptr;          ///< [block][sum][node][xyz][lane]
  const Real* weight = nullptr;  ///< [count] dimensionless
  int count = 0;
  int valuesPerElement = 0;  ///< 3 Np
};

/// Arguments of partial[block] = sum over the elements of a block of weight[material word] |K| f^T M g, in double
/// precision, (V/m)^2 m^3.
template <class Real>
struct InnerProductArgs {
  const Real* f = nullptr;
  const Real* g = nullptr;
  const double* mass = nullptr;    ///< [Np][Np]
  const double* volume = nullptr;  ///< [slot] m^3, zero in slots without an element
  const std::int32_t* material = nullptr;
  const double* weight = nullptr;  ///< [material word] epsilonR / 2 or muR / 2
  double* partial = nullptr;
};

/// The kernels of one instruction set. Each works on the blocks [begin, end); every thread calls it for its own blocks.
template <class Real>
struct KernelTable {
  /// Name for the output, such as "AVX-512".
  const char* name = nullptr;
  int lanes = 0;  ///< W
  /// [order]; entry 0 is unused.
  void (*rhs[maxOrder + 1])(const RhsArgs<Real>&, std::int32_t begin, std::int32_t end) = {};
  void (*combine)(const CombineArgs<Real>&, std::int32_t begin, std::int32_t end) = nullptr;
  void (*accumulate)(const AccumulateArgs<Real>&, std::int32_t begin, std::int32_t end) = nullptr;
  /// [order]; entry 0 is unused.
  void (*innerProduct[maxOrder + 1])(const InnerProductArgs<Real>&, std::int32_t begin, std::int32_t end) = {};
};

KernelTable<float> baselineKernelsFloat();
KernelTable<double> baselineKernelsDouble();
KernelTable<float> avx2KernelsFloat();
KernelTable<double> avx2KernelsDouble();
KernelTable<float> avx512KernelsFloat();
KernelTable<double> avx512KernelsDouble();

}  // namespace fluxtet::dgtd::cpu
