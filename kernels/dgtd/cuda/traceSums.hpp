// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Host functions that enqueue the kernels of CudaTraceSums. All pointers are device pointers. `side` [face][2] says
// where the own and the outer trace of a listed face stand: in an element or in a trace record. A sum is
// [face][side][Nf][2], the Bernstein coefficients of u and v, V (ElementRhs).
#pragma once

#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/weightedSums.hpp"

namespace fluxtet::dgtd::cuda {

/// Fills `side` for the faces slotFace [count], each 4 * slot + face. The outer trace of a boundary face becomes
/// GatheredTrace::none. Of `args` it reads what describes the mesh.
template <class Real>
void launchFindSides(const RhsArgs<Real>& args, const std::int32_t* slotFace, std::int32_t count, GatheredTrace* side,
                     cudaStream_t stream);

/// Adds the traces of a field on both sides, times the weights, to the sums. field [slot][elementStride], V; records
/// [trace record][Nf][2], V: the outer traces of the field on halo faces.
template <class Real>
void launchTraceSums(int order, const Real* field, const Real* records, const GatheredTrace* side,
                     const SumArgs<Real>& args, cudaStream_t stream);

/// Changes the basis of the faces first to first + count - 1 of a sum: to tangential vectors `nodal`
/// [count][side][Nf][xyz], V/m, and back.
template <class Real>
void launchSumToNodal(const FieldLayout<Real>& layout, const GatheredTrace* side, const Real* sum, std::int32_t first,
                      std::int32_t count, Real* nodal, cudaStream_t stream);
template <class Real>
void launchSumFromNodal(const FieldLayout<Real>& layout, const GatheredTrace* side, const Real* nodal,
                        std::int32_t first, std::int32_t count, Real* sum, cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
