// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/incidence.hpp"

#include "kernels/static/cpu/parallel.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet::statics::cpu {

void countsToOffsets(AlignedArray<std::int32_t>& begin) {
  std::int64_t total = 0;
  for (std::size_t i = 0; i < begin.size(); ++i) {
    const std::int32_t count = begin[i];
    begin[i] = static_cast<std::int32_t>(total);
    if (i + 1 < begin.size()) total += count;
    requireRun(total <= std::numeric_limits<std::int32_t>::max(),
               "the static problem has more than 2^31 entries: use a coarser mesh, or spread it over more ranks");
  }
}

namespace {

/// Hands out the places of each dof's list: the old count, with one added.
template <bool shared>
std::int32_t takePlace(std::int32_t& count) {
  std::int32_t place;
  if constexpr (shared) {
#pragma omp atomic capture
    place = count++;
  } else {
    place = count++;
  }
  return place;
}

template <bool shared, class Real>
void fill(const CpuProblem<Real>& problem, Incidence& incidence, AlignedArray<std::int32_t>& next) {
  const auto nodes = static_cast<std::int64_t>(problem.elementDof.size());
  const std::int32_t* dof = problem.elementDof.data();
  forRanges(problem.threads, nodes, [&](IndexRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i)
      if (dof[i] >= 0) takePlace<shared>(incidence.begin[static_cast<std::size_t>(dof[i])]);
  });
  countsToOffsets(incidence.begin);
  std::copy_n(incidence.begin.data(), next.size(), next.data());
  incidence.entry = AlignedArray<std::int32_t>(static_cast<std::size_t>(incidence.begin[next.size()]));
  forRanges(problem.threads, nodes, [&](IndexRange range, int) {
    for (std::int64_t i = range.begin; i < range.end; ++i)
      if (dof[i] >= 0) {
        const auto place = static_cast<std::size_t>(takePlace<shared>(next[static_cast<std::size_t>(dof[i])]));
        incidence.entry[place] = static_cast<std::int32_t>(i);
      }
  });
  // Threads took places in any order.
  if constexpr (shared)
    forRanges(problem.threads, problem.numDofs, [&](IndexRange range, int) {
      for (std::int64_t i = range.begin; i < range.end; ++i)
        std::sort(incidence.entry.data() + incidence.begin[static_cast<std::size_t>(i)],
                  incidence.entry.data() + incidence.begin[static_cast<std::size_t>(i + 1)]);
    });
}

}  // namespace

template <class Real>
Incidence findIncidence(const CpuProblem<Real>& problem) {
  requireRun(problem.elementDof.size() <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()),
             "the mesh has more than 2^31 nodes of elements: use a coarser mesh, or spread it over more ranks");
  const auto dofs = static_cast<std::size_t>(problem.numDofs);
  Incidence incidence;
  incidence.begin = AlignedArray<std::int32_t>(dofs + 1, 0);
  AlignedArray<std::int32_t> next(dofs);
  if (problem.threads > 1)
    fill<true>(problem, incidence, next);
  else
    fill<false>(problem, incidence, next);
  return incidence;
}

template Incidence findIncidence(const CpuProblem<float>&);
template Incidence findIncidence(const CpuProblem<double>&);

}  // namespace fluxtet::statics::cpu
