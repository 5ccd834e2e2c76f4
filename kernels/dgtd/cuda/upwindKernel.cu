// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/outerTrace.cuh"

namespace fluxtet::dgtd::cuda {
namespace {

constexpr int blockSize = 64;

/// Adds the upwind flux of face f to the right-hand side (docs/theory.md, section 2.5). With q = Z for target E and 1/Z
/// for target H, - for the own side and + for the outer side, it is the lift of
///   3 q+ / (q- + q+) g_f x [source jump] -+ 3 |g_f| / (q- + q+) [target jump]_tangential.
/// The second term is written as a difference of source traces, as in makeBoundaryTrace().
template <int f, class Real, int order>
__device__ __forceinline__ void addUpwindFace(ElementRhs<Real, order>& rhs, const UpwindArgs<Real>& upwind,
                                              std::int64_t slot, const ElementRecord<Real>& record) {
  constexpr int nf = NodeOrder<order>::nf;
  const RhsArgs<Real>& args = upwind.rhs;
  const auto word = static_cast<unsigned>(record.words >> (f * faceBits));
  const OuterFace outer = outerFaceOf(args, slot, word);
  const Real own = args.fluxAdmittance[record.words >> (4 * faceBits)];
  const Real across = args.fluxAdmittance[upwind.outerMaterial[4 * slot + f]];
  const FaceMetric<Real> metric = faceMetric(record.metric, f);
  const Real weight = 2 * own / (own + across);
  const Real scale =
      (f % 2 == 0 ? -1 : 1) * args.dissipation * 2 * own * across / ((own + across) * sqrt(metric.determinant()));
  const Mirrors<Real> mirrors(args);
  const Real mirrorSource = mirrorOf(word, mirrors.source), mirrorTarget = mirrorOf(word, mirrors.target);
  Real u[nf], v[nf];
  forEach<nf>([&](auto m) {
    Real sourceU, sourceV, targetU, targetV, outerU, outerV, outerTargetU, outerTargetV;
    elementTrace<Real, order>(args.source, slot, f, m.value, sourceU, sourceV);
    elementTrace<Real, order>(args.target, slot, f, m.value, targetU, targetV);
    if (outer.kind == GatheredKind::boundary) {
      // The own impedance on both sides: the weight is one, and the made trace has the target's jump in it.
      const auto ownSource = [&](Real& ownU, Real& ownV) {
        ownU = sourceU;
        ownV = sourceV;
      };
      makeBoundaryTrace<Real, order>(args, record, f, outer.index, m.value, ownSource, targetU, targetV);
      u[m.value] = sourceU - targetU;
      v[m.value] = sourceV - targetV;
      return;
    }
    outerTrace<Real, order>(outer, args.source, args.sourceTrace, m.value, outerU, outerV);
    outerTrace<Real, order>(outer, args.target, args.targetTrace, m.value, outerTargetU, outerTargetV);
    addWaves<Real, order>(outer, args.sourceWave, m.value, outerU, outerV);
    addWaves<Real, order>(outer, args.targetWave, m.value, outerTargetU, outerTargetV);
    targetU -= mirrorTarget * outerTargetU;
    targetV -= mirrorTarget * outerTargetV;
    u[m.value] = weight * (sourceU - mirrorSource * outerU) + scale * (metric.uu * targetV - metric.uv * targetU);
    v[m.value] = weight * (sourceV - mirrorSource * outerV) - scale * (metric.vv * targetU - metric.uv * targetV);
  });
  rhs.template addFlux<f>(u, v);
}

/// The right-hand side with the upwind flux, see UpwindArgs. One thread computes an element, in registers, and reads
/// all fields from global memory.
template <class Real, int order>
__global__ void __launch_bounds__(blockSize) upwindKernel(const __grid_constant__ UpwindArgs<Real> upwind) {
  const RhsArgs<Real>& args = upwind.rhs;
  const std::int64_t local = static_cast<std::int64_t>(blockIdx.x) * blockSize + threadIdx.x;
  if (local >= static_cast<std::int64_t>(args.numClusters) * args.clusterSize) return;
  const std::int64_t slot = static_cast<std::int64_t>(args.firstCluster) * args.clusterSize + local;
  const ElementRecord<Real> record = args.record[slot];
  // The metric is 0: the slot has no element.
  if (record.metric[0] == 0) return;
  constexpr int stride = elementStride(order);
  const Real* source = args.source + slot * stride;
  ElementRhs<Real, order> rhs;
  rhs.curl([&](auto n, auto k) { return source[3 * n.value + k.value]; });
  addUpwindFace<0>(rhs, upwind, slot, record);
  addUpwindFace<1>(rhs, upwind, slot, record);
  addUpwindFace<2>(rhs, upwind, slot, record);
  addUpwindFace<3>(rhs, upwind, slot, record);

  const auto material = record.words >> (4 * faceBits);
  const Real scale = args.rhsScale[material], targetScale = args.targetScale ? args.targetScale[material] : Real(0);
  const Real* g = record.metric;
  const Real* target = args.target + slot * stride;
  Real* out = args.out + slot * stride;
  forEach<NodeOrder<order>::np>([&](auto n) {
    const Real x = rhs.r[n.value][0], y = rhs.r[n.value][1], z = rhs.r[n.value][2];
    const Real increment[3] = {g[0] * x + g[1] * y + g[2] * z, g[1] * x + g[3] * y + g[4] * z,
                               g[2] * x + g[4] * y + g[5] * z};
    for (int k = 0; k < 3; ++k) {
      const int at = 3 * n.value + k;
      out[at] = (args.outScale == 0 ? Real(0) : args.outScale * out[at]) + scale * increment[k] +
                (targetScale == 0 ? Real(0) : targetScale * target[at]);
    }
  });
}

}  // namespace

template <class Real>
void launchUpwind(int order, const UpwindArgs<Real>& args, cudaStream_t stream) {
  const std::int64_t slots = static_cast<std::int64_t>(args.rhs.numClusters) * args.rhs.clusterSize;
  if (slots == 0) return;
  withOrder(order, [&](auto p) {
    upwindKernel<Real, p.value><<<static_cast<int>((slots + blockSize - 1) / blockSize), blockSize, 0, stream>>>(args);
    checkLaunch("upwindKernel");
  });
}

template void launchUpwind(int, const UpwindArgs<float>&, cudaStream_t);
template void launchUpwind(int, const UpwindArgs<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
