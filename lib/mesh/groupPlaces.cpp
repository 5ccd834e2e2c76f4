// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/mesh/groupPlaces.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace fluxtet {
namespace {

constexpr double mm = 1e-3;  ///< m

/// Facets of a plane surface that was rounded when it was written turn by less.
constexpr double parallelShare = 1 - 1e-4;
/// And their corners lie nearer to its plane than this share of its size.
constexpr double flatShare = 1e-3;

std::span<const Vec3> cornersOf(const SidedFacet& facet) {
  return std::span(facet.corners).first(static_cast<std::size_t>(facet.numCorners));
}

/// Sum of the facets' areas, each turned so that it points as `along` does.
Vec3 alignedSum(std::span<const SidedFacet> facets, const Vec3& along) {
  Vec3 sum{};
  for (const SidedFacet& facet : facets) sum = sum + (dot(facet.area, along) < 0 ? -1.0 : 1.0) * facet.area;
  return sum;
}

bool liesInPlane(std::span<const SidedFacet> facets, const GroupPlace& place, const Vec3& normal) {
  const double most = flatShare * norm(place.high - place.low);
  for (const SidedFacet& facet : facets)
    for (const Vec3& corner : cornersOf(facet))
      if (std::abs(dot(normal, corner - place.centre)) > most) return false;
  return true;
}

/// Whether all faces have their normal from one kind of region to another: from one region to one other, or outwards.
bool isDirected(const std::vector<FacetRegions>& sides) {
  const bool isOuter =
      std::all_of(sides.begin(), sides.end(), [](const FacetRegions& s) { return s.second == FacetRegions::outside; });
  return isOuter || (sides.size() == 1 && sides[0].first != sides[0].second);
}

const std::string& nameOf(std::int32_t region, const std::vector<std::string>& regions) {
  return regions[static_cast<std::size_t>(region)];
}

std::string named(const char* what, const std::vector<std::string>& names) {
  return names.empty() ? std::string() : fmt::format("{} {}", what, fmt::join(names, ", "));
}

std::string joined(std::vector<std::string> parts) {
  std::erase(parts, "");
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// "between Board and Air; within Board; outside of Air", by what the sides are.
std::string sidesText(std::span<const FacetRegions> sides, const std::vector<std::string>& regions) {
  std::vector<std::string> between, outside, within;
  for (const FacetRegions& side : sides) {
    if (side.second == FacetRegions::outside) {
      outside.push_back(nameOf(side.first, regions));
    } else if (side.first == side.second) {
      within.push_back(nameOf(side.first, regions));
    } else {
      between.push_back(fmt::format("{} and {}", nameOf(side.first, regions), nameOf(side.second, regions)));
    }
  }
  return joined({named("between", between), named("within", within), named("outside of", outside)});
}

}  // namespace

Vec3 axisDirection(const Vec3& unit) {
  // A little in favour of earlier components, so that rounding does not decide between equal ones.
  std::size_t largest = 0;
  for (std::size_t i = 1; i < 3; ++i)
    if (std::abs(unit[i]) > std::abs(unit[largest]) + 1e-6) largest = i;
  return unit[largest] < 0 ? -1.0 * unit : unit;
}

void PlaceSum::add(std::span<const Vec3> corners, double measure) {
  Vec3 centre{};
  for (const Vec3& x : corners) {
    centre = centre + x;
    for (std::size_t i = 0; i < 3; ++i) {
      place_.low[i] = std::min(place_.low[i], x[i]);
      place_.high[i] = std::max(place_.high[i], x[i]);
    }
  }
  sum_ = sum_ + measure / static_cast<double>(corners.size()) * centre;
  measure_ += measure;
}

GroupPlace PlaceSum::place() const {
  GroupPlace place = place_;
  if (measure_ > 0) place.centre = 1 / measure_ * sum_;
  return place;
}

double extentOf(std::span<const GroupPlace> places) {
  PlaceSum sum;
  for (const GroupPlace& place : places)
    if (!place.isEmpty()) sum.add(std::array{place.low, place.high}, 1);
  return norm(sum.place().high - sum.place().low);
}

SidedFacet ascending(SidedFacet facet) {
  FacetRegions& regions = facet.regions;
  if (regions.first <= regions.second) return facet;
  std::swap(regions.first, regions.second);
  facet.area = -1.0 * facet.area;
  return facet;
}

SurfacePlace surfacePlace(std::span<const SidedFacet> facets) {
  SurfacePlace surface;
  if (facets.empty()) return surface;
  PlaceSum sum;
  double area = 0;
  Vec3 directed{};
  for (const SidedFacet& facet : facets) {
    sum.add(cornersOf(facet), norm(facet.area));
    area += norm(facet.area);
    directed = directed + facet.area;
    surface.sides.push_back(facet.regions);
  }
  surface.place = sum.place();
  std::sort(surface.sides.begin(), surface.sides.end());
  surface.sides.erase(std::unique(surface.sides.begin(), surface.sides.end()), surface.sides.end());

  const Vec3 aligned = alignedSum(facets, facets.front().area);
  if (norm(aligned) < parallelShare * area) return surface;
  if (!liesInPlane(facets, surface.place, normalised(aligned))) return surface;
  surface.isDirected = isDirected(surface.sides) && norm(directed) >= parallelShare * area;
  surface.normal = surface.isDirected ? normalised(directed) : axisDirection(normalised(aligned));
  return surface;
}

void Neighbours::add(const FacetRegions& regions) {
  if (regions.first == regions.second) return;
  const auto insert = [&](std::int32_t region, std::int32_t other) {
    auto& list = of_[static_cast<std::size_t>(region)];
    const auto place = std::lower_bound(list.begin(), list.end(), other);
    if (place == list.end() || *place != other) list.insert(place, other);
  };
  insert(regions.first, regions.second);
  if (regions.second != FacetRegions::outside) insert(regions.second, regions.first);
}

std::string PlaceText::vector(const Vec3& x, double unit, double negligible) const {
  std::vector<std::string> numbers;
  for (int i = 0; i < dimension_; ++i) {
    const double component = x[static_cast<std::size_t>(i)];
    numbers.push_back(fmt::format("{:.6g}", std::abs(component) < negligible ? 0.0 : component / unit));
  }
  return fmt::format("({})", fmt::join(numbers, ", "));
}

std::string PlaceText::box(const GroupPlace& place) const {
  return fmt::format("from {} to {} mm", vector(place.low, mm, negligible()), vector(place.high, mm, negligible()));
}

std::string PlaceText::direction(const Vec3& unit) const {
  return vector(unit, 1, 1e-5);
}

std::string PlaceText::entry(const std::string& kind, const std::string& name, const std::string& quantity,
                             const std::string& details, const GroupPlace& place) const {
  constexpr int column = 14;
  std::string text = fmt::format("{:<{}}{}: {}", kind, column, name, quantity);
  if (!place.isEmpty())
    text += fmt::format("{}{}\n{:{}}centre {} mm, {}", details.empty() ? "" : "; ", details, "", column,
                        vector(place.centre, mm, negligible()), box(place));
  return text + "\n";
}

std::string PlaceText::surface(const SurfacePlace& surface, const std::string& flat,
                               const std::vector<std::string>& regions) const {
  if (!surface.normal) return sidesText(surface.sides, regions);
  const std::string normal = direction(*surface.normal);
  const FacetRegions& sides = surface.sides.front();
  if (surface.isDirected && sides.second != FacetRegions::outside)
    return fmt::format("{}, normal {} from {} to {}", flat, normal, nameOf(sides.first, regions),
                       nameOf(sides.second, regions));
  return fmt::format("{}, {}normal {}; {}", flat, surface.isDirected ? "outward " : "", normal,
                     sidesText(surface.sides, regions));
}

std::string neighboursText(std::span<const std::int32_t> neighbours, const std::vector<std::string>& regions) {
  std::vector<std::string> names;
  bool isOuter = false;
  for (const std::int32_t neighbour : neighbours) {
    if (neighbour == FacetRegions::outside) {
      isOuter = true;
    } else {
      names.push_back(nameOf(neighbour, regions));
    }
  }
  return joined({named("beside", names), isOuter ? "at the outside" : ""});
}

}  // namespace fluxtet
