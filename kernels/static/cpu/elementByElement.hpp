// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cpu/elementReader.hpp"
#include "kernels/static/cpu/incidence.hpp"
#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/cpu/reductions.hpp"
#include "kernels/static/cpu/staticOperator.hpp"
#include "kernels/static/dispatch.hpp"

#include <algorithm>
#include <array>

namespace fluxtet::statics::cpu {

/// Nothing is assembled: matrices of elements, and conjugate gradients on vectors that every element has a copy of
/// (Zhang, Yan, Ren, Wang, Wu and Bai, section II). x and p have the unknown's value in each element, r and A p the
/// element's own part, which adds up to the unknown's over its elements: (p, A p) = sum of p^(e) . A^e p^(e) by (11),
/// and with h = M^-1 r summed over the elements of each unknown, (r, h) = sum of r^e . h^(e) by (9) and (10).
template <class Real>
class ElementByElement final : public StaticOperator<Real> {
 public:
  ElementByElement(const CpuProblem<Real>& problem, ReductionKind reduction)
      : StaticOperator<Real>(problem), reduction_(reduction), nd_(nodesPerElement(problem.form, problem.order)) {}

  std::int64_t assemble(Real* f, StageTimes& times) override;
  void addDiagonal(Real* diagonal) const override;
  double apply(const Real* x, Real* y) const override;
  CgState solve(const SolveTask<Real>& task) const override;

  std::int64_t bytes() const override { return matrices_.bytes() + incidence_.bytes(); }
  std::int64_t solveBytes() const override {
    return static_cast<std::int64_t>(sizeof(Real)) *
           (4 * static_cast<std::int64_t>(this->problem().elementDof.size()) + 2 * this->problem().numDofs);
  }

 private:
  /// The product of replicated vectors, over all ranks.
  class ElementProduct;
  /// h = M^-1 r, summed over elements, and the passes of conjugate gradients with it (Jacobi).
  class ElementJacobi;

  template <class Function>
  void withKind(const Function& function) const {
    withElement(this->problem().form, this->problem().order,
                [&](auto kind) { function(ElementReader<decltype(kind), Real>(this->problem())); });
  }
  /// function(i, dof) for all nodes i of all elements.
  template <class Function>
  void forNodes(const Function& function) const {
    const auto& dofs = this->problem().elementDof;
    forRanges(this->problem().threads, static_cast<std::int64_t>(dofs.size()), [&](IndexRange range, int) {
      for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end); ++i)
        function(i, dofs[i]);
    });
  }
  /// The sum of value(element) over all elements, as the blocks of a GPU form it.
  template <class Value>
  double sumElements(const Value& value) const {
    const std::int64_t count = this->problem().numElements;
    return sumBlocks<reductionBlock>(this->problem().threads, count, [&](IndexRange range) {
      std::array<double, reductionBlock> values{};
      for (std::int64_t e = range.begin; e < range.end; ++e)
        values[static_cast<std::size_t>(e - range.begin)] = value(e);
      return reduceBlock(reduction_, values);
    });
  }
  /// Of the parts that elements have of one dof.
  Real sumOf(const Real* values, std::int64_t dof) const {
    Real sum = 0;
    for (const std::int32_t entry : incidence_.of(static_cast<std::int32_t>(dof))) sum += values[entry];
    return sum;
  }

  template <class Reader>
  void readMatrix(std::int64_t e, typename Reader::Matrix& K) const {
    std::copy_n(matrices_.data() + e * Reader::El::packed, Reader::El::packed, K);
  }
  template <class Reader>
  void integrate(const Reader& reader);
  /// q = A p in each element, returns (p, A p): kernel 2.
  double multiplyElements(const Real* p, Real* q) const;

  ReductionKind reduction_;
  int nd_;
  Incidence incidence_;
  AlignedArray<Real> matrices_;  ///< [numElements][packed]; rows and columns of prescribed nodes are zero
};

}  // namespace fluxtet::statics::cpu
