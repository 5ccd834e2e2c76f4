// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/splitShape.cuh"

#include <algorithm>
#include <vector>

namespace fluxtet::dgtd::cuda {
namespace {

/// Operators of P1 and P2 in constant memory: derivativeRows [n][m][3], entries (n, m) of d_1, d_2, d_3
/// (setDerivatives()), that is what coefficient n takes of coefficient m. Rows have an even length, so that they are
/// read in pairs.
template <int order>
constexpr int derivativeRow = (3 * NodeOrder<order>::np + 1) / 2 * 2;
template <class Real, int order>
alignas(16) __constant__ Real derivativeRows[NodeOrder<order>::np * derivativeRow<order>];

/// Operators of P3 and P4 in global memory: derivativeColumns [instance][column][group]. A tile has the entries of one
/// column for all coefficients of a thread.
template <class Real, int order>
struct alignas(16) DerivativeTile {
  Real d[SplitShape<order>::volumeNodes][3];
};
template <class Real, int order>
using DerivativeColumns = DerivativeTile<Real, order>[NodeOrder<order>::np][SplitShape<order>::volumeGroups];
template <class Real, int order>
__device__ DerivativeColumns<Real, order> derivativeColumns[SplitShape<order>::volumeInstances];

/// The right-hand sides that a thread computes: [coefficient][tetrahedron][component].
template <class Real, int order>
using VolumeRhs = Real[SplitShape<order>::volumeNodes][SplitShape<order>::tetrahedraPerThread][3];

/// Adds what coefficient p [3] adds to one coefficient of the curl: r_1 += d_2 p_3 - d_3 p_2 and cyclic. d [3]: entries
/// of d_1, d_2, d_3.
template <class Real>
__device__ __forceinline__ void addCurl(const Real* d, const Real* p, Real (&r)[3]) {
  r[0] += d[1] * p[2];
  r[1] += d[2] * p[0];
  r[2] += d[0] * p[1];
  r[0] -= d[2] * p[1];
  r[1] -= d[0] * p[2];
  r[2] -= d[1] * p[0];
}

/// Values of an element, read in wide words.
template <class Real, int size>
struct alignas((size * sizeof(Real)) % 16 == 0 ? 16 : 8) WideElement {
  Real value[size];
};

/// P1 and P2: adds the curl of an element in shared memory at coefficient `node`, which is uniform(). The element is
/// read in wide words, so that threads of a warp, which read consecutive elements, have no bank conflicts.
template <class Real, int order>
__device__ __forceinline__ void addCurls(const Real* element, int node, Real (&r)[3]) {
  constexpr int np = NodeOrder<order>::np;
  static_assert(elementStride(order) == 3 * np);
  const Real* row = derivativeRows<Real, order> + node * derivativeRow<order>;
  const auto own = *reinterpret_cast<const WideElement<Real, 3 * np>*>(element);
  forEach<np>([&](auto m) { addCurl(row + 3 * m.value, own.value + 3 * m.value, r); });
}

/// P3 and P4: adds the curls of a thread's elements at its coefficients, column by column. Of a column a thread reads 3
/// volumeNodes weights and 3 tetrahedraPerThread values for 6 volumeNodes tetrahedraPerThread products. `element`: the
/// thread's first element in shared memory. Elements are an odd number of values apart, so that threads of a warp have
/// no bank conflicts.
template <class Real, int order>
__device__ __forceinline__ void addCurls(const Real* element, const DerivativeColumns<Real, order>& columns, int group,
                                         VolumeRhs<Real, order>& r) {
  using Shape = SplitShape<order>;
  static_assert(Shape::stride % 2 == 1);
#pragma unroll 5
  for (int m = 0; m < Shape::np; ++m) {
    const DerivativeTile<Real, order> tile = columns[m][group];
    forEach<Shape::tetrahedraPerThread>([&](auto j) {
      const Real* at = element + j.value * Shape::lanes * Shape::stride + 3 * m;
      const Real p[3] = {at[0], at[1], at[2]};
      forEach<Shape::volumeNodes>([&](auto i) { addCurl(tile.d[i.value], p, r[i.value][j.value]); });
    });
  }
}

/// Volume integral (Cabel, Charles, Lanteri 2011, section 3.1): writes the curl of the source to SplitTables::rhs. In
/// covariant components it needs no geometry: r_1 = d_2 p_3 - d_3 p_2 and cyclic (ElementRhs). At P1 and P2 a thread
/// computes one coefficient of one element; at P3 and P4 it computes volumeNodes coefficients of two elements, and each
/// of the two instances computes half of the coefficients. Launch: splitBlocks() blocks of volumeThreads threads.
template <class Real, int order, int instance>
__global__ void __launch_bounds__(SplitShape<order>::volumeThreads)
    intVolume(const __grid_constant__ RhsArgs<Real> args, const __grid_constant__ SplitTables<Real> tables) {
  using Shape = SplitShape<order>;
  constexpr int stride = Shape::stride, width = SplitTables<Real>::width, threads = Shape::volumeThreads;
  constexpr int first = Shape::firstNode(instance), end = Shape::firstNode(instance + 1);
  alignas(16) __shared__ Real source[Shape::tetrahedra * stride];
  const std::int64_t firstSlot = firstSlotOf<order>(args);
  const int lane = threadIdx.x % Shape::lanes, group = threadIdx.x / Shape::lanes;
  VolumeRhs<Real, order> r = {};
  copyBlock<sizeof(source), threads>(source, args.source + firstSlot * stride);
  if constexpr (Shape::highOrder) {
    __shared__ DerivativeColumns<Real, order> columns;
    copyBlock<sizeof(columns), threads>(columns, derivativeColumns<Real, order>[instance]);
    __syncthreads();
    addCurls<Real, order>(source + lane * stride, columns, group, r);
  } else {
    __syncthreads();
    addCurls<Real, order>(source + lane * stride, uniform(group), r[0][0]);
  }
  Real* const rhs = rhsOf<order>(tables, firstSlot);
  forEach<Shape::volumeNodes>([&](auto i) {
    const int node = first + group + i.value * Shape::volumeGroups;
    if (node >= end) return;
    forEach<Shape::tetrahedraPerThread>([&](auto j) {
      Real* to = rhs + rhsAt<order>(lane + j.value * Shape::lanes, node);
      for (int k = 0; k < 3; ++k) to[k * width] = r[i.value][j.value][k];
    });
  });
}

/// Fills derivativeColumns on the present GPU. rows: as in setDerivatives().
template <class Real, int order>
void setColumns(const Real* rows) {
  using Shape = SplitShape<order>;
  std::vector<DerivativeTile<Real, order>> tiles;
  for (int instance = 0; instance < Shape::volumeInstances; ++instance)
    for (int m = 0; m < Shape::np; ++m)
      for (int group = 0; group < Shape::volumeGroups; ++group) {
        DerivativeTile<Real, order> tile = {};
        for (int i = 0; i < Shape::volumeNodes; ++i) {
          const int n = Shape::firstNode(instance) + group + i * Shape::volumeGroups;
          if (n < Shape::firstNode(instance + 1)) std::copy_n(rows + 3 * (n * Shape::np + m), 3, tile.d[i]);
        }
        tiles.push_back(tile);
      }
  cudaCheck(cudaMemcpyToSymbol(derivativeColumns<Real, order>, tiles.data(),
                               sizeof(DerivativeTile<Real, order>) * tiles.size()),
            "copying derivatives to global memory");
}

/// Fills derivativeRows on the present GPU. rows: as in setDerivatives().
template <class Real, int order>
void setRows(const Real* rows) {
  constexpr std::size_t row = derivativeRow<order> * sizeof(Real), filled = 3 * NodeOrder<order>::np * sizeof(Real);
  void* to = nullptr;
  cudaCheck(cudaGetSymbolAddress(&to, derivativeRows<Real, order>));
  cudaCheck(cudaMemcpy2D(to, row, rows, filled, filled, NodeOrder<order>::np, cudaMemcpyHostToDevice),
            "copying derivatives to constant memory");
}

}  // namespace

template <class Real>
void setDerivatives(int order, const Real* rows) {
  withOrder(order, [&](auto p) {
    if constexpr (SplitShape<p.value>::highOrder) {
      setColumns<Real, p.value>(rows);
    } else {
      setRows<Real, p.value>(rows);
    }
  });
}

template <class Real>
void launchVolume(int order, const RhsArgs<Real>& args, const SplitTables<Real>& tables, cudaStream_t stream) {
  if (args.numClusters == 0) return;
  withOrder(order, [&](auto p) {
    using Shape = SplitShape<p.value>;
    forEach<Shape::volumeInstances>([&](auto instance) {
      intVolume<Real, p.value, instance.value>
          <<<splitBlocks<p.value>(args), Shape::volumeThreads, 0, stream>>>(args, tables);
      checkLaunch("intVolume");
    });
  });
}

template void setDerivatives(int, const float*);
template void setDerivatives(int, const double*);
template void launchVolume(int, const RhsArgs<float>&, const SplitTables<float>&, cudaStream_t);
template void launchVolume(int, const RhsArgs<double>&, const SplitTables<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
