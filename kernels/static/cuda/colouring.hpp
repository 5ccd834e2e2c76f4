// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/incidence.hpp"
#include "kernels/static/cuda/nodeWords.hpp"
#include "kernels/static/staticEngine.hpp"

#include <vector>

namespace fluxtet::statics::cuda {

/// Elements in groups (colours) of which no two share a dof, except crowded dofs. Device memory.
struct Colouring {
  DeviceBuffer<std::int32_t> order;  ///< [numElements] elements by colour, ascending within each
  DeviceBuffer<std::int32_t> begin;  ///< [colours + 1] where each begins
  int colours = 0;
  ColouringReport report;

  std::int64_t bytes() const { return static_cast<std::int64_t>(order.bytes() + begin.bytes()); }
};

/// Colours the elements in rounds, in which every element that has the highest random number among its uncoloured
/// neighbours takes a colour (Jones and Plassmann 1993), the first that none of its neighbours has; then rounds in
/// which elements of the colours above the mean size move to those below it, so that colours are few and balanced. The
/// same colours in each run. Adds the memory that it held beside the result, bytes, to `scratchBytes`. Throws RunError
/// for too many colours.
template <class Real>
Colouring colourElements(const DeviceProblem<Real>& problem, const Incidence& incidence, std::int64_t& scratchBytes,
                         cudaStream_t stream);

/// The elements of a problem colour by colour, as products read them.
struct ColouredElements {
  Colouring colouring;
  DeviceBuffer<NodeWord> words;  ///< [nodesPerElement][numElements] in the order of the colours

  std::int64_t bytes() const { return colouring.bytes() + static_cast<std::int64_t>(words.bytes()); }
};

/// Colours the elements. Adds the stages adjacency and colouring, ms, to `times`, and the memory that it held beside
/// the result, bytes, to `scratchBytes`. Throws RunError as colourElements().
template <class Real>
ColouredElements makeColouredElements(const DeviceProblem<Real>& problem, StageTimes& times, std::int64_t& scratchBytes,
                                      cudaStream_t stream);

}  // namespace fluxtet::statics::cuda
