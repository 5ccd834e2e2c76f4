// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/staticOperator.hpp"

#include "kernels/static/cpu/dofSystem.hpp"
#include "kernels/static/cpu/elementReader.hpp"
#include "kernels/static/cpu/incidence.hpp"
#include "kernels/static/cpu/parallel.hpp"
#include "kernels/static/dispatch.hpp"

#include <algorithm>

namespace fluxtet::statics::cpu {

namespace {

template <bool shared, class Reader, class Real>
void addLoadsOf(const Reader& reader, const CpuProblem<Real>& problem, Real* f) {
  forRanges(problem.threads, problem.numElements, [&](IndexRange range, int) {
    for (std::int64_t e = range.begin; e < range.end; ++e) {
      if (!reader.hasLoad(e)) continue;
      typename Reader::Vector load;
      reader.load(e, load);
      for (int a = 0; a < Reader::nd; ++a)
        if (const std::int32_t dof = reader.dofs(e)[a]; dof >= 0) addTo<shared>(f[dof], load[a]);
    }
  });
}

}  // namespace

template <class Real>
void StaticOperator<Real>::addLoads(Real* f) const {
  withElement(problem_.form, problem_.order, [&](auto kind) {
    const ElementReader<decltype(kind), Real> reader(problem_);
    if (problem_.threads > 1)
      addLoadsOf<true>(reader, problem_, f);
    else
      addLoadsOf<false>(reader, problem_, f);
  });
}

template <class Real>
CgState StaticOperator<Real>::solve(const SolveTask<Real>& task) const {
  const auto size = static_cast<std::size_t>(problem_.numDofs);
  CgVectors<Real> vectors(size);
  std::copy_n(task.rightHandSide, size, vectors.r.data());
  const OverRanks<Real> A(*this, task.coupling);
  Jacobi<Real> M(task.inverseDiagonal, problem_.numDofs, task.coupling, problem_.threads);
  FusedSystem system(A, M, vectors);
  const CgState end = solveSystem(system, task.settings, dofsOfAllRanks(task.coupling, problem_.numDofs));
  std::copy_n(vectors.x.data(), size, task.x);
  return end;
}

template <class Real>
void MatrixOperator<Real>::allocateEntries() {
  matrix_.rowBegin[static_cast<std::size_t>(this->problem().numDofs)] = 0;
  countsToOffsets(matrix_.rowBegin);
  const auto nonzeros = static_cast<std::size_t>(matrix_.rowBegin[static_cast<std::size_t>(this->problem().numDofs)]);
  if (matrix_.column.size() == nonzeros) return;
  matrix_.column = AlignedArray<std::int32_t>(nonzeros);
  matrix_.value = AlignedArray<Real>(nonzeros);
}

template class StaticOperator<float>;
template class StaticOperator<double>;
template class MatrixOperator<float>;
template class MatrixOperator<double>;

}  // namespace fluxtet::statics::cpu
