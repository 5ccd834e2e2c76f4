// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/rawNodes.hpp"

#include "lib/base/error.hpp"

#include <algorithm>
#include <numeric>

namespace fluxtet {
namespace {

/// `values` [n][width] in the order of `order`.
template <class T>
std::vector<T> permuted(const std::vector<T>& values, const std::vector<std::int64_t>& order, std::size_t width) {
  std::vector<T> result;
  result.reserve(values.size());
  for (const std::int64_t i : order) {
    const auto row = values.begin() + i * static_cast<std::int64_t>(width);
    result.insert(result.end(), row, row + static_cast<std::int64_t>(width));
  }
  return result;
}

}  // namespace

VertexIds::VertexIds(const std::vector<std::int64_t>& elementNode) {
  const std::int64_t highest = elementNode.empty() ? 0 : *std::max_element(elementNode.begin(), elementNode.end());
  const auto uses = static_cast<std::int64_t>(elementNode.size());
  dense_ = highest < 8 * uses + 1000;
  if (dense_) {
    std::vector<bool> used(static_cast<std::size_t>(highest) + 1, false);
    for (const std::int64_t tag : elementNode) used[static_cast<std::size_t>(tag)] = true;
    id_.assign(used.size(), -1);
    for (std::size_t tag = 0; tag < used.size(); ++tag)
      if (used[tag]) id_[tag] = count_++;
  } else {
    tag_ = elementNode;
    std::sort(tag_.begin(), tag_.end());
    tag_.erase(std::unique(tag_.begin(), tag_.end()), tag_.end());
    count_ = static_cast<std::int64_t>(tag_.size());
  }
}

std::int64_t VertexIds::operator()(std::int64_t tag) const {
  if (dense_) return tag >= 0 && tag < static_cast<std::int64_t>(id_.size()) ? id_[static_cast<std::size_t>(tag)] : -1;
  const auto found = std::lower_bound(tag_.begin(), tag_.end(), tag);
  return found != tag_.end() && *found == tag ? found - tag_.begin() : -1;
}

void sortElementsByTag(RawMesh& raw) {
  if (std::is_sorted(raw.elementTag.begin(), raw.elementTag.end())) return;
  std::vector<std::int64_t> order(raw.elementTag.size());
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int64_t a, std::int64_t b) { return raw.elementTag[a] < raw.elementTag[b]; });
  raw.elementNode = permuted(raw.elementNode, order, static_cast<std::size_t>(raw.dimension) + 1);
  raw.region = permuted(raw.region, order, 1);
  raw.elementTag = permuted(raw.elementTag, order, 1);
}

std::vector<double> usedVertices(const RawMesh& raw, const VertexIds& ids, double scale, const std::string& origin) {
  std::vector<double> vertices(3 * static_cast<std::size_t>(ids.count()));
  std::int64_t found = 0;
  for (std::size_t i = 0; i < raw.nodeTag.size(); ++i) {
    const std::int64_t id = ids(raw.nodeTag[i]);
    if (id < 0) continue;
    ++found;
    for (int a = 0; a < 3; ++a) vertices[3 * id + a] = scale * raw.nodes[3 * i + a];
  }
  require(found == ids.count(), "{}: elements use {} nodes, of which the file gives {}: it is damaged", origin,
          ids.count(), found);
  return vertices;
}

}  // namespace fluxtet
