// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/elementField.hpp"
#include "app/static/model.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fluxtet::statics {

/// Place of a point in the mesh.
struct PointPlace {
  std::int32_t element = -1;       ///< -1: outside the mesh; on a common side the lowest of its elements
  std::array<double, 4> lambda{};  ///< barycentric coordinates
};

/// Places [n] of `points` [n], m; (r, z, 0) where axisymmetric.
std::vector<PointPlace> locatePoints(const SimplexMesh& mesh, std::span<const Vec3> points);

/// Fields at a place, SI; nothing outside the mesh. `values`: [numNodes] potential.
std::optional<FieldValue> fieldAt(const StaticModel& model, std::span<const double> values, const PointPlace& place);

}  // namespace fluxtet::statics
