// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Meshes that consist of a mesh and its image, so that results on the mesh alone can be compared to rounding.
#pragma once

#include "lib/base/vec3.hpp"
#include "lib/mesh/mesh.hpp"

#include <functional>

namespace fluxtet::test {

/// The mesh and its image under `image`, a translation or a reflection, m, joined where they touch: there they share
/// vertices, and faces that were outer ones belong to no surface any more. Elements of the image follow those of the
/// mesh in the same order.
Mesh withImage(const Mesh& mesh, const std::function<Vec3(const Vec3&)>& image);

/// The same about the plane x[axis] = 0.
Mesh mirrored(const Mesh& mesh, int axis);

}  // namespace fluxtet::test
