// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/randomField.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/elementFrame.cuh"
#include "kernels/dgtd/randomVector.hpp"
#include "lib/basis/nodeOrder.hpp"

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 128;

/// One thread for each node: it makes the node's three normal numbers, and then, from those of all nodes of its
/// element, the coefficients of this number. A block has as many whole elements as fit.
template <class Real, int order>
__global__ void randomFieldKernel(RandomFieldArgs<Real> args) {
  constexpr int np = NodeOrder<order>::np, perBlock = blockSize / np;
  __shared__ double normal[perBlock * np][3];
  const int n = threadIdx.x % np, own = threadIdx.x / np;
  const std::int64_t e = static_cast<std::int64_t>(blockIdx.x) * perBlock + own;
  const bool isElement = own < perBlock && e < args.layout.numElements;
  if (isElement) {
    const std::uint64_t stream = normalStream(args.elementId[e], args.field);
    for (int c = 0; c < 3; ++c) normal[threadIdx.x][c] = normalNumber(stream, static_cast<std::uint64_t>(3 * n + c));
  }
  __syncthreads();
  if (!isElement) return;
  Vector sum{0, 0, 0};
  for (int m = 0; m < np; ++m) {
    const double weight = args.fromNormal[n * np + m];
    const double* g = normal[own * np + m];
    sum = {sum.x + weight * g[0], sum.y + weight * g[1], sum.z + weight * g[2]};
  }
  const std::int64_t slot = e < args.layout.numInterior ? e : e + args.layout.borderShift;
  const double c = 2 * args.weight[args.record[slot].words >> (4 * faceBits)];
  const double scale = 1 / std::sqrt(c * args.volume[slot]);
  const Frame frame(args.layout.edge + 9 * slot);
  Real* to = args.out + slot * elementStride(order) + 3 * n;
  for (int k = 0; k < 3; ++k) to[k] = static_cast<Real>(scale * dot(frame.t[k], sum));
}

}  // namespace

template <class Real>
void launchRandomField(const RandomFieldArgs<Real>& args, cudaStream_t stream) {
  if (args.layout.numElements == 0) return;
  withOrder(args.layout.order, [&](auto p) {
    constexpr int perBlock = blockSize / NodeOrder<p.value>::np;
    const int blocks = (args.layout.numElements + perBlock - 1) / perBlock;
    randomFieldKernel<Real, p.value><<<blocks, blockSize, 0, stream>>>(args);
    checkLaunch("randomFieldKernel");
  });
}

template void launchRandomField(const RandomFieldArgs<float>&, cudaStream_t);
template void launchRandomField(const RandomFieldArgs<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
