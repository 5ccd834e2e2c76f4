// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/vectorKernels.hpp"

#include "kernels/static/cuda/gridSum.cuh"

#include <array>
#include <vector>

namespace fluxtet::statics::cuda {
namespace {

template <class Real>
__global__ void divideKernel(Real* z, const Real* m, std::int64_t size) {
  const std::int64_t i = gridThread();
  if (i < size) z[i] /= m[i];
}

template <class Real>
__global__ void addAtKernel(Real* vector, const std::int32_t* index, const Real* value, std::int64_t count) {
  const std::int64_t k = gridThread();
  if (k < count) atomicAdd(vector + index[k], value[k]);
}

template <class Real>
__global__ void gatherAtKernel(Real* packed, const Real* vector, const std::int32_t* index, std::int64_t count) {
  const std::int64_t k = gridThread();
  if (k < count) packed[k] = vector[index[k]];
}

template <class Real>
__global__ void scatterAtKernel(Real* vector, const Real* packed, const std::int32_t* index, std::int64_t count) {
  const std::int64_t k = gridThread();
  if (k < count) vector[index[k]] = packed[k];
}

template <class Real>
__global__ void fillKernel(Real* vector, Real value, std::int64_t size) {
  const std::int64_t i = gridThread();
  if (i < size) vector[i] = value;
}

template <class Real>
__global__ void addScaledKernel(Real* y, Real a, const Real* x, std::int64_t size) {
  const std::int64_t i = gridThread();
  if (i < size) y[i] += a * x[i];
}

template <class Real>
__global__ void updateDirectionKernel(Real* p, const Real* z, Real beta, std::int64_t size) {
  const std::int64_t i = gridThread();
  if (i < size) p[i] = z[i] + beta * p[i];
}

/// Calls measure(i, sums) for each counted entry and leaves each block's sums in partials [sums][gridDim.x].
template <int sums, class Measure>
__global__ void __launch_bounds__(solverThreads)
    measureKernel(Measure measure, const std::uint8_t* counted, std::int64_t size, double* partials) {
  double mine[sums] = {};
  for (std::int64_t i = gridThread(); i < size; i += gridThreads()) measure(i, !counted || counted[i], mine);
  for (int k = 0; k < sums; ++k) {
    const double part = k % 2 == 0 ? blockSum<0>(mine[k]) : blockSum<1>(mine[k]);
    if (threadIdx.x == 0) partials[k * gridDim.x + blockIdx.x] = part;
  }
}

template <int sums, class Measure>
std::array<double, sums> measured(const Measure& measure, const std::uint8_t* counted, std::int64_t size,
                                  DeviceBuffer<double>& partials, cudaStream_t stream) {
  const int blocks = std::min(blocksOf(size), mostSolverBlocks);
  const std::size_t values = static_cast<std::size_t>(blocks) * sums;
  if (partials.size() < values) partials = DeviceBuffer<double>(sums * std::size_t{mostSolverBlocks});
  measureKernel<sums>
      <<<static_cast<unsigned>(blocks), solverThreads, 0, stream>>>(measure, counted, size, partials.data());
  checkLaunch("sums over a vector");
  std::vector<double> parts(values);
  partials.toHost(parts, stream);
  std::array<double, sums> total{};
  for (int k = 0; k < sums; ++k)
    for (int block = 0; block < blocks; ++block) total[k] += parts[static_cast<std::size_t>(k) * blocks + block];
  return total;
}

template <class Real>
struct NotPositiveMeasure {
  const Real* vector;
  __device__ void operator()(std::int64_t i, bool, double (&sums)[1]) const {
    if (!(vector[i] > 0)) ++sums[0];
  }
};

template <class Real>
struct AboveMeasure {
  const Real *rowSum, *diagonal;
  double noise;
  __device__ void operator()(std::int64_t i, bool, double (&sums)[1]) const {
    if (fabs(static_cast<double>(rowSum[i])) > noise * diagonal[i]) ++sums[0];
  }
};

template <class Real>
struct ResidualMeasure {
  Real* r;
  const Real *b, *y, *m;
  __device__ void operator()(std::int64_t i, bool counts, double (&sums)[4]) const {
    const Real load = b[i], rest = y ? load - y[i] : load;
    r[i] = rest;
    if (!counts) return;
    const double inverse = m ? 1 / static_cast<double>(m[i]) : 1;
    const double square = static_cast<double>(rest) * rest, squareLoad = static_cast<double>(load) * load;
    sums[0] += square * inverse;
    sums[1] += squareLoad * inverse;
    sums[2] += square;
    sums[3] += squareLoad;
  }
};

template <class Real>
struct ProductMeasure {
  const Real *p, *q;
  __device__ void operator()(std::int64_t i, bool counts, double (&sums)[1]) const {
    if (counts) sums[0] += static_cast<double>(p[i]) * q[i];
  }
};

template <class Real>
struct DiagonalMeasure {
  Real* z;
  const Real *r, *m;
  __device__ void operator()(std::int64_t i, bool counts, double (&sums)[1]) const {
    const Real residual = r[i], solved = m ? residual / m[i] : residual;
    z[i] = solved;
    if (counts) sums[0] += static_cast<double>(residual) * solved;
  }
};

}  // namespace

template <class Real>
void divide(Real* z, const Real* m, std::int64_t size, cudaStream_t stream) {
  if (!m || size == 0) return;
  divideKernel<<<blocksOf(size), solverThreads, 0, stream>>>(z, m, size);
  checkLaunch("a quotient of vectors");
}

template <class Real>
void addAt(Real* vector, const std::int32_t* index, const Real* value, std::int64_t count, cudaStream_t stream) {
  if (count == 0) return;
  addAtKernel<<<blocksOf(count), solverThreads, 0, stream>>>(vector, index, value, count);
  checkLaunch("adding to entries of a vector");
}

template <class Real>
void gatherAt(Real* packed, const Real* vector, const std::int32_t* index, std::int64_t count, cudaStream_t stream) {
  if (count == 0) return;
  gatherAtKernel<<<blocksOf(count), solverThreads, 0, stream>>>(packed, vector, index, count);
  checkLaunch("gathering entries of a vector");
}

template <class Real>
void scatterAt(Real* vector, const Real* packed, const std::int32_t* index, std::int64_t count, cudaStream_t stream) {
  if (count == 0) return;
  scatterAtKernel<<<blocksOf(count), solverThreads, 0, stream>>>(vector, packed, index, count);
  checkLaunch("scattering entries of a vector");
}

template <class Real>
std::int64_t countNotPositive(const Real* vector, std::int64_t size, DeviceBuffer<double>& partials,
                              cudaStream_t stream) {
  return static_cast<std::int64_t>(measured<1>(NotPositiveMeasure<Real>{vector}, nullptr, size, partials, stream)[0]);
}

template <class Real>
std::int64_t countAbove(const Real* rowSum, const Real* diagonal, double noise, std::int64_t size,
                        DeviceBuffer<double>& partials, cudaStream_t stream) {
  return static_cast<std::int64_t>(
      measured<1>(AboveMeasure<Real>{rowSum, diagonal, noise}, nullptr, size, partials, stream)[0]);
}

template <class Real>
void fill(Real* vector, Real value, std::int64_t size, cudaStream_t stream) {
  if (size == 0) return;
  fillKernel<<<blocksOf(size), solverThreads, 0, stream>>>(vector, value, size);
  checkLaunch("filling a vector");
}

template <class Real>
ResidualMeasures residual(Real* r, const Real* b, const Real* y, const Real* m, const std::uint8_t* counted,
                          std::int64_t size, DeviceBuffer<double>& partials, cudaStream_t stream) {
  const auto sums = measured<4>(ResidualMeasure<Real>{r, b, y, m}, counted, size, partials, stream);
  return {sums[0], sums[1], sums[2], sums[3]};
}

template <class Real>
void updateDirection(Real* p, const Real* z, double beta, std::int64_t size, cudaStream_t stream) {
  if (size == 0) return;
  updateDirectionKernel<<<blocksOf(size), solverThreads, 0, stream>>>(p, z, static_cast<Real>(beta), size);
  checkLaunch("a direction of conjugate gradients");
}

template <class Real>
double innerProduct(const Real* p, const Real* q, const std::uint8_t* counted, std::int64_t size,
                    DeviceBuffer<double>& partials, cudaStream_t stream) {
  return measured<1>(ProductMeasure<Real>{p, q}, counted, size, partials, stream)[0];
}

template <class Real>
double solveDiagonal(Real* z, const Real* r, const Real* m, const std::uint8_t* counted, std::int64_t size,
                     DeviceBuffer<double>& partials, cudaStream_t stream) {
  return measured<1>(DiagonalMeasure<Real>{z, r, m}, counted, size, partials, stream)[0];
}

template <class Real>
void addScaled(Real* y, double a, const Real* x, std::int64_t size, cudaStream_t stream) {
  if (size == 0) return;
  addScaledKernel<<<blocksOf(size), solverThreads, 0, stream>>>(y, static_cast<Real>(a), x, size);
  checkLaunch("adding a multiple of a vector");
}

#define FLUXTET_VECTOR_KERNELS(Real)                                                                                  \
  template void divide(Real*, const Real*, std::int64_t, cudaStream_t);                                               \
  template void addAt(Real*, const std::int32_t*, const Real*, std::int64_t, cudaStream_t);                           \
  template void gatherAt(Real*, const Real*, const std::int32_t*, std::int64_t, cudaStream_t);                        \
  template void scatterAt(Real*, const Real*, const std::int32_t*, std::int64_t, cudaStream_t);                       \
  template std::int64_t countNotPositive(const Real*, std::int64_t, DeviceBuffer<double>&, cudaStream_t);             \
  template std::int64_t countAbove(const Real*, const Real*, double, std::int64_t, DeviceBuffer<double>&,             \
                                   cudaStream_t);                                                                     \
  template void fill(Real*, Real, std::int64_t, cudaStream_t);                                                        \
  template ResidualMeasures residual(Real*, const Real*, const Real*, const Real*, const std::uint8_t*, std::int64_t, \
                                     DeviceBuffer<double>&, cudaStream_t);                                            \
  template void updateDirection(Real*, const Real*, double, std::int64_t, cudaStream_t);                              \
  template double innerProduct(const Real*, const Real*, const std::uint8_t*, std::int64_t, DeviceBuffer<double>&,    \
                               cudaStream_t);                                                                         \
  template double solveDiagonal(Real*, const Real*, const Real*, const std::uint8_t*, std::int64_t,                   \
                                DeviceBuffer<double>&, cudaStream_t);                                                 \
  template void addScaled(Real*, double, const Real*, std::int64_t, cudaStream_t);
FLUXTET_VECTOR_KERNELS(float)
FLUXTET_VECTOR_KERNELS(double)
#undef FLUXTET_VECTOR_KERNELS

}  // namespace fluxtet::statics::cuda
