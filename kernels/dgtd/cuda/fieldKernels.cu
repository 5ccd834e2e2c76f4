// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Kernels that change the basis of fields that are uploaded or downloaded, pack traces and sample points. One thread
// computes a node, a batch of nodes (packKernel) or a point (sampleKernel).
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/earlyLaunch.hpp"
#include "kernels/dgtd/cuda/elementFrame.cuh"
#include "kernels/dgtd/cuda/fusedKernel.cuh"
#include "kernels/dgtd/cuda/kernelTime.cuh"
#include "kernels/dgtd/cuda/launches.hpp"

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 128;

int blocksFor(std::int64_t items) {
  return static_cast<int>((items + blockSize - 1) / blockSize);
}

/// Where element e of a layout stands in the mesh, and where in the array with its values.
struct ElementSlots {
  std::int64_t inMesh, inArray;
};
template <class Real>
__device__ __forceinline__ ElementSlots slotsOf(const FieldLayout<Real>& layout, std::int32_t e) {
  if (layout.slot != nullptr) return {layout.slot[e], layout.place[e]};
  const std::int64_t slot = e < layout.numInterior ? e : e + layout.borderShift;
  return {slot, slot};
}

template <class Real, int order>
__global__ void toFieldKernel(FieldLayout<Real> layout, const Real* nodal, std::int32_t first, std::int32_t count,
                              Real* field) {
  constexpr int np = NodeOrder<order>::np;
  const std::int64_t item = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (item >= static_cast<std::int64_t>(count) * np) return;
  const auto element = static_cast<std::int32_t>(item / np);
  const int n = static_cast<int>(item % np);
  const ElementSlots slots = slotsOf(layout, first + element);
  const Real* values = nodal + static_cast<std::int64_t>(element) * 3 * np;
  Vector sum{0, 0, 0};
  for (int m = 0; m < np; ++m) {
    const double weight = layout.toBernstein[n * np + m];
    sum.x += weight * values[3 * m];
    sum.y += weight * values[3 * m + 1];
    sum.z += weight * values[3 * m + 2];
  }
  const Frame frame(layout.edge + 9 * slots.inMesh);
  Real* const to = field + slots.inArray * elementStride(order) + 3 * n;
  for (int k = 0; k < 3; ++k) to[k] = static_cast<Real>(dot(frame.t[k], sum));
}

template <class Real, int order>
__global__ void toNodalKernel(FieldLayout<Real> layout, const Real* field, std::int32_t first, std::int32_t count,
                              Real* nodal) {
  constexpr int np = NodeOrder<order>::np;
  const std::int64_t item = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (item >= static_cast<std::int64_t>(count) * np) return;
  const auto element = static_cast<std::int32_t>(item / np);
  const int n = static_cast<int>(item % np);
  const ElementSlots slots = slotsOf(layout, first + element);
  const Real* values = field + slots.inArray * elementStride(order);
  double p[3] = {0, 0, 0};
  for (int m = 0; m < np; ++m)
    for (int k = 0; k < 3; ++k) p[k] += layout.toNodal[n * np + m] * values[3 * m + k];
  const Frame frame(layout.edge + 9 * slots.inMesh);
  Real* to = nodal + item * 3;
  to[0] = static_cast<Real>(p[0] * frame.g[0].x + p[1] * frame.g[1].x + p[2] * frame.g[2].x);
  to[1] = static_cast<Real>(p[0] * frame.g[0].y + p[1] * frame.g[1].y + p[2] * frame.g[2].y);
  to[2] = static_cast<Real>(p[0] * frame.g[0].z + p[1] * frame.g[1].z + p[2] * frame.g[2].z);
}

template <class Real, int order>
__global__ void packKernel(const Real* field, const std::int32_t* slotFace, std::int32_t count,
                           Real* const* destination) {
  const std::int64_t items = static_cast<std::int64_t>(count) * NodeOrder<order>::nf;
  packItems<order>(field, slotFace, items, static_cast<std::int64_t>(blockIdx.x) * packBatch * blockSize + threadIdx.x,
                   blockSize, destination);
}

template <class Real, int order>
__global__ void sampleKernel(const SampledFields<Real> fields, const Real* edge, const std::int32_t* slot,
                             const double* weight, std::int32_t count, const SampleRows rows) {
  constexpr int np = NodeOrder<order>::np;
  letNextGridBegin();
  waitForGridBefore();
  const std::int32_t point = blockIdx.x * blockSize + threadIdx.x;
  if (point >= count) return;
  const std::int64_t at = slot[point];
  const Real* own = (blockIdx.y == 0 ? fields.field[0] : fields.field[1]) + at * elementStride(order);
  double p[3] = {0, 0, 0};
  for (int n = 0; n < np; ++n)
    for (int k = 0; k < 3; ++k) p[k] += weight[static_cast<std::int64_t>(point) * np + n] * own[3 * n + k];
  const Frame frame(edge + 9 * at);
  const std::uint32_t row = countOf(rows.number) & (rows.rows - 1);
  double* to = rows.values + 3 * ((static_cast<std::int64_t>(row) * gridDim.y + blockIdx.y) * count + point);
  to[0] = p[0] * frame.g[0].x + p[1] * frame.g[1].x + p[2] * frame.g[2].x;
  to[1] = p[0] * frame.g[0].y + p[1] * frame.g[1].y + p[2] * frame.g[2].y;
  to[2] = p[0] * frame.g[0].z + p[1] * frame.g[1].z + p[2] * frame.g[2].z;
}

/// 16 bytes of an array, which one thread reads and writes at once.
template <class Real>
struct alignas(16) Word {
  static constexpr int size = 16 / sizeof(Real);
  Real value[size];
};

template <class Real, bool fromZero>
__global__ void sumKernel(Real weight, const Word<Real>* source, const Word<Real>* less, Word<Real>* out,
                          std::int64_t words) {
  letNextGridBegin();
  waitForGridBefore();
  const std::int64_t w = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (w >= words) return;
  Word<Real> from = source[w];
  if (less != nullptr) {
    const Word<Real> taken = less[w];
    for (int i = 0; i < Word<Real>::size; ++i) from.value[i] -= taken.value[i];
  }
  Word<Real> sum{};
  if constexpr (!fromZero) sum = out[w];
  for (int i = 0; i < Word<Real>::size; ++i) sum.value[i] += weight * from.value[i];
  out[w] = sum;
}

}  // namespace

template <class Real>
void launchToField(const FieldLayout<Real>& layout, const Real* nodal, std::int32_t first, std::int32_t count,
                   Real* field, cudaStream_t stream) {
  if (count == 0) return;
  withOrder(layout.order, [&](auto p) {
    const int blocks = blocksFor(static_cast<std::int64_t>(count) * NodeOrder<p.value>::np);
    toFieldKernel<Real, p.value><<<blocks, blockSize, 0, stream>>>(layout, nodal, first, count, field);
    checkLaunch("toFieldKernel");
  });
}

template <class Real>
void launchToNodal(const FieldLayout<Real>& layout, const Real* field, std::int32_t first, std::int32_t count,
                   Real* nodal, cudaStream_t stream) {
  if (count == 0) return;
  withOrder(layout.order, [&](auto p) {
    const int blocks = blocksFor(static_cast<std::int64_t>(count) * NodeOrder<p.value>::np);
    toNodalKernel<Real, p.value><<<blocks, blockSize, 0, stream>>>(layout, field, first, count, nodal);
    checkLaunch("toNodalKernel");
  });
}

template <class Real>
void launchPack(int order, const Real* field, const std::int32_t* slotFace, std::int32_t count,
                Real* const* destination, cudaStream_t stream) {
  if (count == 0) return;
  withOrder(order, [&](auto p) {
    const int blocks =
        blocksFor((static_cast<std::int64_t>(count) * NodeOrder<p.value>::nf + packBatch - 1) / packBatch);
    packKernel<Real, p.value><<<blocks, blockSize, 0, stream>>>(field, slotFace, count, destination);
    checkLaunch("packKernel");
  });
}

template <class Real>
void launchSample(int order, const SampledFields<Real>& fields, const Real* edge, const std::int32_t* slot,
                  const double* weight, std::int32_t count, const SampleRows& to, bool beginsEarly,
                  cudaStream_t stream) {
  if (count == 0) return;
  withOrder(order, [&](auto p) {
    const dim3 blocks(static_cast<unsigned>(blocksFor(count)), static_cast<unsigned>(fields.count));
    launchEarly("sampleKernel", beginsEarly, {blocks, dim3(blockSize), 0, stream}, sampleKernel<Real, p.value>, fields,
                edge, slot, weight, count, to);
  });
}

template <class Real>
void launchSum(Real weight, const Real* source, const Real* less, bool fromZero, Real* out, std::int64_t count,
               bool beginsEarly, cudaStream_t stream) {
  if (count == 0) return;
  const std::int64_t words = count / Word<Real>::size;
  const auto* from = reinterpret_cast<const Word<Real>*>(source);
  const auto* away = reinterpret_cast<const Word<Real>*>(less);
  auto* to = reinterpret_cast<Word<Real>*>(out);
  const dim3 blocks(static_cast<unsigned>(blocksFor(words)));
  launchEarly("sumKernel", beginsEarly, {blocks, dim3(blockSize), 0, stream},
              fromZero ? sumKernel<Real, true> : sumKernel<Real, false>, weight, from, away, to, words);
}

#define FLUXTET_INSTANTIATE(Real)                                                                                      \
  template void launchToField(const FieldLayout<Real>&, const Real*, std::int32_t, std::int32_t, Real*, cudaStream_t); \
  template void launchToNodal(const FieldLayout<Real>&, const Real*, std::int32_t, std::int32_t, Real*, cudaStream_t); \
  template void launchPack(int, const Real*, const std::int32_t*, std::int32_t, Real* const*, cudaStream_t);           \
  template void launchSample(int, const SampledFields<Real>&, const Real*, const std::int32_t*, const double*,         \
                             std::int32_t, const SampleRows&, bool, cudaStream_t);                                     \
  template void launchSum(Real, const Real*, const Real*, bool, Real*, std::int64_t, bool, cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)

}  // namespace fluxtet::dgtd::cuda
