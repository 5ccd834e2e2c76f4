// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/runCounts.hpp"
#include "kernels/dgtd/problem.hpp"

#include <optional>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// A message whose traces a half step packs as soon as it has computed them. All pointers are device pointers.
template <class Real>
struct Announcement {
  Field field;
  Real* const* destination;    ///< [halo face] where its trace record [Nf][2] goes
  std::uint32_t* const* flag;  ///< [numFlags] flags that the half step sets to flagValue after packing
  std::int32_t numFlags;
  KernelCount flagValue;
};

/// The faces whose traces other ranks need, and the message that the next half step packs.
template <class Real>
class OutgoingTraces {
 public:
  OutgoingTraces() = default;
  /// slotFace [halo face]: 4 * slot + face of the face whose trace leaves. All these elements are in border clusters.
  OutgoingTraces(int order, const std::vector<std::int32_t>& slotFace, cudaStream_t stream);

  std::int32_t size() const { return static_cast<std::int32_t>(slotFace_.size()); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(slotFace_.bytes() + packedCounter_.bytes()); }
  /// Device pointer [size()] 4 * slot + face.
  const std::int32_t* slotFace() const { return slotFace_.data(); }

  /// Asks the next half step to pack `message` if the field that it updates is message.field.
  void announce(const Announcement<Real>& message) { announced_ = message; }
  /// Arguments of a half step that computes the border first, `numClusters` clusters. If it packs the announced
  /// message, the message counts as packed, and `counts` counts its packing blocks.
  BorderArgs<Real> borderArgs(Field target, std::int32_t numClusters, RunCounts& counts);
  /// Ends the announcement. Returns whether a half step has packed the message.
  bool endAnnouncement();

  /// Device pointer to BorderArgs::packed. Count::packed is its value when the last half step that packs has packed.
  std::uint32_t* packedCounter() { return packedCounter_.data(); }

 private:
  std::int32_t clustersBeforePackers_ = 0, numPackers_ = 0;  ///< as in BorderArgs
  DeviceBuffer<std::int32_t> slotFace_;
  DeviceBuffer<std::uint32_t> packedCounter_;    ///< only grows, and wraps round
  std::optional<Announcement<Real>> announced_;  ///< the message that no half step has taken yet
  bool packed_ = false;                          ///< a half step has taken the message
};

extern template class OutgoingTraces<float>;
extern template class OutgoingTraces<double>;

}  // namespace fluxtet::dgtd::cuda
