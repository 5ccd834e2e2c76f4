// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace fluxtet {

/// Point, [axis], m.
template <int D>
using Place = std::array<double, D>;

/// A facet that only one element has: a face of a tetrahedron (D = 3) or an edge of a triangle (D = 2).
template <int D>
struct OuterFacet {
  std::array<std::int64_t, D> vertex;  ///< global ids, ascending
  std::array<Place<D>, D> x;           ///< their places, m
  Place<D> opposite;                   ///< the element's other vertex, m
  std::int64_t element = -1;           ///< as the caller numbers elements
};

/// Fault of the outer facets of a mesh: the mesh does not conform, or elements overlap.
enum class SurfaceFaultKind {
  coincident,  ///< two facets lie on each other
  crossing,    ///< two facets cut each other
  nested       ///< elements lie within other elements, and the surfaces do not touch
};

/// Fault of the outer facets, with an element of each of the two facets and a place, m.
template <int D>
struct SurfaceFault {
  SurfaceFaultKind kind;
  std::int64_t count = 1;     ///< pairs of such facets; of nested ones, closed surfaces
  std::int64_t element = -1;  ///< one of the elements
  std::int64_t other = -1;    ///< that of the other facet; -1 for nested ones
  Place<D> at;                ///< a point of the facet; of a nested one, of the element
};

/// Looks at the outer facets of a whole mesh, each of whose pieces is sound by itself (no facet of three elements, no
/// two elements on one side of a facet). Such a mesh covers each point once if no two of the facets cut each other or
/// lie on each other and a point just inside of each closed surface is within one element: its winding number is 1. Two
/// facets that touch at a point or along a line are no fault. What is nearer than nearFacets() counts as touching.
/// O(n log n).
template <int D>
std::optional<SurfaceFault<D>> findSurfaceFault(std::span<const OuterFacet<D>> facets);

/// Distance below which facets of the size `facet` in a mesh of the size `mesh` lie on each other, all in m: a
/// millionth of the facet, or the 7 digits with which files in single precision give coordinates, but at most a
/// thousandth of the facet.
double nearFacets(double facet, double mesh);

/// "(0, 0.5, 1) m", for messages.
template <int D>
std::string placeText(const Place<D>& x);

/// Names of elements and of their regions for messages, by the caller's number of the element.
struct ElementNames {
  std::function<std::string(std::int64_t)> element;
  std::function<std::string(std::int64_t)> region;
};

/// Message for the user: the fault, its place, and what to do.
template <int D>
std::string describe(const SurfaceFault<D>& fault, const ElementNames& names);

}  // namespace fluxtet
