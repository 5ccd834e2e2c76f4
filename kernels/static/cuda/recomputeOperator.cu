// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/cgKernel.cuh"
#include "kernels/static/cuda/colouredProduct.cuh"
#include "kernels/static/cuda/colouring.hpp"
#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/cuda/problem/elementAccess.cuh"
#include "kernels/static/dispatch.hpp"
#include "kernels/static/elementProduct.hpp"

namespace fluxtet::statics::cuda {
namespace {

/// y += A x from the mesh alone, a thread for each vertex of each element: it computes the flux c grad u of the whole
/// element and the rows of its vertex and, at order 2, of one or two edges. The threads of an element are neighbours,
/// so what they read alike is read once.
template <FormKind form, int order, class Real>
struct RecomputedMatrices {
  using El = Element<form, order>;
  static constexpr int threadsPerElement = El::nv;
  static constexpr int blocksPerProcessor = order == 1 ? 2 : 1;
  ProblemView<Real> problem;
  const std::int32_t* __restrict__ sequence;  ///< [numElements] elements by colour
  const NodeWord* __restrict__ words;         ///< [nd][numElements]

  template <class Vector>
  __device__ double add(const Vector& x, Real* y, std::int64_t k, int t) const {
    const std::int32_t e = sequence[k];
    Real vertices[El::nv][El::dim], u[El::nd];
    readVertices(problem, e, vertices);
    for (int a = 0; a < El::nd; ++a) {
      const NodeWord word = words[a * std::int64_t{problem.numElements} + k];
      u[a] = word.free() ? signedBy(word.negative(), x.at(word.index())) : Real(0);
    }
    constexpr int most = (El::nd + El::nv - 1) / El::nv;
    Real rows[most];
    elementProductRows<form, order>(vertices, __ldg(coefficientsOf(problem, e)), u, t, rows);
    double curvature = 0;
    for (int a = 0; a < El::nd; ++a) {
      if (a % El::nv != t) continue;
      const NodeWord word = words[a * std::int64_t{problem.numElements} + k];
      curvature += static_cast<double>(u[a]) * rows[a / El::nv];
      addToNode(y, word, signedBy(word.negative(), rows[a / El::nv]));
    }
    return curvature;
  }
};

template <class Real>
class RecomputeOperator final : public ElementOperator<Real> {
 public:
  explicit RecomputeOperator(const DeviceProblem<Real>& problem) : problem_(problem), work_(problem.numDofs) {}

  void assemble(StageTimes& times, std::int64_t& scratchBytes, cudaStream_t stream) override {
    if (elements_.words.empty()) elements_ = makeColouredElements(problem_, times, scratchBytes, stream);
  }
  void apply(const Real* x, Real* y, cudaStream_t stream) override {
    zeroBytes(y, static_cast<std::size_t>(problem_.numDofs) * sizeof(Real), stream);
    withElement(problem_.form, problem_.order, [&](auto kind) {
      launchApply(product<decltype(kind)::form, decltype(kind)::order>(), items(), x, y, work_.partials(), stream);
    });
  }
  CgState solve(const CgRun<Real>& run, cudaStream_t stream) override {
    return withElement(problem_.form, problem_.order, [&](auto kind) {
      return runCg(product<decltype(kind)::form, decltype(kind)::order>(), items(), work_, run, stream);
    });
  }
  std::int64_t bytes() const override { return elements_.bytes() + work_.bytes(); }
  std::optional<ColouringReport> colouring() const override { return elements_.colouring.report; }

 private:
  template <FormKind form, int order>
  ColouredProduct<RecomputedMatrices<form, order, Real>> product() const {
    return {{problem_.view(), elements_.colouring.order.data(), elements_.words.data()},
            elements_.colouring.begin.data(),
            elements_.colouring.colours,
            problem_.numDofs};
  }
  std::int64_t items() const {
    const std::int64_t nv = dimensionOf(problem_.form) + 1;
    return std::max<std::int64_t>(problem_.numDofs,
                                  nv * problem_.numElements / std::max(1, elements_.colouring.colours));
  }

  const DeviceProblem<Real>& problem_;
  ColouredElements elements_;
  CgWork<Real> work_;
};

}  // namespace

template <class Real>
std::unique_ptr<ElementOperator<Real>> makeRecomputeOperator(const DeviceProblem<Real>& problem) {
  return std::make_unique<RecomputeOperator<Real>>(problem);
}

template std::unique_ptr<ElementOperator<float>> makeRecomputeOperator(const DeviceProblem<float>&);
template std::unique_ptr<ElementOperator<double>> makeRecomputeOperator(const DeviceProblem<double>&);

}  // namespace fluxtet::statics::cuda
