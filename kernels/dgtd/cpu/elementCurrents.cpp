// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/elementCurrents.hpp"

#include <algorithm>
#include <numeric>

namespace fluxtet::dgtd::cpu {

template <class Real>
ElementCurrents<Real>::ElementCurrents(const DgtdProblem& problem, const BlockSlots& slots)
    : lanes_(slots.lanes()), valuesPerElement_(3 * nodesPerElement(problem.order)), waveforms_(problem.waveforms) {
  if (problem.sources.empty()) return;
  std::vector<std::size_t> order(problem.sources.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return problem.sources[a].element < problem.sources[b].element;
  });
  blockBegin_.assign(static_cast<std::size_t>(slots.numBlocks()) + 1, 0);
  coefficient_.reserve(order.size() * valuesPerElement_);
  for (std::size_t s : order) {
    const std::int32_t slot = slots.ofElement(problem.sources[s].element);
    sources_.push_back({slot, problem.sources[s].waveform});
    ++blockBegin_[static_cast<std::size_t>(slot / lanes_) + 1];
    for (int i = 0; i < valuesPerElement_; ++i)
      coefficient_.push_back(static_cast<Real>(problem.sourceCoefficient[s * valuesPerElement_ + i]));
  }
  std::partial_sum(blockBegin_.begin(), blockBegin_.end(), blockBegin_.begin());
}

template <class Real>
std::vector<Real> ElementCurrents<Real>::strengths(double time) const {
  std::vector<Real> strength;
  for (int w = 0; w < static_cast<int>(waveforms_.waveforms.size()); ++w)
    strength.push_back(static_cast<Real>(waveforms_.value(w, time)));
  return strength;
}

template <class Real>
void ElementCurrents<Real>::subtract(BlockRange blocks, const std::vector<Real>& strength, const Real* scale,
                                     const std::int32_t* material, Real* out) const {
  if (none()) return;
  for (std::size_t s = blockBegin_[blocks.begin]; s < blockBegin_[blocks.end]; ++s) {
    const std::int32_t slot = sources_[s].slot;
    const Real factor = scale[material[slot]] * strength[sources_[s].waveform];
    if (factor == 0) continue;
    const Real* coefficient = coefficient_.data() + s * valuesPerElement_;
    Real* to = out + static_cast<std::int64_t>(slot / lanes_) * valuesPerElement_ * lanes_ + slot % lanes_;
    for (int i = 0; i < valuesPerElement_; ++i) to[i * lanes_] -= factor * coefficient[i];
  }
}

template <class Real>
std::int64_t ElementCurrents<Real>::bytes() const {
  return static_cast<std::int64_t>(blockBegin_.size() * sizeof(std::size_t) + sources_.size() * sizeof(Source) +
                                   coefficient_.size() * sizeof(Real));
}

template class ElementCurrents<float>;
template class ElementCurrents<double>;

}  // namespace fluxtet::dgtd::cpu
