// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/static/cuda/assembly/sortedRows.hpp"

#include "kernels/static/cuda/assembly/elementNodes.hpp"

#include <bit>

namespace fluxtet::gpu {

NodeSort::NodeSort(std::int64_t nodes, std::int32_t rows, ScratchMeter& meter)
    : nodes_(nodes),
      rows_(rows),
      sort_(nodes, std::bit_width(static_cast<std::uint32_t>(rows)), meter),
      begin_(static_cast<std::size_t>(rows) + 1, meter) {}

SortedNodes NodeSort::run(const std::int32_t* dof, cudaStream_t stream) {
  launchNodeKeys(dof, nodes_, rows_, sort_.key(), sort_.number(), stream);
  sort_.run(stream);
  launchRowBegins(sort_.key(), nodes_, rows_, begin_.data(), stream);
  return {begin_.data(), sort_.number()};
}

}  // namespace fluxtet::gpu
