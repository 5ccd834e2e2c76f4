// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cpu/colouring.hpp"

#include <algorithm>
#include <bitset>

namespace fluxtet::statics::cpu {

namespace {

constexpr int maxColours = 256;
/// A dof of more elements than this is not coloured; half of the colours, for those of its elements' other dofs.
constexpr std::int32_t maxElementsAtDof = maxColours / 2;
using ColourSet = std::bitset<maxColours>;

/// Chooses the colour of one element after another.
class Painter {
 public:
  Painter(const std::vector<std::int32_t>& elementDof, int nd, std::int32_t numDofs)
      : elementDof_(elementDof), nd_(nd), used_(static_cast<std::size_t>(numDofs)), meeting_(used_.size()) {
    for (const std::int32_t dof : elementDof)
      if (dof >= 0) ++meeting_[static_cast<std::size_t>(dof)];
  }

  /// The colour of element e; -1: none.
  int paint(std::int64_t e) {
    ColourSet taken;
    for (int a = 0; a < nd_; ++a) {
      const std::int32_t dof = dofOf(e, a);
      if (dof < 0) continue;
      if (meeting_[static_cast<std::size_t>(dof)] > maxElementsAtDof) return -1;
      taken |= used_[static_cast<std::size_t>(dof)];
    }
    const int colour = smallestOutside(taken);
    if (colour < 0) return -1;
    ++sizes_[static_cast<std::size_t>(colour)];
    for (int a = 0; a < nd_; ++a)
      if (const std::int32_t dof = dofOf(e, a); dof >= 0)
        used_[static_cast<std::size_t>(dof)].set(static_cast<std::size_t>(colour));
    return colour;
  }
  /// Elements of each colour.
  const std::vector<std::int64_t>& sizes() const { return sizes_; }

 private:
  std::int32_t dofOf(std::int64_t e, int a) const { return elementDof_[static_cast<std::size_t>(e * nd_ + a)]; }

  int smallestOutside(const ColourSet& taken) {
    int best = -1;
    for (std::size_t colour = 0; colour < sizes_.size(); ++colour)
      if (!taken[colour] && (best < 0 || sizes_[colour] < sizes_[static_cast<std::size_t>(best)]))
        best = static_cast<int>(colour);
    if (best >= 0 || sizes_.size() == maxColours) return best;
    sizes_.push_back(0);
    return static_cast<int>(sizes_.size()) - 1;
  }

  const std::vector<std::int32_t>& elementDof_;
  int nd_;
  std::vector<ColourSet> used_;  ///< [numDofs] colours of the elements at this dof
  std::vector<std::int32_t> meeting_;
  std::vector<std::int64_t> sizes_;
};

}  // namespace

template <class Real>
Colouring colourElements(const CpuProblem<Real>& problem) {
  Painter painter(problem.elementDof, nodesPerElement(problem.form, problem.order), problem.numDofs);
  std::vector<std::int16_t> colourOf;
  for (std::int32_t e = 0; e < problem.numElements; ++e)
    colourOf.push_back(static_cast<std::int16_t>(painter.paint(e)));

  Colouring colouring;
  colouring.begin.push_back(0);
  for (const std::int64_t size : painter.sizes()) colouring.begin.push_back(colouring.begin.back() + size);
  std::vector<std::int64_t> next = colouring.begin;  // the last for the elements without a colour
  colouring.element.resize(colourOf.size());
  for (std::size_t e = 0; e < colourOf.size(); ++e) {
    const std::size_t colour = colourOf[e] < 0 ? next.size() - 1 : static_cast<std::size_t>(colourOf[e]);
    colouring.element[static_cast<std::size_t>(next[colour]++)] = static_cast<std::int32_t>(e);
  }
  return colouring;
}

ColouringReport reportOf(const Colouring& colouring) {
  ColouringReport report{colouring.colours(), 0, 0};
  for (std::size_t c = 0; c + 1 < colouring.begin.size(); ++c) {
    const std::int64_t size = colouring.begin[c + 1] - colouring.begin[c];
    report.smallest = c == 0 ? size : std::min(report.smallest, size);
    report.largest = std::max(report.largest, size);
  }
  return report;
}

template Colouring colourElements(const CpuProblem<float>&);
template Colouring colourElements(const CpuProblem<double>&);

}  // namespace fluxtet::statics::cpu
