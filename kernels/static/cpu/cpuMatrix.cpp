// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/cpuMatrix.hpp"

#include "kernels/static/cpu/parallel.hpp"

#include <vector>

namespace fluxtet::statics::cpu {

template <class Real>
CsrMatrix<Real> CpuMatrix<Real>::copy() const {
  const auto vectorOf = [](const auto& array) { return std::vector(array.data(), array.data() + array.size()); };
  return {vectorOf(rowBegin), vectorOf(column), vectorOf(value)};
}

template <class Real>
void CpuMatrix<Real>::addDiagonal(Real* diagonal, int threads) const {
  forRanges(threads, rows(), [&](IndexRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i)
      for (std::int32_t k = rowBegin[static_cast<std::size_t>(i)]; k < rowBegin[static_cast<std::size_t>(i + 1)]; ++k)
        if (column[static_cast<std::size_t>(k)] == i) diagonal[i] += value[static_cast<std::size_t>(k)];
  });
}

template <class Real>
double CpuMatrix<Real>::multiply(const Real* x, Real* y, int threads) const {
  const std::int32_t* begin = rowBegin.data();
  const std::int32_t* columns = column.data();
  const Real* values = value.data();
  return sumBlocks(threads, rows(), [=](IndexRange range) {
    double sum = 0;
    std::int32_t k = begin[range.begin];
    for (std::int64_t i = range.begin; i < range.end; ++i) {
      Real row = 0;
      for (const std::int32_t end = begin[i + 1]; k < end; ++k) row += values[k] * x[columns[k]];
      y[i] = row;
      sum += static_cast<double>(x[i]) * static_cast<double>(row);
    }
    return sum;
  });
}

template struct CpuMatrix<float>;
template struct CpuMatrix<double>;

}  // namespace fluxtet::statics::cpu
