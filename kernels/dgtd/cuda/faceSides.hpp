// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"

#include <cstdint>
#include <span>

namespace fluxtet::dgtd::cuda {

/// Where both traces of listed faces stand.
struct FaceSides {
  FaceSides() = default;
  /// `faces`: 4 * element + local face; interior faces or halo faces. Blocks until they are found. Throws
  /// std::logic_error at a boundary face or a face of no element.
  template <class Real>
  FaceSides(CudaFields<Real>& fields, std::span<const std::int32_t> faces);

  std::int32_t count = 0;            ///< number of listed faces
  bool readsHalo = false;            ///< one of them is a halo face
  DeviceBuffer<GatheredTrace> side;  ///< [face][2] where its own and its outer trace stand

  /// The stream for work that reads both traces of all faces.
  cudaStream_t streamForReading(EngineStreams& streams) const {
    return readsHalo ? streams.orderComputeAfterExchange() : streams.computeBesideExchange();
  }
};

extern template FaceSides::FaceSides(CudaFields<float>&, std::span<const std::int32_t>);
extern template FaceSides::FaceSides(CudaFields<double>&, std::span<const std::int32_t>);

}  // namespace fluxtet::dgtd::cuda
