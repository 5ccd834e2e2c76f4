// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/splitShape.cuh"

#include <vector>

namespace fluxtet::dgtd::cuda {
namespace {

/// Operators of P1 and P2 in constant memory: liftRows [Np][4][Nf], entries of 3/2 L_f (setLifts()).
template <class Real, int order>
alignas(16) __constant__ Real liftRows[NodeOrder<order>::np * 4 * NodeOrder<order>::nf];

/// Operators of P3 and P4 in global memory: liftColumns [4][Nf][group]. A tile has the entries of one column for all
/// coefficients of a thread, and 0 for coefficients beyond Np.
template <class Real, int order>
struct alignas(SplitShape<order>::updateNodes * sizeof(Real)) LiftTile {
  Real weight[SplitShape<order>::updateNodes];
};
template <class Real, int order>
using LiftColumns = LiftTile<Real, order>[4 * NodeOrder<order>::nf][SplitShape<order>::updateGroups];
template <class Real, int order>
alignas(16) __device__ LiftColumns<Real, order> liftColumns;

/// The table of a block in shared memory. It holds first the jumps, in the order of SplitTables::flux, and later the
/// field and the records of the elements. A face has an odd number of pairs, so that threads of a warp, which read
/// consecutive elements, have no bank conflicts.
template <class Real, int order>
struct UpdateTable {
  using Shape = SplitShape<order>;
  static constexpr int nf = Shape::nf, faceSize = nf | 1, items = 4 * Shape::tetrahedra * nf;
  union alignas(16) {
    JumpPair<Real> flux[4 * Shape::tetrahedra * faceSize];
    struct {
      Real field[Shape::tetrahedra * Shape::stride];
      ElementRecord<Real> record[Shape::tetrahedra];
    } elements;
  };

  /// Loads the jumps of the block's elements. All threads of the block call it.
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

/// The right-hand sides that a thread computes: [coefficient][tetrahedron][component], of the coefficients group, group
/// + updateGroups, ... of the elements lane, lane + lanes, ...
template <class Real, int order>
using ThreadRhs = Real[SplitShape<order>::updateNodes][SplitShape<order>::tetrahedraPerThread][3];

/// Adds the flux of face f to one coefficient: s_f (-v, u) along the face's two edges (ElementRhs), with the lifted u
/// and v.
template <int f, class Real>
__device__ __forceinline__ void addFace(Real liftU, Real liftV, Real (&to)[3]) {
  if constexpr (f == 0) to[0] += liftU - liftV, to[1] += liftV, to[2] -= liftU;
  if constexpr (f == 1) to[1] -= liftV, to[2] += liftU;
  if constexpr (f == 2) to[0] += liftV, to[2] -= liftU;
  if constexpr (f == 3) to[0] -= liftV, to[1] += liftU;
}

/// Adds the fluxes of all faces to the thread's right-hand sides. tileAt(column): the thread's LiftTile of a column, f
/// * Nf + face node.
template <class Real, int order, class TileAt>
__device__ __forceinline__ void addLift(const UpdateTable<Real, order>& table, int lane, const TileAt& tileAt,
                                        ThreadRhs<Real, order>& r) {
  using Shape = SplitShape<order>;
  constexpr int nf = Shape::nf, nodes = Shape::updateNodes, elements = Shape::tetrahedraPerThread;
  forEach<4>([&](auto face) {
    constexpr int f = face.value;
    Real u[nodes][elements] = {}, v[nodes][elements] = {};
#pragma unroll(Shape::highOrder ? 5 : nf)
    for (int m = 0; m < nf; ++m) {
      const LiftTile<Real, order> tile = tileAt(f * nf + m);
      forEach<elements>([&](auto j) {
        const int element = lane + j.value * Shape::lanes;
        const JumpPair<Real> jump = table.flux[fluxAt(element, f, UpdateTable<Real, order>::faceSize) + m];
        forEach<nodes>([&](auto i) {
          u[i.value][j.value] += tile.weight[i.value] * jump.u;
          v[i.value][j.value] += tile.weight[i.value] * jump.v;
        });
      });
    }
    forEach<nodes>([&](auto i) {
      forEach<elements>([&](auto j) { addFace<f>(u[i.value][j.value], v[i.value][j.value], r[i.value][j.value]); });
    });
  });
}

/// field += metric (scale r) + decay field, at one coefficient. g [6]: metric of the element, 1/m; scale, m; field [3],
/// V. `damps`: decay may be other than 0.
template <class Real, bool damps>
__device__ __forceinline__ void addRhs(const Real (&g)[6], Real scale, Real decay, const Real (&r)[3], Real* field) {
  const Real x = scale * r[0], y = scale * r[1], z = scale * r[2];
  const Real increment[3] = {g[0] * x + g[1] * y + g[2] * z, g[1] * x + g[3] * y + g[4] * z,
                             g[2] * x + g[4] * y + g[5] * z};
  for (int k = 0; k < 3; ++k) field[k] += damps ? increment[k] + decay * field[k] : increment[k];
}

/// Update of the field (Cabel, Charles, Lanteri 2011, section 3.1): target += rhsScale metric (rhs + lifted jumps) +
/// targetScale target, from SplitTables. The last term is for E, which conductivity damps, and for H where some medium
/// has poles of its permeability. A thread computes one
/// coefficient of one element at P1 and P2, two coefficients of two elements at P3 and P4. Launch: splitBlocks() blocks
/// of updateThreads threads.
template <class Real, int order, Field target>
__global__ void __launch_bounds__(SplitShape<order>::updateThreads, SplitShape<order>::updateBlocks(sizeof(Real)))
    updateField(const __grid_constant__ RhsArgs<Real> args, const __grid_constant__ SplitTables<Real> tables) {
  using Shape = SplitShape<order>;
  constexpr int np = Shape::np, nf = Shape::nf, stride = Shape::stride, threads = Shape::updateThreads;
  constexpr int width = SplitTables<Real>::width;
  __shared__ UpdateTable<Real, order> table;
  const std::int64_t firstSlot = firstSlotOf<order>(args);
  const int lane = threadIdx.x % Shape::lanes, group = threadIdx.x / Shape::lanes;
  ThreadRhs<Real, order> r = {};
  // Calls visit(coefficient, element, its right-hand side) for all of this thread.
  const auto forEachOwn = [&](auto visit) {
    forEach<Shape::updateNodes>([&](auto i) {
      const int node = group + i.value * Shape::updateGroups;
      if (node < np)
        forEach<Shape::tetrahedraPerThread>(
            [&](auto j) { visit(node, lane + j.value * Shape::lanes, r[i.value][j.value]); });
    });
  };

  forEachOwn([&](int node, int element, Real(&rhs)[3]) {
    const Real* from = rhsOf<order>(tables, firstSlot) + rhsAt<order>(element, node);
    for (int k = 0; k < 3; ++k) rhs[k] = from[k * width];
  });
  table.loadFlux(fluxesOf<order>(tables, firstSlot));
  if constexpr (Shape::highOrder) {
    alignas(16) __shared__ LiftColumns<Real, order> columns;
    copyBlock<sizeof(columns), threads>(columns, liftColumns<Real, order>);
    __syncthreads();
    addLift<Real, order>(
        table, lane, [&](int column) { return columns[column][group]; }, r);
  } else {
    __syncthreads();
    const Real* row = liftRows<Real, order> + uniform(group) * 4 * nf;
    addLift<Real, order>(
        table, lane, [&](int column) { return LiftTile<Real, order>{row[column]}; }, r);
  }
  __syncthreads();

  Real* const to = args.out + firstSlot * stride;
  auto& [field, records] = table.elements;
  copyBlock<sizeof(records), threads>(records, args.record + firstSlot);
  copyBlock<sizeof(field), threads>(field, to);
  __syncthreads();
  forEachOwn([&](int node, int element, const Real(&rhs)[3]) {
    const ElementRecord<Real>& record = records[element];
    const auto material = record.words >> (4 * faceBits);
    Real* const own = field + element * stride + 3 * node;
    if (target == Field::H && args.targetScale == nullptr) {
      addRhs<Real, false>(record.metric, args.rhsScale[material], Real(0), rhs, own);
    } else {
      const Real decay = args.targetScale != nullptr ? args.targetScale[material] : Real(0);
      addRhs<Real, true>(record.metric, args.rhsScale[material], decay, rhs, own);
    }
  });
  __syncthreads();
  copyBlock<sizeof(field), threads>(to, field);
}

/// Fills liftColumns on the present GPU. rows: as in setLifts().
template <class Real, int order>
void setColumns(const Real* rows) {
  using Shape = SplitShape<order>;
  constexpr int columns = 4 * Shape::nf;
  std::vector<Real> weights;
  for (int column = 0; column < columns; ++column)
    for (int group = 0; group < Shape::updateGroups; ++group)
      for (int n = group; n < Shape::updateNodes * Shape::updateGroups; n += Shape::updateGroups)
        weights.push_back(n < Shape::np ? rows[n * columns + column] : Real(0));
  static_assert(sizeof(LiftColumns<Real, order>) % 16 == 0);
  cudaCheck(cudaMemcpyToSymbol(liftColumns<Real, order>, weights.data(), weights.size() * sizeof(Real)),
            "copying lifts to global memory");
}

}  // namespace

template <class Real>
void setLifts(int order, const Real* rows) {
  withOrder(order, [&](auto p) {
    if constexpr (SplitShape<p.value>::highOrder) {
      setColumns<Real, p.value>(rows);
    } else {
      cudaCheck(cudaMemcpyToSymbol(liftRows<Real, p.value>, rows, sizeof(liftRows<Real, p.value>)),
                "copying lifts to constant memory");
    }
  });
}

template <class Real>
void launchUpdate(int order, Field target, const RhsArgs<Real>& args, const SplitTables<Real>& tables,
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
template void launchUpdate(int, Field, const RhsArgs<float>&, const SplitTables<float>&, cudaStream_t);
template void launchUpdate(int, Field, const RhsArgs<double>&, const SplitTables<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
