// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Change of basis where fields enter and leave, packed traces, point values, sums.
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/fusedKernel.cuh"
#include "kernels/dgtd/cuda/launches.hpp"

namespace fluxtet::gpu {
namespace {

constexpr int blockSize = 128;

int blocksFor(std::int64_t items) { return static_cast<int>((items + blockSize - 1) / blockSize); }

struct Vector {
  double x, y, z;
};
__device__ Vector cross(const Vector& a, const Vector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
__device__ double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// The edges t_k of an element and, from them, the gradients g_k (t_j . g_k = 1 if j = k, else 0). In double: a flat
/// element loses digits otherwise.
struct Frame {
  Vector t[3], g[3];
  template <class Real>
  __device__ explicit Frame(const Real* edge) {
    for (int k = 0; k < 3; ++k) t[k] = {double(edge[3 * k]), double(edge[3 * k + 1]), double(edge[3 * k + 2])};
    g[0] = cross(t[1], t[2]);
    g[1] = cross(t[2], t[0]);
    g[2] = cross(t[0], t[1]);
    const double volume = dot(t[0], g[0]), scale = volume == 0 ? 0 : 1 / volume;
    for (Vector& v : g) v = {scale * v.x, scale * v.y, scale * v.z};
  }
};

template <class Real, int order>
__global__ void toFieldKernel(FieldLayout<Real> layout, const Real* nodal, std::int32_t first, std::int32_t count,
                              Real* field) {
  constexpr int np = NodeOrder<order>::np;
  const std::int64_t item = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (item >= static_cast<std::int64_t>(count) * np) return;
  const auto element = static_cast<std::int32_t>(item / np);
  const int n = static_cast<int>(item % np);
  const std::int32_t e = first + element;
  const std::int64_t slot = e < layout.numInterior ? e : e + layout.boundaryShift;
  const Real* values = nodal + static_cast<std::int64_t>(element) * 3 * np;
  Vector sum{0, 0, 0};
  for (int m = 0; m < np; ++m) {
    const double weight = layout.toBernstein[n * np + m];
    sum.x += weight * values[3 * m];
    sum.y += weight * values[3 * m + 1];
    sum.z += weight * values[3 * m + 2];
  }
  const Frame frame(layout.edge + 9 * slot);
  for (int k = 0; k < 3; ++k) field[slot * elementStride(order) + 3 * n + k] = static_cast<Real>(dot(frame.t[k], sum));
}

template <class Real, int order>
__global__ void toNodalKernel(FieldLayout<Real> layout, const Real* field, std::int32_t first, std::int32_t count,
                              Real* nodal) {
  constexpr int np = NodeOrder<order>::np;
  const std::int64_t item = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (item >= static_cast<std::int64_t>(count) * np) return;
  const auto element = static_cast<std::int32_t>(item / np);
  const int n = static_cast<int>(item % np);
  const std::int32_t e = first + element;
  const std::int64_t slot = e < layout.numInterior ? e : e + layout.boundaryShift;
  const Real* values = field + slot * elementStride(order);
  double p[3] = {0, 0, 0};
  for (int m = 0; m < np; ++m)
    for (int k = 0; k < 3; ++k) p[k] += layout.toNodal[n * np + m] * values[3 * m + k];
  const Frame frame(layout.edge + 9 * slot);
  Real* to = nodal + item * 3;
  to[0] = static_cast<Real>(p[0] * frame.g[0].x + p[1] * frame.g[1].x + p[2] * frame.g[2].x);
  to[1] = static_cast<Real>(p[0] * frame.g[0].y + p[1] * frame.g[1].y + p[2] * frame.g[2].y);
  to[2] = static_cast<Real>(p[0] * frame.g[0].z + p[1] * frame.g[1].z + p[2] * frame.g[2].z);
}

template <class Real, int order>
__global__ void packKernel(const Real* field, const std::int32_t* slotFace, std::int32_t count, Real* const* destination) {
  const std::int64_t items = static_cast<std::int64_t>(count) * NodeOrder<order>::nf;
  packItems<order>(field, slotFace, items, static_cast<std::int64_t>(blockIdx.x) * packBatch * blockSize + threadIdx.x, blockSize,
                   destination);
}

/// Sum over the block, in the same order always; the result is thread 0's.
__device__ double blockSum(double value) {
  __shared__ double partial[blockSize];
  partial[threadIdx.x] = value;
  for (int half = blockSize / 2; half > 0; half /= 2) {
    __syncthreads();
    if (static_cast<int>(threadIdx.x) < half) partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  return partial[0];
}

template <class Real, int order>
__global__ void innerProductKernel(FieldLayout<Real> layout, const Real* f, const Real* g, const double* mass,
                                   const double* volume, const ElementRecord<Real>* record, const double* weight,
                                   double* partial) {
  constexpr int np = NodeOrder<order>::np;
  __shared__ double sharedMass[np * np];
  for (int i = threadIdx.x; i < np * np; i += blockSize) sharedMass[i] = mass[i];
  __syncthreads();
  double sum = 0;
  const std::int64_t items = static_cast<std::int64_t>(layout.numElements) * np;
  for (std::int64_t item = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x; item < items;
       item += static_cast<std::int64_t>(gridDim.x) * blockSize) {
    const auto e = static_cast<std::int32_t>(item / np);
    const int n = static_cast<int>(item % np);
    const std::int64_t slot = e < layout.numInterior ? e : e + layout.boundaryShift;
    const Real* values = g + slot * elementStride(order);
    double p[3] = {0, 0, 0};
    for (int m = 0; m < np; ++m)
      for (int k = 0; k < 3; ++k) p[k] += sharedMass[n * np + m] * values[3 * m + k];
    const Frame frame(layout.edge + 9 * slot);
    const Real* own = f + slot * elementStride(order) + 3 * n;
    Vector left{0, 0, 0}, right{0, 0, 0};
    for (int k = 0; k < 3; ++k) {
      const Vector& gradient = frame.g[k];
      left = {left.x + own[k] * gradient.x, left.y + own[k] * gradient.y, left.z + own[k] * gradient.z};
      right = {right.x + p[k] * gradient.x, right.y + p[k] * gradient.y, right.z + p[k] * gradient.z};
    }
    sum += weight[record[slot].words >> (4 * faceBits)] * volume[slot] * dot(left, right);
  }
  const double total = blockSum(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = total;
}

template <class Real, int order>
__global__ void sampleKernel(const Real* field, const Real* edge, const std::int32_t* slot, const double* weight,
                             std::int32_t count, double* values) {
  constexpr int np = NodeOrder<order>::np;
  const std::int32_t point = blockIdx.x * blockSize + threadIdx.x;
  if (point >= count) return;
  const std::int64_t at = slot[point];
  const Real* own = field + at * elementStride(order);
  double p[3] = {0, 0, 0};
  for (int n = 0; n < np; ++n)
    for (int k = 0; k < 3; ++k) p[k] += weight[static_cast<std::int64_t>(point) * np + n] * own[3 * n + k];
  const Frame frame(edge + 9 * at);
  double* to = values + 3 * static_cast<std::int64_t>(point);
  to[0] = p[0] * frame.g[0].x + p[1] * frame.g[1].x + p[2] * frame.g[2].x;
  to[1] = p[0] * frame.g[0].y + p[1] * frame.g[1].y + p[2] * frame.g[2].y;
  to[2] = p[0] * frame.g[0].z + p[1] * frame.g[1].z + p[2] * frame.g[2].z;
}

template <class Real>
__global__ void axpyKernel(Real factor, const Real* rate, Real* field, std::int64_t count) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (i < count) field[i] += factor * rate[i];
}

}  // namespace

template <class Real>
void launchToField(const FieldLayout<Real>& layout, const Real* nodal, std::int32_t first, std::int32_t count, Real* field,
                   cudaStream_t stream) {
  if (count == 0) return;
  withOrder(layout.order, [&](auto p) {
    const int blocks = blocksFor(static_cast<std::int64_t>(count) * NodeOrder<p.value>::np);
    toFieldKernel<Real, p.value><<<blocks, blockSize, 0, stream>>>(layout, nodal, first, count, field);
    checkLaunch("toFieldKernel");
  });
}

template <class Real>
void launchToNodal(const FieldLayout<Real>& layout, const Real* field, std::int32_t first, std::int32_t count, Real* nodal,
                   cudaStream_t stream) {
  if (count == 0) return;
  withOrder(layout.order, [&](auto p) {
    const int blocks = blocksFor(static_cast<std::int64_t>(count) * NodeOrder<p.value>::np);
    toNodalKernel<Real, p.value><<<blocks, blockSize, 0, stream>>>(layout, field, first, count, nodal);
    checkLaunch("toNodalKernel");
  });
}

template <class Real>
void launchPack(int order, const Real* field, const std::int32_t* slotFace, std::int32_t count, Real* const* destination,
                cudaStream_t stream) {
  if (count == 0) return;
  withOrder(order, [&](auto p) {
    const int blocks = blocksFor((static_cast<std::int64_t>(count) * NodeOrder<p.value>::nf + packBatch - 1) / packBatch);
    packKernel<Real, p.value><<<blocks, blockSize, 0, stream>>>(field, slotFace, count, destination);
    checkLaunch("packKernel");
  });
}

template <class Real>
int launchInnerProduct(const FieldLayout<Real>& layout, const Real* f, const Real* g, const double* mass, const double* volume,
                       const ElementRecord<Real>* record, const double* weight, double* partial, cudaStream_t stream) {
  return withOrder(layout.order, [&](auto p) {
    const std::int64_t items = static_cast<std::int64_t>(layout.numElements) * NodeOrder<p.value>::np;
    const int blocks = static_cast<int>(std::min<std::int64_t>(maxPartialSums, (items + blockSize - 1) / blockSize));
    if (blocks == 0) return 0;
    innerProductKernel<Real, p.value>
        <<<blocks, blockSize, 0, stream>>>(layout, f, g, mass, volume, record, weight, partial);
    checkLaunch("innerProductKernel");
    return blocks;
  });
}

template <class Real>
void launchSample(int order, const Real* field, const Real* edge, const std::int32_t* slot, const double* weight,
                  std::int32_t count, double* values, cudaStream_t stream) {
  if (count == 0) return;
  withOrder(order, [&](auto p) {
    sampleKernel<Real, p.value><<<blocksFor(count), blockSize, 0, stream>>>(field, edge, slot, weight, count, values);
    checkLaunch("sampleKernel");
  });
}

template <class Real>
void launchAxpy(Real factor, const Real* rate, Real* field, std::int64_t count, cudaStream_t stream) {
  if (count == 0) return;
  axpyKernel<<<blocksFor(count), blockSize, 0, stream>>>(factor, rate, field, count);
  checkLaunch("axpyKernel");
}

#define FLUXTET_INSTANTIATE(Real)                                                                                          \
  template void launchToField(const FieldLayout<Real>&, const Real*, std::int32_t, std::int32_t, Real*, cudaStream_t);     \
  template void launchToNodal(const FieldLayout<Real>&, const Real*, std::int32_t, std::int32_t, Real*, cudaStream_t);     \
  template void launchPack(int, const Real*, const std::int32_t*, std::int32_t, Real* const*, cudaStream_t);               \
  template int launchInnerProduct(const FieldLayout<Real>&, const Real*, const Real*, const double*, const double*,        \
                                  const ElementRecord<Real>*, const double*, double*, cudaStream_t);                       \
  template void launchSample(int, const Real*, const Real*, const std::int32_t*, const double*, std::int32_t, double*,     \
                             cudaStream_t);                                                                                \
  template void launchAxpy(Real, const Real*, Real*, std::int64_t, cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)

}  // namespace fluxtet::gpu
