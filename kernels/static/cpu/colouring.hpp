// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cpu/cpuProblem.hpp"
#include "kernels/static/staticEngine.hpp"

#include <vector>

namespace fluxtet::statics::cpu {

/// Elements by colour; those of one colour share no dof. An element at a dof of so many elements that they cannot all
/// have different colours (a conductor whose nodes are one unknown) has no colour and comes last.
struct Colouring {
  std::vector<std::int32_t> element;  ///< [numElements]
  std::vector<std::int64_t> begin;    ///< [colours + 1] into element
  int colours() const { return static_cast<int>(begin.size()) - 1; }
  std::int64_t bytes() const {
    return static_cast<std::int64_t>(element.size() * sizeof(std::int32_t) + begin.size() * sizeof(std::int64_t));
  }
};

/// Colours the elements, one after another: each takes, of the colours that none of its dofs has yet, the one with the
/// fewest elements. Indices are local elements.
template <class Real>
Colouring colourElements(const CpuProblem<Real>& problem);

/// Number of the colours, and their sizes in elements.
ColouringReport reportOf(const Colouring& colouring);

}  // namespace fluxtet::statics::cpu
