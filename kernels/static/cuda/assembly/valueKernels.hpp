// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Host functions that enqueue kernels that fill values where the pattern is known. Every pointer is device memory;
// nothing waits.
#pragma once

#include "kernels/static/cuda/assembly/rowKernels.hpp"
#include "kernels/static/cuda/deviceProblem.hpp"

namespace fluxtet::gpu {

/// Values and right-hand side of all rows that are not long: each row's thread integrates its rows of its elements anew
/// and adds them in the order of its nodes, so that no atomics are needed and the bits are always the same.
template <class Real>
struct GatherArgs {
  SortedNodes nodes;
  const std::uint32_t* slots;  ///< launchColumns
  RowPlaces places;
  Real* value;  ///< null: the right-hand side alone, to the same bits
  Real* rightHandSide;
};
template <class Real>
void launchGather(const DeviceProblem<Real>& problem, const GatherArgs<Real>& args, cudaStream_t stream);

/// slots[slotWords(nd * nd)][elements]: where in its row each entry of an element goes, four to a word; noSlot where
/// the place in the row does not fit a byte. Entries of prescribed rows and columns have no meaning.
void launchElementSlots(int nd, std::int32_t elements, const std::int32_t* elementDof, const std::int32_t* rowBegin,
                        const std::int32_t* column, std::uint32_t* slots, cudaStream_t stream);

/// Adds the values and right-hand sides of all elements atomically to what is there. One thread an element.
template <class Real>
struct ScatterArgs {
  const std::uint32_t* slots;
  const std::int32_t* rowBegin;
  const std::int32_t* column;
  Real* value;
  Real* rightHandSide;
};
template <class Real>
void launchScatter(const DeviceProblem<Real>& problem, const ScatterArgs<Real>& args, cudaStream_t stream);

/// Adds the right-hand sides of all elements atomically to what is there.
template <class Real>
void launchLoads(const DeviceProblem<Real>& problem, Real* rightHandSide, cudaStream_t stream);

}  // namespace fluxtet::gpu
