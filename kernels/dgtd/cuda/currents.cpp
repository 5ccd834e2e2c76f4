// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/currents.hpp"

#include "kernels/dgtd/cuda/toDevice.hpp"

#include <algorithm>
#include <numeric>

namespace fluxtet::dgtd::cuda {

DeviceWaveforms::DeviceWaveforms(const WaveformSet& set, cudaStream_t stream)
    : waveform_(toDevice(set.waveforms, stream)),
      tableTime_(toDevice(set.tableTime, stream)),
      tableValue_(toDevice(set.tableValue, stream)) {}

WaveformTable DeviceWaveforms::table() const {
  return {waveform_.data(), tableTime_.data(), tableValue_.data(), static_cast<int>(waveform_.size())};
}

std::int64_t DeviceWaveforms::bytes() const {
  return static_cast<std::int64_t>(waveform_.bytes() + tableTime_.bytes() + tableValue_.bytes());
}

template <class Real>
Currents<Real>::Currents(const DgtdProblem& problem, const ClusterSlots& slots, const BernsteinOperators& operators,
                         cudaStream_t stream)
    : order_(problem.order), waveforms_(problem.waveforms, stream) {
  if (problem.sources.empty()) return;
  std::vector<std::size_t> bySlot(problem.sources.size());
  std::iota(bySlot.begin(), bySlot.end(), std::size_t{0});
  const auto slotOf = [&](std::size_t s) { return slots.ofElement(problem.sources[s].element); };
  std::stable_sort(bySlot.begin(), bySlot.end(), [&](std::size_t a, std::size_t b) { return slotOf(a) < slotOf(b); });

  const auto np = static_cast<Eigen::Index>(operators.toNodal.rows());
  std::vector<std::int32_t> slot, begin, waveform;
  std::vector<Real> coefficient;
  for (const std::size_t s : bySlot) {
    if (slot.empty() || slot.back() != slotOf(s)) {
      slot.push_back(slotOf(s));
      begin.push_back(static_cast<std::int32_t>(waveform.size()));
    }
    waveform.push_back(problem.sources[s].waveform);
    using Nodal = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;
    const Eigen::Map<const Nodal> nodal(&problem.sourceCoefficient[3 * s * static_cast<std::size_t>(np)], np, 3);
    // The rows of `gradients` are g_k, so the columns of its inverse are the edges t_k.
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> gradients(
        &problem.gradient[9 * static_cast<std::size_t>(problem.sources[s].element)]);
    const Nodal covariant = operators.toBernstein * nodal * gradients.inverse();
    for (Eigen::Index i = 0; i < covariant.size(); ++i) coefficient.push_back(static_cast<Real>(covariant.data()[i]));
  }
  begin.push_back(static_cast<std::int32_t>(waveform.size()));
  firstCluster_ = slot.front() / slots.clusterSize();
  std::vector<std::int32_t> clusterBegin;
  for (std::int32_t cluster = firstCluster_; cluster <= slot.back() / slots.clusterSize() + 1; ++cluster) {
    const auto from = std::lower_bound(slot.begin(), slot.end(), cluster * slots.clusterSize());
    clusterBegin.push_back(static_cast<std::int32_t>(from - slot.begin()));
  }
  clusterBegin_ = toDevice(clusterBegin, stream);
  slot_ = toDevice(slot, stream);
  begin_ = toDevice(begin, stream);
  waveformOf_ = toDevice(waveform, stream);
  coefficient_ = toDevice(coefficient, stream);
  strength_ = DeviceBuffer<double>(problem.waveforms.waveforms.size());
}

template <class Real>
std::int64_t Currents<Real>::bytes() const {
  return waveforms_.bytes() +
         static_cast<std::int64_t>(strength_.bytes() + slot_.bytes() + begin_.bytes() + waveformOf_.bytes() +
                                   clusterBegin_.bytes() + coefficient_.bytes());
}

template <class Real>
CurrentList<Real> Currents<Real>::list() const {
  if (none()) return {};
  return {static_cast<std::int32_t>(slot_.size()),
          slot_.data(),
          begin_.data(),
          waveformOf_.data(),
          coefficient_.data(),
          firstCluster_,
          static_cast<std::int32_t>(clusterBegin_.size()) - 1,
          clusterBegin_.data()};
}

template <class Real>
CurrentTerm<Real> Currents<Real>::term(KernelTime time, const Real* scale) const {
  return {list(), waveforms_.table(), time, scale};
}

template <class Real>
void Currents<Real>::subtract(KernelTime time, const ElementRecord<Real>* record, const Real* scale,
                              const ClusterSlots& slots, ElementRange range, Real* out, cudaStream_t stream) {
  if (none()) return;
  const ClusterRange clusters = slots.clusters(range);
  launchStrengths(waveforms_.table(), time, strength_.data(), stream);
  launchCurrents(CurrentArgs<Real>{order_, list(), strength_.data(), record, scale,
                                   clusters.begin * slots.clusterSize(), clusters.end * slots.clusterSize()},
                 out, stream);
}

template class Currents<float>;
template class Currents<double>;

}  // namespace fluxtet::dgtd::cuda
