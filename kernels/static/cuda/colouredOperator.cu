// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/cgKernel.cuh"
#include "kernels/static/cuda/colouredProduct.cuh"
#include "kernels/static/cuda/colouring.hpp"
#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/cuda/problem/launch.hpp"
#include "kernels/static/cuda/problem/stageClock.hpp"
#include "kernels/static/elementIntegrals.hpp"

namespace fluxtet::statics::cuda {
namespace {

/// y += A x, a thread for each element, from its kept matrix: K and words are read coalesced, x and y at the element's
/// dofs.
template <int nd, class Real>
struct KeptMatrices {
  static constexpr int threadsPerElement = 1;
  static constexpr int blocksPerProcessor = 1;
  const Real* __restrict__ matrices;   ///< [packed][numElements]
  const NodeWord* __restrict__ words;  ///< [nd][numElements]
  std::int32_t numElements;

  template <class Vector>
  __device__ double add(const Vector& x, Real* y, std::int64_t k, int) const {
    NodeWord word[nd];
    Real in[nd], out[nd];
#pragma unroll
    for (int a = 0; a < nd; ++a) word[a] = words[a * std::int64_t{numElements} + k];
#pragma unroll
    for (int a = 0; a < nd; ++a) {
      in[a] = word[a].free() ? x.at(word[a].index()) : Real(0);
      out[a] = 0;
    }
#pragma unroll
    for (int a = 0; a < nd; ++a)
#pragma unroll
      for (int b = 0; b <= a; ++b) {
        const Real entry = matrices[packedIndex(a, b) * std::int64_t{numElements} + k];
        out[a] += entry * in[b];
        if (b < a) out[b] += entry * in[a];
      }
    double curvature = 0;
#pragma unroll
    for (int a = 0; a < nd; ++a) {
      curvature += static_cast<double>(in[a]) * out[a];
      addToNode(y, word[a], out[a]);
    }
    return curvature;
  }
};

template <class Real>
class ColouredOperator final : public ElementOperator<Real> {
 public:
  explicit ColouredOperator(const DeviceProblem<Real>& problem)
      : problem_(problem), nd_(nodesPerElement(problem.form, problem.order)), work_(problem.numDofs) {}

  void assemble(StageTimes& times, std::int64_t& scratchBytes, cudaStream_t stream) override {
    if (matrices_.empty()) {
      elements_ = makeColouredElements(problem_, times, scratchBytes, stream);
      matrices_ = DeviceBuffer<Real>(static_cast<std::size_t>(problem_.numElements) * nd_ * (nd_ + 1) / 2);
    }
    StageClock clock(stream);
    integrateMatrices(problem_, elements_.colouring.order.data(), matrices_.data(), stream);
    clock.end(times.integrate);
    clock.collect();
  }
  void apply(const Real* x, Real* y, cudaStream_t stream) override {
    zeroBytes(y, static_cast<std::size_t>(problem_.numDofs) * sizeof(Real), stream);
    withNodes(nd_, [&](auto nd) { launchApply(product<nd>(), items(), x, y, work_.partials(), stream); });
  }
  CgState solve(const CgRun<Real>& run, cudaStream_t stream) override {
    return withNodes(nd_, [&](auto nd) { return runCg(product<nd>(), items(), work_, run, stream); });
  }
  std::int64_t bytes() const override {
    return elements_.bytes() + static_cast<std::int64_t>(matrices_.bytes()) + work_.bytes();
  }
  std::optional<ColouringReport> colouring() const override { return elements_.colouring.report; }

 private:
  template <int nd>
  ColouredProduct<KeptMatrices<nd, Real>> product() const {
    return {{matrices_.data(), elements_.words.data(), problem_.numElements},
            elements_.colouring.begin.data(),
            elements_.colouring.colours,
            problem_.numDofs};
  }
  std::int64_t items() const {
    return std::max(problem_.numDofs, problem_.numElements / std::max(1, elements_.colouring.colours));
  }

  const DeviceProblem<Real>& problem_;
  int nd_;
  ColouredElements elements_;
  DeviceBuffer<Real> matrices_;
  CgWork<Real> work_;
};

}  // namespace

template <class Real>
std::unique_ptr<ElementOperator<Real>> makeColouredOperator(const DeviceProblem<Real>& problem) {
  return std::make_unique<ColouredOperator<Real>>(problem);
}

template std::unique_ptr<ElementOperator<float>> makeColouredOperator(const DeviceProblem<float>&);
template std::unique_ptr<ElementOperator<double>> makeColouredOperator(const DeviceProblem<double>&);

}  // namespace fluxtet::statics::cuda
