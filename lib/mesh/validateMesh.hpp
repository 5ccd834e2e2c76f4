// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace fluxtet {

/// Throws InputError for a mesh that the solvers cannot use, naming the element and its place: no elements, a vertex
/// that is not finite, an element with a repeated vertex or (almost) no volume, two elements with the same vertices, a
/// face shared by three elements, outer faces that lie on each other or cut each other and volumes within volumes (a
/// mesh that does not conform: findSurfaceFault()), an outer face without surface group. `elementTag`: the file's name
/// of each element; empty: elements are named by their index. `origin`: what the mesh was read from, for the message.
void validateMesh(const Mesh& mesh, const std::string& origin, std::span<const std::int64_t> elementTag = {});

/// Elements whose volume is below this share of the cube of their longest edge count as flat (a regular tetrahedron:
/// 0.118).
inline constexpr double flatVolumeShare = 1e-9;

}  // namespace fluxtet
