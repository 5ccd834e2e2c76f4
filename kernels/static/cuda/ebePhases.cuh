// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Jacobi-preconditioned conjugate gradients element by element, after Y. Zhang et al., "Parallel implementation and
// branch optimization of EBE-FEM based on CUDA platform" (ACES Journal), with the misprints of its (7), (18) and (22)
// corrected.
#pragma once

#include "kernels/static/cuda/ebeKernels.hpp"
#include "kernels/static/cuda/tileSum.cuh"
#include "kernels/static/elementIntegrals.hpp"

namespace fluxtet::statics::cuda {

/// q = A^e p of one element.
template <int nd, class Real>
__device__ void elementProduct(const Real* matrices, std::int64_t numElements, std::int64_t e, const Real (&p)[nd],
                               Real (&q)[nd]) {
#pragma unroll
  for (int a = 0; a < nd; ++a) q[a] = 0;
#pragma unroll
  for (int a = 0; a < nd; ++a)
#pragma unroll
    for (int b = 0; b <= a; ++b) {
      const Real entry = matrices[packedIndex(a, b) * numElements + e];
      q[a] += entry * p[b];
      if (b < a) q[b] += entry * p[a];
    }
}

/// Calls work(e) for each element and returns the sum of what it returns over the block, in thread 0; a tile of as many
/// elements as the block has threads is summed at a time.
template <ReductionKind kind, class Work>
__device__ double sumOverElements(std::int32_t numElements, const Work& work) {
  TileSum<kind> sum;
  for (std::int64_t first = std::int64_t{blockIdx.x} * solverThreads; first < numElements; first += gridThreads()) {
    const std::int64_t e = first + threadIdx.x;
    sum.add(e < numElements ? work(e) : 0.0);
  }
  return sum.ofBlock();
}

/// (22), then kernel 2: p = h + beta p and the block's part of (p, A p) = sum of p^e . A^e p^e, (11). Empties the
/// table.
template <int nd, ReductionKind kind, class Real>
__device__ double ebeDirection(const EbeVectors<Real>& v, Real beta) {
  for (std::int64_t k = gridThread(); k < v.numSpecial; k += gridThreads()) v.table[k] = 0;
  return sumOverElements<kind>(v.numElements, [&](std::int64_t e) {
    Real p[nd], q[nd];
#pragma unroll
    for (int a = 0; a < nd; ++a) {
      const std::int64_t i = a * std::int64_t{v.numElements} + e;
      p[a] = v.h[i] + beta * v.p[i];
      v.p[i] = p[a];
    }
    elementProduct(v.matrices, v.numElements, e, p, q);
    double curvature = 0;
#pragma unroll
    for (int a = 0; a < nd; ++a) curvature += static_cast<double>(p[a]) * q[a];
    return curvature;
  });
}

/// (19) and (20): x += alpha p, r -= alpha A^e p; r of special dofs goes to the table.
template <int nd, class Real>
__device__ void ebeAdvance(const EbeVectors<Real>& v, Real alpha) {
  for (std::int64_t e = gridThread(); e < v.numElements; e += gridThreads()) {
    Real p[nd], q[nd];
#pragma unroll
    for (int a = 0; a < nd; ++a) p[a] = v.p[a * std::int64_t{v.numElements} + e];
    elementProduct(v.matrices, v.numElements, e, p, q);
#pragma unroll
    for (int a = 0; a < nd; ++a) {
      const std::int64_t i = a * std::int64_t{v.numElements} + e;
      const NodeWord word = v.words[i];
      const Real r = v.r[i] - alpha * q[a];
      v.x[i] += alpha * p[a];
      v.r[i] = r;
      if (word.free() && word.special()) atomicAdd(v.table + word.index(), r);
    }
  }
}

/// Kernel 1: s^e = r^e (+) those of the adjacent elements, (10), h = s / m, (21), and the block's part of (r, h), (9).
/// At prescribed nodes h = 0, so that x and p stay 0 there.
template <int nd, ReductionKind kind, class Real>
__device__ double ebeResidual(const EbeVectors<Real>& v) {
  return sumOverElements<kind>(v.numElements, [&](std::int64_t e) {
    double gamma = 0;
    for (int a = 0; a < nd; ++a) {
      const std::int64_t i = a * std::int64_t{v.numElements} + e;
      const NodeWord word = v.words[i];
      Real s = 0;
      if (word.free() && word.special()) {
        s = v.table[word.index()];
      } else if (word.free()) {
        const std::int32_t end = v.begin[word.index() + 1];
        for (std::int32_t k = v.begin[word.index()]; k < end; ++k) s += v.r[v.position[k]];
      }
      if (v.m) s /= v.m[i];
      v.h[i] = s;
      gamma += static_cast<double>(v.r[i]) * s;
    }
    return gamma;
  });
}

}  // namespace fluxtet::statics::cuda
