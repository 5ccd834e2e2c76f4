// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/cuda/incidence.hpp"
#include "kernels/static/cuda/nodeWords.hpp"
#include "kernels/static/cuda/rankSums.hpp"
#include "kernels/static/methods.hpp"

namespace fluxtet::statics::cuda {

/// Data of the element-by-element kernels: vectors replicated to the elements, [node][element]. Of x, p, h and m all
/// elements of a node have the same value; r is a sum over its elements, whose parts they have. Device pointers.
/// Special dofs are summed in a table by atomic additions and, if shared with other ranks, over these.
template <class Real>
struct EbeVectors {
  const Real* matrices;                  ///< [packed][numElements]
  const NodeWord* words;                 ///< [nd][numElements]
  const std::int32_t *begin, *position;  ///< Incidence
  const Real* m;                         ///< [nd][numElements] diagonal; null: no preconditioner
  Real *x, *r, *h, *p;                   ///< [nd][numElements]
  Real* table;                           ///< [numSpecial] sums of r, those of shared dofs first
  std::int32_t numElements, numSpecial;
};

/// Runs conjugate gradients from x = 0 and the given r, vectors [nodesPerElement][numElements], in one cooperative
/// kernel. Throws SolveStopped if CgRun::stop returns true.
template <class Real>
CgState ebeCg(const EbeVectors<Real>& v, int nodesPerElement, ReductionKind reduction, const CgRun<Real>& run,
              cudaStream_t stream);
/// Runs them kernel by kernel, with sums over ranks between the kernels. Collective. Throws SolveStopped.
template <class Real>
CgState coupledEbeCg(const EbeVectors<Real>& v, int nodesPerElement, ReductionKind reduction, const CgRun<Real>& run,
                     RankSums<Real>& ranks, cudaStream_t stream);

/// Gives the first of each dof's nodes the dof's value; other nodes stay as they are. The result is a vector of parts.
/// Only counted dofs take part (`counted` null: all). `ofDof`, `counted`: [numDofs]; `ofNode`: [node][element]. Device
/// pointers.
template <class Real>
void spreadToFirst(const Incidence& incidence, const Real* ofDof, const std::uint8_t* counted, Real* ofNode,
                   cudaStream_t stream);
/// Gives all nodes of a dof its value, prescribed nodes 1. `ofDof`: [numDofs]; `ofNode`: [node][element]. Device
/// pointers.
template <class Real>
void replicate(const DeviceProblem<Real>& problem, const Real* ofDof, Real* ofNode, cudaStream_t stream);
/// Adds to each dof the value of its first node. `ofNode`: [node][element]; `ofDof`: [numDofs]. Device pointers.
template <class Real>
void addFirst(const Incidence& incidence, const Real* ofNode, Real* ofDof, cudaStream_t stream);
/// Sets each dof to the sum over its nodes. `ofNode`: [node][element]; `ofDof`: [numDofs]. Device pointers.
template <class Real>
void sumNodes(const Incidence& incidence, const Real* ofNode, Real* ofDof, cudaStream_t stream);
/// Computes q^e = A^e x^e for a vector x [numDofs]; q: [node][element]; `matrices`: [packed][numElements]. Device
/// pointers.
template <class Real>
void ebeProducts(const DeviceProblem<Real>& problem, const Real* matrices, const Real* x, Real* q, cudaStream_t stream);

/// Numbers the dofs that are summed in the table: the shared ones as they come in `sharedDofs` [numShared] (device
/// memory), then crowded ones. Writes the numbers to `specialIndex` [numDofs], -1 for other dofs, and returns how many
/// there are. Waits for the stream.
std::int32_t indexSpecialDofs(const Incidence& incidence, const std::int32_t* sharedDofs, std::int32_t numShared,
                              DeviceBuffer<std::int32_t>& specialIndex, cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
