// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Kernels of CudaTraceSums. But for findSidesKernel, a thread computes a node of one side of a face; consecutive
// threads compute consecutive nodes.
#include "kernels/dgtd/cuda/traceSums.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/addToSums.cuh"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/faceBasis.cuh"
#include "kernels/dgtd/cuda/itemThreads.cuh"
#include "kernels/dgtd/cuda/outerTrace.cuh"

namespace fluxtet::dgtd::cuda {
namespace {

/// See launchFindSides(). A thread finds both sides of a face.
template <class Real>
__global__ void findSidesKernel(const __grid_constant__ RhsArgs<Real> args, const std::int32_t* slotFace,
                                std::int32_t count, GatheredTrace* side) {
  const std::int64_t k = itemOfThread();
  if (k >= count) return;
  const std::int64_t slot = slotFace[k] >> 2;
  const auto word = static_cast<unsigned>(args.record[slot].words >> ((slotFace[k] & 3) * faceBits));
  const bool isMirror = (word >> traceBits & ((1u << mirrorBits) - 1)) != mirrorNone;
  const OuterFace outer = outerFaceOf(args, slot, word);
  side[2 * k] = GatheredTrace::make(GatheredKind::element, slotFace[k]);
  side[2 * k + 1] = isMirror || outer.kind == GatheredKind::boundary ? GatheredTrace{GatheredTrace::none}
                    : outer.kind == GatheredKind::element
                        ? GatheredTrace::make(GatheredKind::element, 4 * outer.index + outer.face)
                        : GatheredTrace::make(GatheredKind::record, outer.index);
}

/// sums[s] += weight[s] * (u, v) on both sides of all faces. Memory moves 2 * count traces that are coalesced and one
/// that is gathered. `number`: see addToSums().
template <class Real, int order, int number>
__global__ void traceSumsKernel(const Real* field, const Real* records, const GatheredTrace* side,
                                const __grid_constant__ SumArgs<Real> args) {
  constexpr int nf = NodeOrder<order>::nf;
  const std::int64_t item = itemOfThread();
  if (item >= args.size / 2) return;
  Pack<Real, 2> trace;
  outerTrace<Real, order>(outerFaceAt(side[item / nf]), field, records, static_cast<int>(item % nf), trace.value[0],
                          trace.value[1]);
  addToSums<number>(args, item, trace);
}

template <class Real, int order>
__global__ void sumToNodalKernel(FieldLayout<Real> layout, const GatheredTrace* side, const Real* sum,
                                 std::int32_t first, std::int32_t count, Real* nodal) {
  constexpr int nf = NodeOrder<order>::nf;
  const std::int64_t item = itemOfThread();
  if (item >= static_cast<std::int64_t>(count) * 2 * nf) return;
  const std::int64_t face = first + item / (2 * nf);
  const int m = static_cast<int>(item % nf);
  const Real* pairs = sum + 2 * (static_cast<std::int64_t>(first) * 2 * nf + item - m);
  double u = 0, v = 0;
  for (int n = 0; n < nf; ++n) {
    const double weight = faceEntry<order>(layout.toNodal, m, n);
    u += weight * pairs[2 * n];
    v += weight * pairs[2 * n + 1];
  }
  const FaceEdges edges(layout, side[2 * face]);
  double a, b;
  edges.solve(u, v, a, b);
  Real* const to = nodal + 3 * item;
  to[0] = static_cast<Real>(a * edges.ab.x + b * edges.ac.x);
  to[1] = static_cast<Real>(a * edges.ab.y + b * edges.ac.y);
  to[2] = static_cast<Real>(a * edges.ab.z + b * edges.ac.z);
}

template <class Real, int order>
__global__ void sumFromNodalKernel(FieldLayout<Real> layout, const GatheredTrace* side, const Real* nodal,
                                   std::int32_t first, std::int32_t count, Real* sum) {
  constexpr int nf = NodeOrder<order>::nf;
  const std::int64_t item = itemOfThread();
  if (item >= static_cast<std::int64_t>(count) * 2 * nf) return;
  const std::int64_t face = first + item / (2 * nf);
  const int m = static_cast<int>(item % nf);
  const Real* vectors = nodal + 3 * (item - m);
  Vector coefficient{0, 0, 0};
  for (int n = 0; n < nf; ++n) {
    const double weight = faceEntry<order>(layout.toBernstein, m, n);
    coefficient.x += weight * vectors[3 * n];
    coefficient.y += weight * vectors[3 * n + 1];
    coefficient.z += weight * vectors[3 * n + 2];
  }
  const FaceEdges edges(layout, side[2 * face]);
  Real* const to = sum + 2 * (static_cast<std::int64_t>(first) * 2 * nf + item);
  to[0] = static_cast<Real>(dot(edges.ab, coefficient));
  to[1] = static_cast<Real>(dot(edges.ac, coefficient));
}

}  // namespace

template <class Real>
void launchFindSides(const RhsArgs<Real>& args, const std::int32_t* slotFace, std::int32_t count, GatheredTrace* side,
                     cudaStream_t stream) {
  if (count == 0) return;
  findSidesKernel<<<blocksFor(count), itemsPerBlock, 0, stream>>>(args, slotFace, count, side);
  checkLaunch("findSidesKernel");
}

template <class Real>
void launchTraceSums(int order, const Real* field, const Real* records, const GatheredTrace* side,
                     const SumArgs<Real>& args, cudaStream_t stream) {
  withOrder(order, [&](auto p) {
    withCount(args.count, [&](auto number) {
      traceSumsKernel<Real, p.value, number.value>
          <<<blocksFor(args.size / 2), itemsPerBlock, 0, stream>>>(field, records, side, args);
      checkLaunch("traceSumsKernel");
    });
  });
}

template <class Real>
void launchSumToNodal(const FieldLayout<Real>& layout, const GatheredTrace* side, const Real* sum, std::int32_t first,
                      std::int32_t count, Real* nodal, cudaStream_t stream) {
  if (count == 0) return;
  withOrder(layout.order, [&](auto p) {
    const auto blocks = blocksFor(static_cast<std::int64_t>(count) * 2 * NodeOrder<p.value>::nf);
    sumToNodalKernel<Real, p.value><<<blocks, itemsPerBlock, 0, stream>>>(layout, side, sum, first, count, nodal);
    checkLaunch("sumToNodalKernel");
  });
}

template <class Real>
void launchSumFromNodal(const FieldLayout<Real>& layout, const GatheredTrace* side, const Real* nodal,
                        std::int32_t first, std::int32_t count, Real* sum, cudaStream_t stream) {
  if (count == 0) return;
  withOrder(layout.order, [&](auto p) {
    const auto blocks = blocksFor(static_cast<std::int64_t>(count) * 2 * NodeOrder<p.value>::nf);
    sumFromNodalKernel<Real, p.value><<<blocks, itemsPerBlock, 0, stream>>>(layout, side, nodal, first, count, sum);
    checkLaunch("sumFromNodalKernel");
  });
}

#define FLUXTET_INSTANTIATE(Real)                                                                             \
  template void launchFindSides(const RhsArgs<Real>&, const std::int32_t*, std::int32_t, GatheredTrace*,      \
                                cudaStream_t);                                                                \
  template void launchTraceSums(int, const Real*, const Real*, const GatheredTrace*, const SumArgs<Real>&,    \
                                cudaStream_t);                                                                \
  template void launchSumToNodal(const FieldLayout<Real>&, const GatheredTrace*, const Real*, std::int32_t,   \
                                 std::int32_t, Real*, cudaStream_t);                                          \
  template void launchSumFromNodal(const FieldLayout<Real>&, const GatheredTrace*, const Real*, std::int32_t, \
                                   std::int32_t, Real*, cudaStream_t);
FLUXTET_INSTANTIATE(float)
FLUXTET_INSTANTIATE(double)
#undef FLUXTET_INSTANTIATE

}  // namespace fluxtet::dgtd::cuda
