// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/splitShape.cuh"

namespace fluxtet::gpu {
namespace {

/// [Np][Np][3] d_i - d_0: what coefficient n takes of coefficient m; rows of an even length, to be read in pairs.
template <int order>
constexpr int derivativeRow = (3 * NodeOrder<order>::np + 1) / 2 * 2;
template <class Real, int order>
alignas(16) __constant__ Real derivativeRows[NodeOrder<order>::np * derivativeRow<order>];

template <class Real, int size>
struct alignas((size * sizeof(Real)) % 16 == 0 ? 16 : 8) WideElement {
  Real value[size];
};

/// Calls add(m, x, y, z) with each coefficient of an element that stands in shared memory. Threads of a warp read
/// consecutive elements: in wide words, or an odd number of values apart, they meet in no bank.
template <class Real, int order, class Add>
__device__ __forceinline__ void forEachCoefficient(const Real* element, const Add& add) {
  constexpr int np = NodeOrder<order>::np;
  if constexpr (elementStride(order) % 2 == 0) {
    const auto own = *reinterpret_cast<const WideElement<Real, 3 * np>*>(element);
    forEach<np>(
        [&](auto m) { add(m.value, own.value[3 * m.value], own.value[3 * m.value + 1], own.value[3 * m.value + 2]); });
  } else {
    forEach<np>(
        [&](auto m) { add(m.value, element[3 * m.value], element[3 * m.value + 1], element[3 * m.value + 2]); });
  }
}

/// rate = curl of the source, r_1 = d_2 p_3 - d_3 p_2 (and cyclic) in covariant components p, which need no geometry
/// (ElementRate). A thread computes one coefficient of one element; at high order an instance computes half of them.
template <class Real, int order, int instance>
__global__ void __launch_bounds__(SplitShape<order>::volumeThreads(instance))
    intVolume(const __grid_constant__ RateArgs<Real> args, const __grid_constant__ SplitTables<Real> tables) {
  using Shape = SplitShape<order>;
  constexpr int stride = Shape::stride, width = SplitTables<Real>::width;
  alignas(16) __shared__ Real source[Shape::tetrahedra * stride];
  const std::int64_t firstSlot = firstSlotOf<order>(args);
  copyBlock<sizeof(source), Shape::volumeThreads(instance)>(source, args.source + firstSlot * stride);
  __syncthreads();

  const int element = threadIdx.x % Shape::tetrahedra, node = threadIdx.x / Shape::tetrahedra;
  constexpr int first = Shape::firstNode(instance);
  const Real* row = derivativeRows<Real, order> + (first + uniform(node)) * derivativeRow<order>;
  Real r[3] = {0, 0, 0};
  forEachCoefficient<Real, order>(source + element * stride, [&](int m, Real x, Real y, Real z) {
    const Real d1 = row[3 * m], d2 = row[3 * m + 1], d3 = row[3 * m + 2];
    r[0] += d2 * z;
    r[1] += d3 * x;
    r[2] += d1 * y;
    r[0] -= d3 * y;
    r[1] -= d1 * z;
    r[2] -= d2 * x;
  });
  Real* to = ratesOf<order>(tables, firstSlot) + rateAt<order>(element, first + node);
  for (int k = 0; k < 3; ++k) to[k * width] = r[k];
}

}  // namespace

template <class Real>
void setDerivatives(int order, const Real* rows) {
  withOrder(order, [&](auto p) {
    constexpr std::size_t row = derivativeRow<p.value> * sizeof(Real),
                          filled = 3 * NodeOrder<p.value>::np * sizeof(Real);
    void* to = nullptr;
    cudaCheck(cudaGetSymbolAddress(&to, derivativeRows<Real, p.value>));
    cudaCheck(cudaMemcpy2D(to, row, rows, filled, filled, NodeOrder<p.value>::np, cudaMemcpyHostToDevice),
              "copying derivatives to constant memory");
  });
}

template <class Real>
void launchVolume(int order, const RateArgs<Real>& args, const SplitTables<Real>& tables, cudaStream_t stream) {
  if (args.numClusters == 0) return;
  withOrder(order, [&](auto p) {
    using Shape = SplitShape<p.value>;
    forEach<Shape::volumeInstances>([&](auto instance) {
      constexpr int threads = Shape::volumeThreads(instance.value);
      intVolume<Real, p.value, instance.value><<<splitBlocks<p.value>(args), threads, 0, stream>>>(args, tables);
      checkLaunch("intVolume");
    });
  });
}

template void setDerivatives(int, const float*);
template void setDerivatives(int, const double*);
template void launchVolume(int, const RateArgs<float>&, const SplitTables<float>&, cudaStream_t);
template void launchVolume(int, const RateArgs<double>&, const SplitTables<double>&, cudaStream_t);

}  // namespace fluxtet::gpu
