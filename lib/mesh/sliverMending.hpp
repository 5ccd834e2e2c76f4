// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace fluxtet {

/// What mendSlivers() found and left.
struct SliverReport {
  double quality = 0;       ///< that was asked for
  std::int64_t found = 0;   ///< elements of a lower one
  std::int64_t left = 0;    ///< those that still are
  double radiusBefore = 0;  ///< smallest radius of an inscribed sphere of all elements, m
  double radiusAfter = 0;   ///< the same afterwards
};

/// Makes flat elements thicker: moves their vertices (makeThickest()), and replaces the elements round an edge or at
/// both sides of a face by others that fill the same space (edge removal by the best triangulation of the polygon round
/// the edge, and flips of two elements into three; Freitag, Ollivier-Gooch 1997). Elements are to have `quality`
/// (elementQuality()), and those with the smallest inscribed spheres, which the time step follows, larger ones: a
/// thousandth of all elements as large as the largest of them. Every change makes the thinnest element that it touches
/// thicker. Faces of the outer surface, between regions and of surface groups stay as they are, and so do their
/// vertices. The result depends on the mesh only. New elements have the places of old ones or are behind all others.
SliverReport mendSlivers(Mesh& mesh, double quality);

/// mendSlivers() with soundQuality where an element has less than 0.1 and `quality` is not given; else with
/// `quality`, 0: leaves the mesh as it is. Nothing is returned where nothing was to be done.
std::optional<SliverReport> mendWhereNeeded(Mesh& mesh, std::optional<double> quality);

/// A line for the user.
std::string sliverLine(const SliverReport& report);

}  // namespace fluxtet
