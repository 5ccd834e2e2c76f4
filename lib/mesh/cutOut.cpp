// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/cutOut.hpp"

#include "lib/base/error.hpp"

#include <gmsh.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

namespace fluxtet {
namespace {

// --- A model -------------------------------------------------------------------------------------------------------

std::set<int> sidesOf(int dimension, const std::vector<int>& entities) {
  std::set<int> sides;
  for (const int entity : entities) {
    std::vector<int> above, below;
    gmsh::model::getAdjacencies(dimension, entity, above, below);
    for (const int side : below) sides.insert(std::abs(side));
  }
  return sides;
}

bool boundsAny(int dimension, int side) {
  std::vector<int> above, below;
  gmsh::model::getAdjacencies(dimension, side, above, below);
  return !above.empty();
}

bool hasGroup(int dimension, int side) {
  std::vector<int> groups;
  gmsh::model::getPhysicalGroupsForEntity(dimension, side, groups);
  return !groups.empty();
}

/// Takes away the sides that bound nothing any more.
void dropLooseSides(int dimension, std::set<int>& sides, EntityNames& names) {
  for (auto side = sides.begin(); side != sides.end();) {
    if (boundsAny(dimension, *side)) {
      ++side;
      continue;
    }
    names.surfaces.erase(*side);
    gmsh::model::removeEntities({{dimension, *side}}, true);
    side = sides.erase(side);
  }
}

/// Gives the sides that have no name the name of the region.
void nameSkin(const std::string& region, int dimension, const std::set<int>& sides, bool isGrouped,
              EntityNames& names) {
  std::vector<int> skin;
  for (const int side : sides) {
    if (isGrouped ? !hasGroup(dimension, side) : !names.surfaces.contains(side)) {
      skin.push_back(side);
    }
  }
  if (!isGrouped)
    for (const int side : skin) names.surfaces[side] = region;
  if (!isGrouped || skin.empty()) return;
  if (const int known = physicalGroupNamed(dimension, region); known != 0) {
    std::vector<int> own;
    gmsh::model::getEntitiesForPhysicalGroup(dimension, known, own);
    skin.insert(skin.end(), own.begin(), own.end());
    gmsh::model::removePhysicalGroups({{dimension, known}});
  }
  const int group = gmsh::model::addPhysicalGroup(dimension, skin);
  gmsh::model::setPhysicalName(dimension, group, region);
}

// --- A mesh --------------------------------------------------------------------------------------------------------

/// Node tags of a side, ascending; of an edge the last is the largest there is.
using Side = std::array<std::int64_t, 3>;

Side sideOf(const std::int64_t* nodes, std::size_t count, std::size_t opposite) {
  Side side;
  side.fill(std::numeric_limits<std::int64_t>::max());
  std::size_t n = 0;
  for (std::size_t v = 0; v < count; ++v)
    if (v != opposite) side[n++] = nodes[v];
  std::sort(side.begin(), side.end());
  return side;
}

/// Sorted sides of the elements whose region is in the set, or of the others.
std::vector<Side> sidesOf(const RawMesh& raw, const std::set<std::int32_t>& regions, bool inside) {
  const auto corners = static_cast<std::size_t>(raw.dimension) + 1;
  std::vector<Side> sides;
  for (std::size_t e = 0; e < raw.region.size(); ++e)
    if (regions.contains(raw.region[e]) == inside)
      for (std::size_t v = 0; v < corners; ++v) sides.push_back(sideOf(&raw.elementNode[corners * e], corners, v));
  std::sort(sides.begin(), sides.end());
  return sides;
}

bool contains(const std::vector<Side>& sides, const Side& side) {
  return std::binary_search(sides.begin(), sides.end(), side);
}

/// Leaves out the facets of sides that go; where groups are not the user's own, those of the skin too.
void keepFacets(const std::vector<Side>& staying, const std::vector<Side>& leaving, RawMesh& raw) {
  const auto corners = static_cast<std::size_t>(raw.dimension);
  std::size_t kept = 0;
  for (std::size_t f = 0; f < raw.facetGroup.size(); ++f) {
    const Side side = sideOf(&raw.facetNode[corners * f], corners, corners);
    if (contains(leaving, side) && (!raw.strictSurfaces || !contains(staying, side))) continue;
    std::copy_n(&raw.facetNode[corners * f], corners, &raw.facetNode[corners * kept]);
    raw.facetGroup[kept++] = raw.facetGroup[f];
  }
  raw.facetGroup.resize(kept);
  raw.facetNode.resize(corners * kept);
}

std::vector<Side> facetsOf(const RawMesh& raw) {
  const auto corners = static_cast<std::size_t>(raw.dimension);
  std::vector<Side> facets;
  for (std::size_t f = 0; f < raw.facetGroup.size(); ++f)
    facets.push_back(sideOf(&raw.facetNode[corners * f], corners, corners));
  std::sort(facets.begin(), facets.end());
  return facets;
}

/// Adds the sides of a region that stay and have no group to the surface of its name.
void addSkin(const std::string& region, const std::vector<Side>& own, const std::vector<Side>& staying, RawMesh& raw) {
  const std::vector<Side> grouped = facetsOf(raw);
  auto& surfaces = raw.groups.surfaces;
  const auto place = std::find(surfaces.begin(), surfaces.end(), region);
  const auto group = static_cast<std::int32_t>(place - surfaces.begin());
  bool isUsed = false;
  for (const Side& side : own) {
    if (!contains(staying, side) || contains(grouped, side)) continue;
    raw.facetNode.insert(raw.facetNode.end(), side.begin(), side.begin() + raw.dimension);
    raw.facetGroup.push_back(group);
    isUsed = true;
  }
  if (isUsed && place == surfaces.end()) surfaces.push_back(region);
}

void dropElements(const std::set<std::int32_t>& regions, RawMesh& raw) {
  const auto corners = static_cast<std::size_t>(raw.dimension) + 1;
  std::vector<std::int32_t> newIndex;
  MeshGroups groups{{}, raw.groups.surfaces};
  for (std::size_t r = 0; r < raw.groups.regions.size(); ++r) {
    newIndex.push_back(static_cast<std::int32_t>(groups.regions.size()));
    if (!regions.contains(static_cast<std::int32_t>(r))) groups.regions.push_back(raw.groups.regions[r]);
  }
  std::size_t kept = 0;
  for (std::size_t e = 0; e < raw.region.size(); ++e) {
    if (regions.contains(raw.region[e])) continue;
    std::copy_n(&raw.elementNode[corners * e], corners, &raw.elementNode[corners * kept]);
    raw.elementTag[kept] = raw.elementTag[e];
    raw.region[kept++] = newIndex[static_cast<std::size_t>(raw.region[e])];
  }
  raw.elementNode.resize(corners * kept);
  raw.elementTag.resize(kept);
  raw.region.resize(kept);
  raw.groups = std::move(groups);
}

}  // namespace

std::vector<std::string> cutOutOfModel(const std::vector<std::string>& regions, int dimension, EntityNames& names) {
  const bool isGrouped = hasPhysicalGroups(dimension) || hasPhysicalGroups(dimension - 1);
  std::vector<std::string> left;
  std::vector<std::pair<std::string, std::set<int>>> skins;
  std::set<int> sides;
  for (const std::string& region : regions) {
    const std::vector<int> entities = entitiesNamed(dimension, region, names);
    if (const int group = physicalGroupNamed(dimension, region); group != 0)
      gmsh::model::removePhysicalGroups({{dimension, group}});
    if (entities.empty()) {
      left.push_back(region);
      continue;
    }
    skins.emplace_back(region, sidesOf(dimension, entities));
    sides.insert(skins.back().second.begin(), skins.back().second.end());
    for (const int entity : entities) {
      gmsh::model::removeEntities({{dimension, entity}});
      names.regions.erase(entity);
    }
  }
  dropLooseSides(dimension - 1, sides, names);
  for (auto& [region, own] : skins) {
    std::erase_if(own, [&](int side) { return !sides.contains(side); });
    nameSkin(region, dimension - 1, own, isGrouped, names);
  }
  return left;
}

void cutOutOfMesh(const std::vector<std::string>& regions, RawMesh& raw, const std::string& file) {
  std::set<std::int32_t> leavingRegions;
  for (const std::string& region : regions) {
    const std::int32_t index = groupIndex(raw.groups.regions, region);
    std::string known;
    for (const std::string& name : raw.groups.regions) known += (known.empty() ? "" : ", ") + name;
    require(index >= 0, "regions.{}: pec: {} has no region of that name; it has {}", region, file, known);
    leavingRegions.insert(index);
  }
  if (leavingRegions.empty()) return;
  const std::vector<Side> staying = sidesOf(raw, leavingRegions, false);
  require(!staying.empty(), "{}: nothing is left of the mesh, all of its regions are pec: give one a material", file);
  keepFacets(staying, sidesOf(raw, leavingRegions, true), raw);
  for (const std::string& region : regions)
    addSkin(region, sidesOf(raw, {groupIndex(raw.groups.regions, region)}, true), staying, raw);
  dropElements(leavingRegions, raw);
}

}  // namespace fluxtet
