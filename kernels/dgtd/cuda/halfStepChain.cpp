// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/halfStepChain.hpp"

#include "kernels/dgtd/cuda/toDevice.hpp"

#include <algorithm>
#include <vector>

namespace fluxtet::dgtd::cuda {
namespace {

/// Half steps after which the chain is restarted: far below where 32-bit counters wrap round.
constexpr std::uint32_t mostHalfSteps = 1u << 30;

}  // namespace

template <class Real>
HalfStepChain::HalfStepChain(const ClusterMesh<Real>& mesh, std::int32_t clustersAtOnce, cudaStream_t stream) {
  const std::int32_t numClusters = mesh.slots.numClusters(), numInterior = numClusters - mesh.slots.numBorderClusters();
  if (2 * numClusters < clustersAtOnce) return;
  numEarly_ = std::min(clustersAtOnce, numClusters);
  std::vector<std::vector<std::int32_t>> partners;
  std::vector<std::int32_t> counterOf(static_cast<std::size_t>(numClusters), -1);
  // Each cluster that is a partner of an early cluster gets a counter, in the order in which they are met.
  std::int32_t numCounters = 0;
  for (std::int32_t early = 0; early < numEarly_; ++early) {
    partners.push_back(mesh.partners((numInterior + early) % numClusters));
    for (std::int32_t& partner : partners.back()) {
      std::int32_t& counter = counterOf[static_cast<std::size_t>(partner)];
      if (counter < 0) counter = numCounters++;
      partner = counter;
    }
    maxPartners_ = std::max(maxPartners_, static_cast<std::int32_t>(partners.back().size()));
  }
  std::vector<std::int32_t> table;
  for (auto& counters : partners) {
    counters.resize(static_cast<std::size_t>(maxPartners_), -1);
    table.insert(table.end(), counters.begin(), counters.end());
  }
  partner_ = toDevice(table, stream);
  counterOf_ = toDevice(counterOf, stream);
  halfStepsDone_ = DeviceBuffer<std::uint32_t>(static_cast<std::size_t>(numCounters) * counterSpacing);
}

std::int64_t HalfStepChain::bytes() const {
  return static_cast<std::int64_t>(partner_.bytes() + counterOf_.bytes() + halfStepsDone_.bytes());
}

void HalfStepChain::restart(cudaStream_t stream) {
  halfStepsDone_.zero(stream);
  count_ = 0;
  known_ = true;
}

ChainArgs HalfStepChain::next(bool overlaps, cudaStream_t stream) {
  if (!mayOverlap()) return {};
  if (!known_ || count_ == mostHalfSteps) {
    restart(stream);
    overlaps = false;
  }
  ChainArgs args{};
  args.count = ++count_;
  args.overlaps = overlaps;
  if (overlaps) ++overlapping_;
  args.numEarly = numEarly_;
  args.partner = partner_.data();
  args.maxPartners = maxPartners_;
  args.counterOf = counterOf_.data();
  args.halfStepsDone = halfStepsDone_.data();
  return args;
}

template HalfStepChain::HalfStepChain(const ClusterMesh<float>&, std::int32_t, cudaStream_t);
template HalfStepChain::HalfStepChain(const ClusterMesh<double>&, std::int32_t, cudaStream_t);

}  // namespace fluxtet::dgtd::cuda
