// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/dispatch.hpp"
#include "kernels/dgtd/cuda/faceLaws.hpp"
#include "kernels/dgtd/cuda/itemThreads.cuh"
#include "kernels/dgtd/cuda/outerTrace.cuh"

namespace fluxtet::dgtd::cuda {
namespace {

/// See launchFaceLaws(). A thread computes a node of a face; consecutive threads compute consecutive nodes. The laws
/// are linear and the same for both components, so that they act on the Bernstein coefficients of u and v.
template <class Real, int order>
__global__ void faceLawsKernel(const __grid_constant__ FaceLawArgs<Real> args) {
  constexpr int nf = NodeOrder<order>::nf;
  const std::int64_t item = itemOfThread();
  if (item >= static_cast<std::int64_t>(args.count) * nf) return;
  const std::int64_t index = args.first + item / nf;
  const int m = static_cast<int>(item % nf);
  const LawFace<Real> face = args.face[index];
  const FaceLaw::Form form = args.form[face.law];
  Real u = 0, v = 0;
  if (driveOf(form) == args.target) {
    outerTrace<Real, order>(outerFaceAt(face.own), args.field, args.traces, m, u, v);
    if (outerWeightOf(form) != 0) {
      const auto own = static_cast<Real>(ownWeightOf(form)), outer = static_cast<Real>(outerWeightOf(form));
      Real acrossU, acrossV;
      outerTrace<Real, order>(outerFaceAt(face.across), args.field, args.traces, m, acrossU, acrossV);
      u = own * u + outer * acrossU;
      v = own * v + outer * acrossV;
    }
    Real* const state =
        args.state == nullptr ? nullptr : args.state + index * args.statesPerFace * traceSize(order) + 2 * m;
    const FaceLawStep<Real>& step = args.step[face.law];
    const Real answerU = respond(step, u, state, traceSize(order));
    const Real answerV = respond(step, v, state == nullptr ? nullptr : state + 1, traceSize(order));
    const Real factor = args.sign * static_cast<Real>(factorOf(form));
    u = factor * (face.turn[1] * answerU - face.turn[0] * answerV);
    v = factor * (face.turn[2] * answerU - face.turn[1] * answerV);
  }
  const std::int64_t at = static_cast<std::int64_t>(face.record) * traceSize(order) + 2 * m;
  args.ofSource[at] = u;
  args.ofSource[at + 1] = v;
  args.ofTarget[at] = 0;
  args.ofTarget[at + 1] = 0;
}

}  // namespace

template <class Real>
void launchFaceLaws(int order, const FaceLawArgs<Real>& args, cudaStream_t stream) {
  if (args.count == 0) return;
  withOrder(order, [&](auto p) {
    const auto blocks = blocksFor(static_cast<std::int64_t>(args.count) * NodeOrder<p.value>::nf);
    faceLawsKernel<Real, p.value><<<blocks, itemsPerBlock, 0, stream>>>(args);
    checkLaunch("faceLawsKernel");
  });
}

template void launchFaceLaws(int, const FaceLawArgs<float>&, cudaStream_t);
template void launchFaceLaws(int, const FaceLawArgs<double>&, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
