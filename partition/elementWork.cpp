// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "partition/elementWork.hpp"

namespace fluxtet::partition {

std::vector<std::int32_t> elementWeights(const ElementWork& work, std::span<const std::int32_t> region,
                                         std::span<const std::int32_t> faceGroup) {
  if (work.isUniform()) return {};
  std::vector<std::int32_t> weights;
  weights.reserve(region.size());
  for (std::size_t e = 0; e < region.size(); ++e) {
    std::int32_t weight = ElementWork::plain + work.ofRegion[static_cast<std::size_t>(region[e])];
    for (const std::int32_t group : faceGroup.subspan(4 * e, 4))
      if (group >= 0) weight += work.ofSurface[static_cast<std::size_t>(group)];
    weights.push_back(weight);
  }
  return weights;
}

}  // namespace fluxtet::partition
