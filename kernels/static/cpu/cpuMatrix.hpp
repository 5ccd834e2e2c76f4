// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/csrMatrix.hpp"
#include "lib/base/alignedArray.hpp"

#include <cstdint>

namespace fluxtet::statics::cpu {

/// CsrMatrix in memory that threads touch first and huge pages hold.
template <class Real>
struct CpuMatrix {
  AlignedArray<std::int32_t> rowBegin;  ///< [rows + 1]
  AlignedArray<std::int32_t> column;    ///< [nonzeros]
  AlignedArray<Real> value;             ///< [nonzeros]

  std::int32_t rows() const { return static_cast<std::int32_t>(rowBegin.size()) - 1; }
  std::int64_t nonzeros() const { return static_cast<std::int64_t>(column.size()); }
  std::int64_t bytes() const { return rowBegin.bytes() + column.bytes() + value.bytes(); }

  /// The same matrix, rows, columns and values, in plain vectors.
  CsrMatrix<Real> copy() const;
  /// Adds the diagonal entries to `diagonal` [rows].
  void addDiagonal(Real* diagonal, int threads) const;
  /// y = A x for x, y [rows]; returns x . y, summed in double precision. The bits do not depend on the number of
  /// threads.
  double multiply(const Real* x, Real* y, int threads) const;
};

}  // namespace fluxtet::statics::cpu
