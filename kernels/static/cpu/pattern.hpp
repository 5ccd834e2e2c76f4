// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cpu/cpuMatrix.hpp"
#include "kernels/static/cpu/incidence.hpp"

namespace fluxtet::statics::cpu {

/// Order of the slots of the elements' entries, with their shape.
enum class SlotOrder {
  byElement,   ///< [numElements][nd][nd]
  byIncidence  ///< [entries of the incidence][nd]
};

/// Index of each entry of each element's matrix in the values of the assembled matrix; -1 where its row or its column
/// is prescribed.
using Slots = AlignedArray<std::int32_t>;

/// Sets the rows and columns of the matrix and allocates its values; returns the slots. Throws RunError for more than
/// 2^31 nonzeros.
template <class Real>
Slots buildPattern(const CpuProblem<Real>& problem, const Incidence& incidence, SlotOrder order,
                   CpuMatrix<Real>& matrix);

}  // namespace fluxtet::statics::cpu
