// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/elementByElement.hpp"

#include "kernels/static/cpu/dofSystem.hpp"
#include "kernels/static/cpu/stageClock.hpp"

#include <algorithm>

namespace fluxtet::statics::cpu {

template <class Real>
std::int64_t ElementByElement<Real>::assemble(Real* f, StageTimes& times) {
  if (incidence_.begin.empty()) {
    const StageClock clock(times.adjacency);
    incidence_ = findIncidence(this->problem());
  }
  const StageClock clock(times.integrate);
  withKind([&](auto reader) { integrate(reader); });
  this->addLoads(f);
  return 0;
}

template <class Real>
void ElementByElement<Real>::addDiagonal(Real* diagonal) const {
  withKind([&](auto reader) {
    using Reader = decltype(reader);
    forRanges(this->problem().threads, this->problem().numDofs, [&](IndexRange range, int) {
      for (std::int64_t i = range.begin; i < range.end; ++i)
        for (const std::int32_t entry : incidence_.of(static_cast<std::int32_t>(i))) {
          const auto place = static_cast<unsigned>(entry), e = place / Reader::nd;
          typename Reader::Matrix K;
          readMatrix<Reader>(e, K);
          diagonal[i] += reader.diagonal(e, K, static_cast<int>(place % Reader::nd));
        }
    });
  });
}

template <class Real>
double ElementByElement<Real>::apply(const Real* x, Real* y) const {
  const std::size_t size = this->problem().elementDof.size();
  AlignedArray<Real> own(size), product(size);
  forNodes([&](std::size_t i, std::int32_t dof) { own[i] = dof >= 0 ? x[dof] : 0; });
  const double curvature = multiplyElements(own.data(), product.data());
  forRanges(this->problem().threads, this->problem().numDofs, [&](IndexRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i) y[i] = sumOf(product.data(), i);
  });
  return curvature;
}

template <class Real>
template <class Reader>
void ElementByElement<Real>::integrate(const Reader& reader) {
  constexpr int nd = Reader::nd, packed = Reader::El::packed;
  if (matrices_.empty()) matrices_ = AlignedArray<Real>(static_cast<std::size_t>(this->problem().numElements) * packed);
  forRanges(this->problem().threads, this->problem().numElements, [&](IndexRange range, int) {
    for (std::int64_t e = range.begin; e < range.end; ++e) {
      typename Reader::Matrix K;
      reader.matrix(e, K);
      const std::int32_t* dof = reader.dofs(e);
      for (int a = 0; a < nd; ++a)
        for (int b = 0; b <= a; ++b)
          if (dof[a] < 0 || dof[b] < 0) K[packedIndex(a, b)] = 0;
      std::copy_n(K, packed, matrices_.data() + e * packed);
    }
  });
}

template <class Real>
double ElementByElement<Real>::multiplyElements(const Real* p, Real* q) const {
  double curvature = 0;
  withKind([&](auto reader) {
    using Reader = decltype(reader);
    curvature = sumElements([&](std::int64_t e) {
      typename Reader::Matrix K;
      readMatrix<Reader>(e, K);
      double sum = 0;
      for (int a = 0; a < Reader::nd; ++a) {
        Real row = 0;
        for (int b = 0; b < Reader::nd; ++b) row += K[packedIndex(a, b)] * p[e * Reader::nd + b];
        q[e * Reader::nd + a] = row;
        sum += static_cast<double>(p[e * Reader::nd + a]) * static_cast<double>(row);
      }
      return sum;
    });
  });
  return curvature;
}

template <class Real>
class ElementByElement<Real>::ElementProduct final : public LinearOperator<Real> {
 public:
  ElementProduct(const ElementByElement& owner, RankCoupling* coupling) : owner_(owner), coupling_(coupling) {}
  double apply(const Real* p, Real* q) const override { return sumOverRanks(coupling_, owner_.multiplyElements(p, q)); }

 private:
  const ElementByElement& owner_;
  RankCoupling* coupling_;
};

template <class Real>
class ElementByElement<Real>::ElementJacobi {
 public:
  ElementJacobi(const ElementByElement& owner, const SolveTask<Real>& task)
      : owner_(owner), task_(task), h_(static_cast<std::size_t>(owner.problem().numDofs)) {}

  /// r -= alpha q, then kernel 1: h, and its inner product with r.
  double reduce(double alpha, const Real* q, Real* r) {
    const auto step = static_cast<Real>(alpha);
    owner_.forNodes([&](std::size_t i, std::int32_t) { r[i] -= step * q[i]; });
    forRanges(owner_.problem().threads, owner_.problem().numDofs, [&](IndexRange range, int) {
      for (std::int64_t i = range.begin; i < range.end; ++i)
        h_[static_cast<std::size_t>(i)] = owner_.sumOf(r, i) * (task_.inverseDiagonal ? task_.inverseDiagonal[i] : 1);
    });
    sumShared(task_.coupling, h_.data());
    const double gamma = owner_.sumElements([&](std::int64_t e) {
      double sum = 0;
      for (std::int64_t i = e * owner_.nd_; i < (e + 1) * owner_.nd_; ++i)
        sum += static_cast<double>(r[i]) * static_cast<double>(at(static_cast<std::size_t>(i)));
      return sum;
    });
    return sumOverRanks(task_.coupling, gamma);
  }

  void turn(double alpha, double beta, const Real*, Real* p, Real* x) const {
    const auto step = static_cast<Real>(alpha), keep = static_cast<Real>(beta);
    owner_.forNodes([&](std::size_t i, std::int32_t) {
      x[i] += step * p[i];
      p[i] = at(i) + keep * p[i];
    });
  }

 private:
  /// h of a node of an element.
  Real at(std::size_t i) const {
    const std::int32_t dof = owner_.problem().elementDof[i];
    return dof >= 0 ? h_[static_cast<std::size_t>(dof)] : 0;
  }

  const ElementByElement& owner_;
  const SolveTask<Real>& task_;
  AlignedArray<Real> h_;  ///< [numDofs] summed over elements and ranks
};

template <class Real>
CgState ElementByElement<Real>::solve(const SolveTask<Real>& task) const {
  CgVectors<Real> vectors(this->problem().elementDof.size());
  std::fill_n(vectors.r.data(), vectors.r.size(), Real(0));
  // Any parts that add up to the right-hand side will do: all of it in the first element of the dof, on one rank.
  for (std::int32_t dof = 0; dof < this->problem().numDofs; ++dof) {
    const auto entries = incidence_.of(dof);
    const bool here = !task.coupling || task.coupling->counted()[static_cast<std::size_t>(dof)];
    if (!entries.empty() && here) vectors.r[static_cast<std::size_t>(entries[0])] = task.rightHandSide[dof];
  }
  const ElementProduct A(*this, task.coupling);
  ElementJacobi M(*this, task);
  FusedSystem<Real, ElementJacobi> system(A, M, vectors);
  const CgState end = solveSystem(system, task.settings, dofsOfAllRanks(task.coupling, this->problem().numDofs));
  for (std::int32_t dof = 0; dof < this->problem().numDofs; ++dof)
    if (const auto entries = incidence_.of(dof); !entries.empty())
      task.x[dof] = vectors.x[static_cast<std::size_t>(entries[0])];
  return end;
}

template <class Real>
std::unique_ptr<StaticOperator<Real>> makeElementByElement(const CpuProblem<Real>& problem, ReductionKind reduction) {
  return std::make_unique<ElementByElement<Real>>(problem, reduction);
}
template std::unique_ptr<StaticOperator<float>> makeElementByElement(const CpuProblem<float>&, ReductionKind);
template std::unique_ptr<StaticOperator<double>> makeElementByElement(const CpuProblem<double>&, ReductionKind);

}  // namespace fluxtet::statics::cpu
