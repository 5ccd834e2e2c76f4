// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The published linked lists: host functions that enqueue their kernels. Every pointer is device memory; nothing waits.
#pragma once

#include "kernels/static/cuda/assembly/rowKernels.hpp"
#include "kernels/static/cuda/deviceProblem.hpp"

namespace fluxtet::gpu {

/// One entry of the adapted coordinate format (a-COO): its row is that of the list that it is in.
template <class Real>
struct Link {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::int32_t column;  ///< -1 - k: of prescribed value k
  std::uint32_t next;   ///< none: the last
  Real value;
};

/// The lists of all rows: head [rows], link [elements][nd][nd].
template <class Real>
struct Lists {
  int nd;
  std::int32_t rows;
  std::uint32_t* head;
  Link<Real>* link;
};

/// One thread an element integrates it, pushes all its entries on the lists of their rows, whatever is there already,
/// and adds its right-hand side atomically. Heads are none and the right-hand side is zero before.
template <class Real>
void launchPushEntries(const DeviceProblem<Real>& problem, const Lists<Real>& lists, Real* rightHandSide,
                       cudaStream_t stream);

/// One thread a row goes through its list: entries of prescribed values go to the right-hand side, the others are put
/// into ascending order, those of equal columns summed in one link. Counts as launchCountColumns(); what is left of the
/// list of a long row has no meaning.
template <class Real>
void launchConsolidate(const Lists<Real>& lists, const Real* prescribed, Real* rightHandSide, std::int32_t* count,
                       std::uint8_t* shortLength, RowTotals* totals, cudaStream_t stream);

/// Copies the lists of all rows that are not long to CSR, one thread a row.
template <class Real>
void launchConvert(const Lists<Real>& lists, const RowPlaces& places, std::int32_t* column, Real* value,
                   cudaStream_t stream);

}  // namespace fluxtet::gpu
