// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/rateArgs.hpp"
#include "kernels/dgtd/problem.hpp"

#include <optional>
#include <vector>

namespace fluxtet::gpu {

/// A message whose traces a half step is to pack when it has computed them. All are device memory.
template <class Real>
struct Announcement {
  Field field;
  Real* const* destination;    ///< [halo face] where its record goes
  std::uint32_t* const* flag;  ///< [numFlags] counters that are then set to flagValue
  std::int32_t numFlags;
  std::uint32_t flagValue;
};

/// The faces whose traces other ranks need.
template <class Real>
class OutgoingTraces {
 public:
  OutgoingTraces() = default;
  /// slotFace[halo face]: 4 * slot + face, of elements in the border's clusters.
  OutgoingTraces(int order, const std::vector<std::int32_t>& slotFace, cudaStream_t stream);

  std::int32_t size() const { return static_cast<std::int32_t>(slotFace_.size()); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(slotFace_.bytes() + packedCounter_.bytes()); }
  /// Device pointer [size()] 4 * slot + face.
  const std::int32_t* slotFace() const { return slotFace_.data(); }

  /// To the next half step: what is to be done with the traces of its target, if that is the field announced.
  void announce(const Announcement<Real>& message) { announced_ = message; }
  /// For a half step that takes the border first; what was announced then counts as packed.
  BorderArgs<Real> borderArgs(Field target, std::int32_t numClusters);
  /// Ends the announcement; whether a half step has packed it.
  bool endAnnouncement();

  /// Device pointer to a counter, and what it will be when the last half step has packed.
  std::uint32_t* packedCounter() { return packedCounter_.data(); }
  std::uint32_t packedCount() const { return packedCount_; }

 private:
  std::int32_t clustersBeforePackers_ = 0, numPackers_ = 0;  ///< BorderArgs of a message
  DeviceBuffer<std::int32_t> slotFace_;
  DeviceBuffer<std::uint32_t> packedCounter_;  ///< only grows, and wraps round
  std::uint32_t packedCount_ = 0;
  std::optional<Announcement<Real>> announced_;
  bool packed_ = false;
};

extern template class OutgoingTraces<float>;
extern template class OutgoingTraces<double>;

}  // namespace fluxtet::gpu
