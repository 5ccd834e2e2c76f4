// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/cgVectors.hpp"
#include "kernels/static/cuda/problem/deviceProblem.hpp"

namespace fluxtet::gpu {

/// An assembled matrix, which must outlive the operator.
template <class Real>
class CsrOperator final : public DeviceOperator<Real> {
 public:
  explicit CsrOperator(const DeviceCsr<Real>& matrix) : matrix_(matrix), work_(matrix.rows) {}

  void apply(const Real* x, Real* y, cudaStream_t stream) override;
  CgState solve(const CgRun<Real>& run, cudaStream_t stream) override;
  std::int64_t bytes() const override { return work_.bytes(); }

 private:
  const DeviceCsr<Real>& matrix_;
  CgWork<Real> work_;
};

/// diagonal[i] = A_ii, 0 where it is not stored. Device pointer.
template <class Real>
void diagonalOf(const DeviceCsr<Real>& matrix, Real* diagonal, cudaStream_t stream);

}  // namespace fluxtet::gpu
