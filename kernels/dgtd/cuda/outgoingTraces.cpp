// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/outgoingTraces.hpp"

#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"

#include <utility>

namespace fluxtet::dgtd::cuda {

template <class Real>
OutgoingTraces<Real>::OutgoingTraces(int order, const std::vector<std::int32_t>& slotFace, cudaStream_t stream)
    : clustersBeforePackers_(clustersAtOnce<Real>(order)),
      numPackers_(packingBlocks<Real>(order, static_cast<std::int32_t>(slotFace.size()))),
      slotFace_(toDevice(slotFace, stream)),
      packedCounter_(1) {
  packedCounter_.zero(stream);
}

template <class Real>
BorderArgs<Real> OutgoingTraces<Real>::borderArgs(Field target, std::int32_t numClusters, RunCounts& counts) {
  BorderArgs<Real> args{};
  args.numClusters = numClusters;
  if (!announced_ || announced_->field != target) return args;
  args.clustersBeforePackers = clustersBeforePackers_;
  args.numPackers = numPackers_;
  args.numTraces = size();
  args.slotFace = slotFace_.data();
  args.destination = announced_->destination;
  args.packed = packedCounter_.data();
  counts.add(Count::packed, static_cast<std::uint32_t>(args.numPackers));
  args.packedAtEnd = counts.argument(Count::packed);
  args.flag = announced_->flag;
  args.numFlags = announced_->numFlags;
  args.flagValue = announced_->flagValue;
  announced_.reset();
  packed_ = true;
  return args;
}

template <class Real>
bool OutgoingTraces<Real>::endAnnouncement() {
  announced_.reset();
  return std::exchange(packed_, false);
}

template class OutgoingTraces<float>;
template class OutgoingTraces<double>;

}  // namespace fluxtet::dgtd::cuda
