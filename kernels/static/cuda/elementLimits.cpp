// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/elementLimits.hpp"

#include "lib/base/error.hpp"

#include <limits>

namespace fluxtet::statics::cuda {

void requireNodesInReach(std::int32_t numElements, int nodesPerElement) {
  requireRun(std::int64_t{numElements} * nodesPerElement <= std::numeric_limits<std::int32_t>::max(),
             "{} elements of {} nodes are too many for element-by-element methods on one GPU: use more ranks or "
             "assemble a matrix",
             numElements, nodesPerElement);
}

void requireDofsInReach(std::int32_t numDofs, std::int32_t most) {
  requireRun(numDofs <= most,
             "{} unknowns are too many for element-by-element methods on one GPU, which count to {}: use more ranks or "
             "assemble a "
             "matrix",
             numDofs, most);
}

void throwTooManyColours(int most) {
  throw RunError(fmt::format(
      "the mesh needs more than {} colours, for too many elements meet at a node: take another assembly", most));
}

}  // namespace fluxtet::statics::cuda
