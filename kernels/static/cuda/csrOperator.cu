// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/cgKernel.cuh"
#include "kernels/static/cuda/deviceOperator.hpp"

namespace fluxtet::statics::cuda {
namespace {

/// y = A x, a warp for 32 rows: their entries lie one after the other, so the warp multiplies them lane by lane,
/// whatever rows they are of, into shared memory, `window` at a time, and then each lane adds up its own row.
template <class Real>
struct CsrProduct {
  static constexpr bool accumulates = false;
  static constexpr int blocksPerProcessor = 1;  ///< more loads of each thread under way weigh more than more threads
  static constexpr int window = 256;            ///< 32 rows of the 7 entries that triangles give (P1), and some

  const std::int32_t* __restrict__ rowBegin;
  const std::int32_t* __restrict__ column;
  const Real* __restrict__ value;
  std::int32_t rows;

  template <class Vector>
  __device__ double apply(const Vector& x, Real* y, WholeGrid&) const {
    __shared__ Real windows[solverThreads / 32][window];
    Real* const product = windows[threadIdx.x / 32];
    const auto lane = static_cast<int>(threadIdx.x % 32);
    const std::int64_t warps = gridThreads() / 32;
    double curvature = 0;
    for (std::int64_t tile = gridThread() / 32; tile * 32 < rows; tile += warps) {
      const auto row = static_cast<std::int32_t>(tile * 32 + lane);
      const bool valid = row < rows;
      const std::int32_t begin = rowBegin[valid ? row : rows], end = rowBegin[valid ? row + 1 : rows];
      const Real own = valid ? x.at(row) : Real(0);
      const Real sum = rowSum(x, product, begin, end, lane);
      if (valid) {
        x.keep(row, own);
        y[row] = sum;
        curvature += static_cast<double>(own) * sum;
      }
    }
    return curvature;
  }

  /// Sum of the lane's row, entries begin..end; the lanes' rows follow each other.
  template <class Vector>
  __device__ Real rowSum(const Vector& x, Real* product, std::int32_t begin, std::int32_t end, int lane) const {
    const std::int32_t first = __shfl_sync(0xffffffffu, begin, 0), last = __shfl_sync(0xffffffffu, end, 31);
    Real sum = 0;
    for (std::int32_t from = first; from < last; from += window) {
      const std::int32_t to = min(from + window, last);
#pragma unroll
      for (int k = 0; k < window; k += 32) {
        const std::int32_t entry = from + k + lane;
        if (entry < to) product[k + lane] = value[entry] * x.at(column[entry]);
      }
      __syncwarp();
      const int mine = max(begin, from) - from, afterMine = min(end, to) - from;
      for (int k = mine; k < afterMine; ++k) sum += product[k];
      __syncwarp();
    }
    return sum;
  }
};

template <class Real>
CsrProduct<Real> productOf(const DeviceCsr<Real>& matrix) {
  return {matrix.rowBegin.data(), matrix.column.data(), matrix.value.data(), matrix.rows};
}

template <class Real>
__global__ void diagonalKernel(CsrProduct<Real> A, Real* diagonal) {
  const auto row = static_cast<std::int32_t>(gridThread());
  if (row >= A.rows) return;
  Real found = 0;
  for (std::int32_t k = A.rowBegin[row]; k < A.rowBegin[row + 1]; ++k)
    if (A.column[k] == row) found = A.value[k];
  diagonal[row] = found;
}

template <class Real>
class CsrOperator final : public DeviceOperator<Real> {
 public:
  explicit CsrOperator(const DeviceCsr<Real>& matrix) : matrix_(matrix), work_(matrix.rows) {}

  void apply(const Real* x, Real* y, cudaStream_t stream) override {
    launchApply(productOf(matrix_), matrix_.rows, x, y, work_.partials(), stream);
  }
  CgState solve(const CgRun<Real>& run, cudaStream_t stream) override {
    return runCg(productOf(matrix_), matrix_.rows, work_, run, stream);
  }
  std::int64_t bytes() const override { return work_.bytes(); }

 private:
  const DeviceCsr<Real>& matrix_;
  CgWork<Real> work_;
};

}  // namespace

template <class Real>
std::unique_ptr<DeviceOperator<Real>> makeCsrOperator(const DeviceCsr<Real>& matrix) {
  return std::make_unique<CsrOperator<Real>>(matrix);
}

template <class Real>
void diagonalOf(const DeviceCsr<Real>& matrix, Real* diagonal, cudaStream_t stream) {
  if (matrix.rows == 0) return;
  diagonalKernel<<<blocksOf(matrix.rows), solverThreads, 0, stream>>>(productOf(matrix), diagonal);
  checkLaunch("the diagonal of a matrix");
}

template std::unique_ptr<DeviceOperator<float>> makeCsrOperator(const DeviceCsr<float>&);
template std::unique_ptr<DeviceOperator<double>> makeCsrOperator(const DeviceCsr<double>&);
template void diagonalOf(const DeviceCsr<float>&, float*, cudaStream_t);
template void diagonalOf(const DeviceCsr<double>&, double*, cudaStream_t);

}  // namespace fluxtet::statics::cuda
