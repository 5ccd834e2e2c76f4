// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/simplexMesh.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace fluxtet {

/// Throws InputError for a mesh of triangles that the static solver cannot use, naming the element and its place: no
/// elements, a vertex that is not finite, ids out of range, a triangle with (almost) no area or negative orientation,
/// two triangles with the same vertices or on the same side of an edge, an edge of three triangles, outer edges that
/// lie on each other or cut each other and areas within areas (a mesh that does not conform: findSurfaceFault()), an
/// outer edge without group, a facet that is no edge. `elementTag`: the file's name of each element; empty: elements
/// are named by their index. `origin`: what the mesh was read from.
void validatePlaneMesh(const SimplexMesh& mesh, const std::string& origin,
                       std::span<const std::int64_t> elementTag = {});

/// Triangles whose area is below this share of the square of their longest edge count as flat (an equilateral one:
/// 0.433).
inline constexpr double flatAreaShare = 1e-9;

}  // namespace fluxtet
