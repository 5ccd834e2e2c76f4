// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace fluxtet::dgtd {

/// The two vertices of an edge, ascending.
using EdgeKey = std::pair<std::int32_t, std::int32_t>;

inline EdgeKey edgeKey(std::int32_t a, std::int32_t b) {
  return a < b ? EdgeKey{a, b} : EdgeKey{b, a};
}

/// Triangles of each edge; the order of the map makes what is built on it the same on every rank.
std::map<EdgeKey, std::vector<std::int32_t>> edgesOf(const CrossSection& section);

/// Throws InputError unless the cross-section is in one piece, conforming, with an area, and with a wall on every
/// outer edge.
void checkCrossSection(const CrossSection& section);

/// The PEC walls as conductors: vertices of each connected set of electric edges, ascending. The first is the
/// reference: the one with the largest bounding box, which encloses the others in a shielded line; of equal ones the
/// one of least v, then u, of the box's centre.
std::vector<std::vector<std::int32_t>> conductorsOf(const CrossSection& section);

/// Whether epsilonR and muR are the same in all triangles, to 1e-9.
bool isHomogeneous(const CrossSection& section);

/// Corners of the outline if it is one closed polygon: the vertices where it turns by more than 1e-6 rad, in order.
/// Empty if the outline has several parts.
std::vector<std::array<double, 2>> cornersOf(const CrossSection& section);

/// Area, m^2.
double areaOf(const CrossSection& section);

/// Centre of area, m.
std::array<double, 2> centreOf(const CrossSection& section);

}  // namespace fluxtet::dgtd
