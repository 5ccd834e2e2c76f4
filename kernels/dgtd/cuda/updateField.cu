// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/splitShape.cuh"

namespace fluxtet::gpu {
namespace {

/// [Np][4][Nf] 3/2 L_f, and where the last thread of an element has one coefficient less than others, zeros for that.
template <class Real, int order>
alignas(16) __constant__ Real
    liftRows[SplitShape<order>::nodesPerThread * SplitShape<order>::nodeGroups * 4 * NodeOrder<order>::nf];

/// The table of a block in shared memory: first the fluxes, as in SplitTables, then the field. The faces of consecutive
/// elements, which threads of a warp read, are an odd number of pairs apart, so that they meet in no bank.
template <class Real, int order>
struct UpdateTable {
  using Shape = SplitShape<order>;
  static constexpr int nf = Shape::nf, faceSize = nf | 1, items = 4 * Shape::tetrahedra * nf;
  union alignas(16) {
    JumpPair<Real> flux[4 * Shape::tetrahedra * faceSize];
    Real field[Shape::tetrahedra * Shape::stride];
  };

  __device__ __forceinline__ void loadFlux(const JumpPair<Real>* from) {
    constexpr int threads = Shape::updateThreads;
    if constexpr (faceSize == nf) {
      copyBlock<items * sizeof(JumpPair<Real>), threads>(flux, from);
    } else {
      constexpr int batch = (items + threads - 1) / threads;
      JumpPair<Real> pair[batch];
      forEach<batch>([&](auto i) {
        const int item = i.value * threads + threadIdx.x;
        if (item < items) pair[i.value] = from[item];
      });
      forEach<batch>([&](auto i) {
        const int item = i.value * threads + threadIdx.x;
        if (item < items) flux[item / nf * faceSize + item % nf] = pair[i.value];
      });
    }
  }
};

/// Coefficients r[i] of a thread: `first` and, if it has two, `first` + nodeGroups.
template <class Real, int order>
using ThreadRate = Real[SplitShape<order>::nodesPerThread][3];

/// Adds the lifted fluxes of an element; `first` is known to be uniform().
template <class Real, int order>
__device__ __forceinline__ void addLift(const UpdateTable<Real, order>& table, int element, int first,
                                        ThreadRate<Real, order>& r) {
  using Shape = SplitShape<order>;
  constexpr int nf = Shape::nf, nodes = Shape::nodesPerThread;
  forEach<4>([&](auto face) {
    constexpr int f = face.value;
    const JumpPair<Real>* flux = table.flux + fluxAt(element, f, UpdateTable<Real, order>::faceSize);
    Real u[nodes] = {}, v[nodes] = {};
    forEach<nf>([&](auto m) {
      const JumpPair<Real> jump = flux[m.value];
      forEach<nodes>([&](auto i) {
        const Real weight = liftRows<Real, order>[(4 * (first + i.value * Shape::nodeGroups) + f) * nf + m.value];
        u[i.value] += weight * jump.u;
        v[i.value] += weight * jump.v;
      });
    });
    // s_f (-v, u) along the face's two edges (see ElementRate).
    forEach<nodes>([&](auto i) {
      Real(&to)[3] = r[i.value];
      const Real liftU = u[i.value], liftV = v[i.value];
      if constexpr (f == 0) to[0] += liftU - liftV, to[1] += liftV, to[2] -= liftU;
      if constexpr (f == 1) to[1] -= liftV, to[2] += liftU;
      if constexpr (f == 2) to[0] += liftV, to[2] -= liftU;
      if constexpr (f == 3) to[0] -= liftV, to[1] += liftU;
    });
  });
}

/// target += rateScale metric (rate + lifted fluxes) + targetScale target, the last for E only, which a conductor
/// damps. A thread computes one coefficient of one element, at high order two.
template <class Real, int order, Field target>
__global__ void __launch_bounds__(SplitShape<order>::updateThreads, SplitShape<order>::updateBlocks(sizeof(Real)))
    updateField(const __grid_constant__ RateArgs<Real> args, const __grid_constant__ SplitTables<Real> tables) {
  using Shape = SplitShape<order>;
  constexpr int np = Shape::np, nodes = Shape::nodesPerThread, stride = Shape::stride, threads = Shape::updateThreads;
  constexpr int width = SplitTables<Real>::width;
  __shared__ UpdateTable<Real, order> table;
  __shared__ ElementRecord<Real> records[Shape::tetrahedra];
  const std::int64_t firstSlot = firstSlotOf<order>(args);
  const int element = threadIdx.x % Shape::tetrahedra, group = threadIdx.x / Shape::tetrahedra;
  const auto nodeOf = [&](auto i) { return group + i.value * Shape::nodeGroups; };

  ThreadRate<Real, order> r;
  forEach<nodes>([&](auto i) {
    const Real* rate = ratesOf<order>(tables, firstSlot) + rateAt<order>(element, nodeOf(i));
    for (int k = 0; k < 3; ++k) r[i.value][k] = nodeOf(i) < np ? rate[k * width] : Real(0);
  });
  copyBlock<sizeof(records), threads>(records, args.record + firstSlot);
  table.loadFlux(fluxesOf<order>(tables, firstSlot));
  __syncthreads();
  addLift<Real, order>(table, element, uniform(group), r);
  __syncthreads();

  Real* const to = args.out + firstSlot * stride;
  copyBlock<sizeof(table.field), threads>(table.field, to);
  const ElementRecord<Real>& record = records[element];
  const auto material = record.words >> (4 * faceBits);
  const Real scale = args.rateScale[material];
  const Real loss = target == Field::E && args.targetScale != nullptr ? args.targetScale[material] : Real(0);
  __syncthreads();
  const Real* g = record.metric;
  forEach<nodes>([&](auto i) {
    if (nodeOf(i) >= np) return;
    Real* field = table.field + element * stride + 3 * nodeOf(i);
    const Real x = scale * r[i.value][0], y = scale * r[i.value][1], z = scale * r[i.value][2];
    const Real increment[3] = {g[0] * x + g[1] * y + g[2] * z, g[1] * x + g[3] * y + g[4] * z,
                               g[2] * x + g[4] * y + g[5] * z};
    for (int k = 0; k < 3; ++k) field[k] += target == Field::E ? increment[k] + loss * field[k] : increment[k];
  });
  __syncthreads();
  copyBlock<sizeof(table.field), threads>(to, table.field);
}

}  // namespace

template <class Real>
void setLifts(int order, const Real* rows) {
  withOrder(order, [&](auto p) {
    cudaCheck(cudaMemcpyToSymbol(liftRows<Real, p.value>, rows,
                                 4 * NodeOrder<p.value>::np * NodeOrder<p.value>::nf * sizeof(Real)),
              "copying lifts to constant memory");
  });
}

template <class Real>
void launchUpdate(int order, Field target, const RateArgs<Real>& args, const SplitTables<Real>& tables,
                  cudaStream_t stream) {
  if (args.numClusters == 0) return;
  withOrder(order, [&](auto p) {
    const int blocks = splitBlocks<p.value>(args);
    constexpr int threads = SplitShape<p.value>::updateThreads;
    if (target == Field::E) {
      updateField<Real, p.value, Field::E><<<blocks, threads, 0, stream>>>(args, tables);
    } else {
      updateField<Real, p.value, Field::H><<<blocks, threads, 0, stream>>>(args, tables);
    }
    checkLaunch("updateField");
  });
}

template void setLifts(int, const float*);
template void setLifts(int, const double*);
template void launchUpdate(int, Field, const RateArgs<float>&, const SplitTables<float>&, cudaStream_t);
template void launchUpdate(int, Field, const RateArgs<double>&, const SplitTables<double>&, cudaStream_t);

}  // namespace fluxtet::gpu
