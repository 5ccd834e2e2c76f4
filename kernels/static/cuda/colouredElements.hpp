// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/colouring.hpp"
#include "kernels/static/cuda/nodeWords.hpp"

namespace fluxtet::gpu {

/// The elements of a problem colour by colour, as products read them.
struct ColouredElements {
  Colouring colouring;
  DeviceBuffer<NodeWord> words;  ///< [nodesPerElement][numElements] in the order of the colours

  std::int64_t bytes() const { return colouring.bytes() + static_cast<std::int64_t>(words.bytes()); }
};

/// Adds the stages adjacency and colouring.
template <class Real>
ColouredElements makeColouredElements(const DeviceProblem<Real>& problem, StageTimes& times, std::int64_t& scratchBytes,
                                      cudaStream_t stream);

}  // namespace fluxtet::gpu
