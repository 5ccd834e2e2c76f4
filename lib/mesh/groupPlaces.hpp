// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/vec3.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Where the regions and surfaces of a mesh are, so that they are found without names. Plane meshes have z = 0.
namespace fluxtet {

/// Centroid, and lowest and highest corner of the box, of a region or surface, m.
struct GroupPlace {
  Vec3 centre{};
  Vec3 low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity};

  bool isEmpty() const { return low[0] > high[0]; }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();
};

/// Makes the place of a region or surface from its simplices.
class PlaceSum {
 public:
  /// `corners` of a simplex, m; `measure`: its volume, area or length.
  void add(std::span<const Vec3> corners, double measure);
  GroupPlace place() const;

 private:
  GroupPlace place_;
  Vec3 sum_{};
  double measure_ = 0;
};

/// Diagonal of the box round all places, m.
double extentOf(std::span<const GroupPlace> places);

/// What lies on the two sides of a face, indices of regions; `second` is `outside` at the outer surface of the mesh.
struct FacetRegions {
  static constexpr std::int32_t outside = std::numeric_limits<std::int32_t>::max();
  std::int32_t first = 0, second = outside;
  auto operator<=>(const FacetRegions&) const = default;
};

/// A face or edge of a surface or curve with its sides.
struct SidedFacet {
  std::array<Vec3, 3> corners{};  ///< m
  int numCorners = 3;
  Vec3 area{};  ///< normal from `regions.first` to `regions.second` times area or length
  FacetRegions regions;
};

/// The facet turned so that its regions are in ascending order.
SidedFacet ascending(SidedFacet facet);

/// Where a surface is, and what it separates.
struct SurfacePlace {
  GroupPlace place;
  std::optional<Vec3> normal;       ///< unit; of a surface that is plane
  bool isDirected = false;          ///< the normal is that of `sides`; otherwise its largest component is positive
  std::vector<FacetRegions> sides;  ///< ascending, each once
};

/// The direction of an axis, with a positive largest component.
Vec3 axisDirection(const Vec3& unit);

/// `facets`: ascending().
SurfacePlace surfacePlace(std::span<const SidedFacet> facets);

/// Regions that share faces with others.
class Neighbours {
 public:
  explicit Neighbours(std::size_t regions) : of_(regions) {}
  /// In any order, but for `outside`, which is the second.
  void add(const FacetRegions& regions);
  /// [region] the others in ascending order, `FacetRegions::outside` among them.
  std::vector<std::vector<std::int32_t>> lists() const { return of_; }

 private:
  std::vector<std::vector<std::int32_t>> of_;
};

/// Writes places of one model; numbers far below its size, which rounding leaves, become 0.
class PlaceText {
 public:
  /// `dimension`: coordinates that are written. `size`: extent of the model, m.
  PlaceText(int dimension, double size) : dimension_(dimension), size_(size) {}
  /// Two lines, "surface       Patch: <quantity>; <details>" and "centre (0, 0, 1.6) mm, from (-20, -20, 0) to (20, 20,
  /// 3.2) mm" below; of an empty group the beginning of the first one. `details` may be empty.
  std::string entry(const std::string& kind, const std::string& name, const std::string& quantity,
                    const std::string& details, const GroupPlace& place) const;
  /// "from (-20, -20, 0) to (20, 20, 3.2) mm"
  std::string box(const GroupPlace& place) const;
  /// "(0, 0, 1)"
  std::string direction(const Vec3& unit) const;
  /// "plane, normal (0, 0, 1) from Board to Air", or "between Board and Air; outside of Air" of a surface that is not
  /// plane. `flat`: what a plane one is called. `regions`: names.
  std::string surface(const SurfacePlace& surface, const std::string& flat,
                      const std::vector<std::string>& regions) const;

 private:
  std::string vector(const Vec3& x, double unit, double negligible) const;
  double negligible() const { return 1e-6 * size_; }
  int dimension_;
  double size_;
};

/// "beside Air, Board; at the outside"
std::string neighboursText(std::span<const std::int32_t> neighbours, const std::vector<std::string>& regions);

}  // namespace fluxtet
