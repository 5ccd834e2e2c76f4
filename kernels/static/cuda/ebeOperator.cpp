// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/device/check.hpp"
#include "kernels/static/cuda/deviceOperator.hpp"
#include "kernels/static/cuda/ebeKernels.hpp"
#include "kernels/static/cuda/problem/stageClock.hpp"
#include "kernels/static/cuda/rankSums.hpp"

#include <optional>

namespace fluxtet::statics::cuda {
namespace {

template <class Real>
class EbeOperator final : public ElementOperator<Real> {
 public:
  EbeOperator(const DeviceProblem<Real>& problem, ReductionKind reduction, RankCoupling* coupling)
      : problem_(problem),
        reduction_(reduction),
        nd_(nodesPerElement(problem.form, problem.order)),
        coupling_(coupling) {}

  void assemble(StageTimes& times, std::int64_t& scratchBytes, cudaStream_t stream) override {
    StageClock clock(stream);
    if (matrices_.empty()) prepare(scratchBytes, stream);
    clock.end(times.adjacency);
    integrateMatrices(problem_, nullptr, matrices_.data(), stream);
    clock.end(times.integrate);
    clock.collect();
  }

  void apply(const Real* x, Real* y, cudaStream_t stream) override {
    ebeProducts(problem_, matrices_.data(), x, h_.data(), stream);
    sumNodes(incidence_, h_.data(), y, stream);
  }

  CgState solve(const CgRun<Real>& run, cudaStream_t stream) override {
    x_.zero(stream);
    p_.zero(stream);
    r_.zero(stream);
    table_.zero(stream);
    spreadToFirst(incidence_, run.residual, ranks_ ? ranks_->counted() : nullptr, r_.data(), stream);
    if (run.diagonal) replicate(problem_, run.diagonal, m_.data(), stream);
    const EbeVectors<Real> vectors = view(run.diagonal != nullptr);
    const CgState state = ranks_ ? coupledEbeCg(vectors, nd_, reduction_, run, *ranks_, stream)
                                 : ebeCg(vectors, nd_, reduction_, run, stream);
    addFirst(incidence_, x_.data(), run.solution, stream);
    cudaCheck(cudaStreamSynchronize(stream));
    return state;
  }

  std::int64_t bytes() const override {
    return incidence_.bytes() + (ranks_ ? ranks_->bytes() : 0) +
           static_cast<std::int64_t>(words_.bytes() + matrices_.bytes() + m_.bytes() + x_.bytes() + r_.bytes() +
                                     h_.bytes() + p_.bytes() + table_.bytes());
  }

 private:
  void prepare(std::int64_t& scratchBytes, cudaStream_t stream) {
    if (coupling_) ranks_.emplace(*coupling_, stream);
    incidence_ = makeIncidence(problem_, scratchBytes, stream);
    const auto numShared = static_cast<std::int32_t>(ranks_ ? ranks_->numShared() : 0);
    DeviceBuffer<std::int32_t> specialIndex(static_cast<std::size_t>(problem_.numDofs));
    const std::int32_t numSpecial =
        indexSpecialDofs(incidence_, ranks_ ? ranks_->sharedDofs() : nullptr, numShared, specialIndex, stream);
    table_ = DeviceBuffer<Real>(static_cast<std::size_t>(numSpecial));
    words_ = makeTableWords(problem_, specialIndex.data(), stream);
    const std::size_t nodes = static_cast<std::size_t>(problem_.numElements) * nd_;
    matrices_ = DeviceBuffer<Real>(nodes * (nd_ + 1) / 2);
    for (DeviceBuffer<Real>* vector : {&m_, &x_, &r_, &h_, &p_}) *vector = DeviceBuffer<Real>(nodes);
    cudaCheck(cudaStreamSynchronize(stream));  // before the scratch is freed
  }

  EbeVectors<Real> view(bool preconditioned) {
    return {matrices_.data(),
            words_.data(),
            incidence_.begin.data(),
            incidence_.position.data(),
            preconditioned ? m_.data() : nullptr,
            x_.data(),
            r_.data(),
            h_.data(),
            p_.data(),
            table_.data(),
            problem_.numElements,
            static_cast<std::int32_t>(table_.size())};
  }

  const DeviceProblem<Real>& problem_;
  ReductionKind reduction_;
  int nd_;
  RankCoupling* coupling_;
  std::optional<RankSums<Real>> ranks_;
  Incidence incidence_;
  DeviceBuffer<NodeWord> words_;
  DeviceBuffer<Real> matrices_, m_, x_, r_, h_, p_, table_;
};

}  // namespace

template <class Real>
std::unique_ptr<ElementOperator<Real>> makeEbeOperator(const DeviceProblem<Real>& problem, ReductionKind reduction,
                                                       RankCoupling* coupling) {
  return std::make_unique<EbeOperator<Real>>(problem, reduction, coupling);
}

template std::unique_ptr<ElementOperator<float>> makeEbeOperator(const DeviceProblem<float>&, ReductionKind,
                                                                 RankCoupling*);
template std::unique_ptr<ElementOperator<double>> makeEbeOperator(const DeviceProblem<double>&, ReductionKind,
                                                                  RankCoupling*);

}  // namespace fluxtet::statics::cuda
