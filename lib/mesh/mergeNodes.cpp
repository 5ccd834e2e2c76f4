// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/mergeNodes.hpp"

#include "lib/base/disjointSets.hpp"
#include "lib/base/error.hpp"
#include "lib/base/lengthText.hpp"
#include "lib/base/vec3.hpp"
#include "lib/mesh/pointTree.hpp"
#include "lib/mesh/rawNodes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace fluxtet {
namespace {

constexpr std::int64_t noNode = std::numeric_limits<std::int64_t>::max();

/// Nodes of a side of an element, or of a facet, ascending; of an edge the last is noNode.
using Side = std::array<std::int64_t, 3>;

/// Nodes that are used, by ids in the order of their tags, and the sets that are to be one node.
class NodeSets {
 public:
  NodeSets(const RawMesh& raw, double tolerance) : ids_(usedTags(raw)) {
    const auto count = static_cast<std::size_t>(ids_.count());
    require(ids_.count() <= std::numeric_limits<std::int32_t>::max(),
            "mesh.merge looks at {} nodes, which are more than 2^31 - 1", ids_.count());
    constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();
    places_.assign(count, {nowhere, nowhere, nowhere});
    tags_.assign(count, noNode);
    for (std::size_t i = 0; i < raw.nodeTag.size(); ++i) {
      const std::int64_t id = ids_(raw.nodeTag[i]);
      if (id < 0) continue;
      std::copy_n(&raw.nodes[3 * i], 3, places_[static_cast<std::size_t>(id)].begin());
      tags_[static_cast<std::size_t>(id)] = raw.nodeTag[i];
    }
    findSets(tolerance);
  }

  /// The tag of the node that stands for this one.
  std::int64_t joined(std::int64_t tag) const {
    const std::size_t first = first_[static_cast<std::size_t>(ids_(tag))];
    return tags_[first] == noNode ? tag : tags_[first];
  }
  /// Whether the node is one of several that become one.
  bool isShared(std::int64_t tag) const { return isShared_[static_cast<std::size_t>(ids_(tag))]; }
  std::int64_t numJoined() const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < first_.size(); ++i)
      if (first_[i] != i) ++count;
    return count;
  }
  double distance(std::int64_t a, std::int64_t b) const {
    return norm(places_[static_cast<std::size_t>(ids_(a))] - places_[static_cast<std::size_t>(ids_(b))]);
  }

 private:
  static std::vector<std::int64_t> usedTags(const RawMesh& raw) {
    std::vector<std::int64_t> tags = raw.elementNode;
    tags.insert(tags.end(), raw.facetNode.begin(), raw.facetNode.end());
    return tags;
  }

  void findSets(double tolerance) {
    DisjointSets sets(places_.size());
    const PointTree tree(places_);
    std::vector<std::int32_t> near;
    const Vec3 reach{tolerance, tolerance, tolerance};
    for (std::size_t i = 0; i < places_.size(); ++i) {
      near.clear();
      tree.find({places_[i] - reach, places_[i] + reach}, near);
      for (const std::int32_t other : near)
        if (norm(places_[static_cast<std::size_t>(other)] - places_[i]) <= tolerance)
          sets.unite(i, static_cast<std::size_t>(other));
    }
    first_.resize(places_.size());
    isShared_.assign(places_.size(), false);
    for (std::size_t i = 0; i < first_.size(); ++i) {
      first_[i] = sets.find(i);
      if (first_[i] != i) isShared_[i] = isShared_[first_[i]] = true;
    }
  }

  VertexIds ids_;
  std::vector<Vec3> places_;
  std::vector<std::int64_t> tags_;
  std::vector<std::size_t> first_;
  std::vector<bool> isShared_;
};

Side sideOf(std::span<const std::int64_t> nodes, std::size_t opposite) {
  Side side{noNode, noNode, noNode};
  std::size_t n = 0;
  for (std::size_t v = 0; v < nodes.size(); ++v)
    if (v != opposite) side[n++] = nodes[v];
  std::sort(side.begin(), side.end());
  return side;
}

Side joinedSide(const Side& side, const NodeSets& sets) {
  Side joined = side;
  for (std::int64_t& node : joined)
    if (node != noNode) node = sets.joined(node);
  std::sort(joined.begin(), joined.end());
  return joined;
}

void requireDistinct(const RawMesh& raw, const NodeSets& sets, double tolerance, double unit,
                     const std::string& origin) {
  const auto corners = static_cast<std::size_t>(raw.dimension) + 1;
  for (std::size_t e = 0; e < raw.region.size(); ++e)
    for (std::size_t a = corners * e; a < corners * (e + 1); ++a)
      for (std::size_t b = a + 1; b < corners * (e + 1); ++b)
        require(sets.joined(raw.elementNode[a]) != sets.joined(raw.elementNode[b]),
                "{}: mesh.merge of {} would make one node of two of element {}, which are {} apart: give a tolerance "
                "that is smaller than all edges",
                origin, lengthText(tolerance * unit), raw.elementTag[e],
                lengthText(sets.distance(raw.elementNode[a], raw.elementNode[b]) * unit));
}

/// Sides, by the nodes that stay, at which two elements meet that had nodes of their own there. Ascending.
std::vector<Side> joinedSides(const RawMesh& raw, const NodeSets& sets) {
  const auto corners = static_cast<std::size_t>(raw.dimension) + 1;
  std::vector<std::pair<Side, Side>> candidates;  // by the nodes that stay, by those that were
  for (std::size_t e = 0; e < raw.region.size(); ++e) {
    const std::span<const std::int64_t> nodes(&raw.elementNode[corners * e], corners);
    for (std::size_t v = 0; v < corners; ++v) {
      const Side side = sideOf(nodes, v);
      if (std::all_of(side.begin(), side.end(), [&](std::int64_t n) { return n == noNode || sets.isShared(n); }))
        candidates.emplace_back(joinedSide(side, sets), side);
    }
  }
  std::sort(candidates.begin(), candidates.end());
  std::vector<Side> joined;
  for (std::size_t i = 1; i < candidates.size(); ++i)
    if (candidates[i].first == candidates[i - 1].first && candidates[i].second != candidates[i - 1].second)
      joined.push_back(candidates[i].first);
  return joined;
}

/// Gives facets their new nodes, and leaves out those that another one of the same surface has become.
void joinFacets(const NodeSets& sets, RawMesh& raw) {
  const auto corners = static_cast<std::size_t>(raw.dimension);
  std::vector<std::pair<Side, std::size_t>> order;
  for (std::int64_t& node : raw.facetNode) node = sets.joined(node);
  for (std::size_t f = 0; f < raw.facetGroup.size(); ++f)
    order.emplace_back(sideOf({&raw.facetNode[corners * f], corners}, corners), f);
  std::sort(order.begin(), order.end());
  std::vector<bool> isKept(raw.facetGroup.size(), true);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size() && order[j].first == order[i].first; ++j)
      if (raw.facetGroup[order[j].second] == raw.facetGroup[order[i].second]) isKept[order[j].second] = false;
  std::size_t kept = 0;
  for (std::size_t f = 0; f < raw.facetGroup.size(); ++f) {
    if (!isKept[f]) continue;
    std::copy_n(&raw.facetNode[corners * f], corners, &raw.facetNode[corners * kept]);
    raw.facetGroup[kept++] = raw.facetGroup[f];
  }
  raw.facetNode.resize(corners * kept);
  raw.facetGroup.resize(kept);
}

/// Number of joined sides in each surface.
std::map<std::int32_t, std::int64_t> joinedInSurfaces(const RawMesh& raw, const std::vector<Side>& joined) {
  const auto corners = static_cast<std::size_t>(raw.dimension);
  std::map<std::int32_t, std::int64_t> count;
  for (std::size_t f = 0; f < raw.facetGroup.size(); ++f)
    if (std::binary_search(joined.begin(), joined.end(), sideOf({&raw.facetNode[corners * f], corners}, corners)))
      ++count[raw.facetGroup[f]];
  return count;
}

}  // namespace

void mergeNodes(RawMesh& raw, double tolerance, double unit, const std::string& origin) {
  const NodeSets sets(raw, tolerance);
  const std::string within = lengthText(tolerance * unit);
  if (sets.numJoined() == 0) {
    raw.notes.warnings.push_back(
        fmt::format("mesh.merge: no two nodes lie within {} of each other: nothing was joined", within));
    return;
  }
  requireDistinct(raw, sets, tolerance, unit, origin);
  const std::vector<Side> joined = joinedSides(raw, sets);
  for (std::int64_t& node : raw.elementNode) node = sets.joined(node);
  joinFacets(sets, raw);
  const char* const sides = raw.dimension == 3 ? "faces" : "edges";
  raw.changes.push_back(fmt::format("mesh.merge joined {} nodes with others within {}, at {} {} of elements",
                                    sets.numJoined(), within, joined.size(), sides));
  // A group that the user did not make is only a name.
  if (!raw.strictSurfaces) return;
  for (const auto& [surface, count] : joinedInSurfaces(raw, joined))
    raw.notes.warnings.push_back(
        fmt::format("{} of the {} that mesh.merge joined lie in `{}`: where the case gives that a condition, they are "
                    "a thin sheet between the bodies; take them out of it if that is not meant",
                    count, sides, raw.groups.surfaces[static_cast<std::size_t>(surface)]));
}

}  // namespace fluxtet
