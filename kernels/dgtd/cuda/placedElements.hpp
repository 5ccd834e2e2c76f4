// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"
#include "kernels/dgtd/places.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// Listed elements in an array that has values for some clusters only: FieldLayout::slot and FieldLayout::place.
class PlacedElements {
 public:
  /// All `elements` are in clusters that `places` numbers. Blocks the host.
  template <class Real>
  PlacedElements(std::span<const std::int32_t> elements, const Places& places, CudaFields<Real>& fields) {
    const ClusterSlots& slots = fields.slots();
    const int size = slots.clusterSize();
    std::vector<std::int32_t> slot, place;
    for (const std::int32_t element : elements) {
      slot.push_back(slots.ofElement(element));
      place.push_back(places.of[static_cast<std::size_t>(slot.back() / size)] * size + slot.back() % size);
    }
    cudaStream_t stream = fields.streams().orderComputeAfterExchange();
    slot_ = toDevice(slot, stream);
    place_ = toDevice(place, stream);
    waitFor(stream);
  }

  /// The layout of these elements, which this object must outlive.
  template <class Real>
  FieldLayout<Real> layout(const CudaFields<Real>& fields) const {
    return fields.layoutOf(slot_, place_);
  }

 private:
  DeviceBuffer<std::int32_t> slot_, place_;
};

}  // namespace fluxtet::dgtd::cuda
