// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/excitation.hpp"
#include "kernels/static/elementIntegrals.hpp"
#include "lib/base/constants.hpp"

#include <cmath>

namespace fluxtet::statics {
namespace {

/// Integrals of the test functions over a facet: one for each of its nodes.
using FacetIntegrals = std::array<double, 6>;

/// Gauss–Legendre rule of three points on (0, 1), exact to degree 5: quadratic test functions with the weight r
/// have degree 3.
struct EdgeRule {
  static constexpr int points = 3;
  double x, weight;
  static EdgeRule at(int q) {
    constexpr double a = 0.11270166537925831;  // (1 - sqrt(3/5)) / 2
    if (q == 1) return {0.5, 4.0 / 9};
    return {q == 0 ? a : 1 - a, 5.0 / 18};
  }
};

/// In a plane: int v ds; in a meridian plane int v 2 pi r ds.
FacetIntegrals edgeIntegrals(const StaticModel& model, std::span<const std::int32_t> node) {
  const Vec3 a = nodePlace(model.mesh, model.nodes, node[0]), b = nodePlace(model.mesh, model.nodes, node[1]);
  const double length = norm(b - a);
  FacetIntegrals result{};
  for (int q = 0; q < EdgeRule::points; ++q) {
    const EdgeRule rule = EdgeRule::at(q);
    const double x = rule.x, y = 1 - x, r = y * a[0] + x * b[0];
    double weight = length * rule.weight;
    if (model.isAxisymmetric()) weight *= 2 * constants::pi * r;
    if (node.size() == 2) {
      result[0] += weight * y;
      result[1] += weight * x;
    } else {
      result[0] += weight * y * (2 * y - 1);
      result[1] += weight * x * (2 * x - 1);
      result[2] += weight * 4 * x * y;
    }
  }
  return result;
}

/// Means of the basis functions of a triangle: 1/3 each at order 1; at order 2 nothing at vertices, 1/3 at edges.
FacetIntegrals triangleIntegrals(const StaticModel& model, std::span<const std::int32_t> node) {
  const Vec3 a = nodePlace(model.mesh, model.nodes, node[0]);
  const Vec3 b = nodePlace(model.mesh, model.nodes, node[1]) - a, c = nodePlace(model.mesh, model.nodes, node[2]) - a;
  const double third = norm(cross(b, c)) / 2 / 3;
  FacetIntegrals result{};
  for (std::size_t i = node.size() == 3 ? 0 : 3; i < node.size(); ++i) result[i] = third;
  return result;
}

bool isSurfaceSource(StaticBoundaryKind kind) {
  return kind == StaticBoundaryKind::chargeDensity || kind == StaticBoundaryKind::fluxDensity ||
         kind == StaticBoundaryKind::surfaceCurrent;
}

void addSurface(const StaticModel& model, const DofMap& dofs, const StaticBoundary& boundary, double unit,
                FemLoads& loads) {
  const int group = model.surface(boundary.surface);
  for (std::int32_t f = 0; f < model.mesh.numFacets(); ++f) {
    if (model.mesh.facetGroup[static_cast<std::size_t>(f)] != group) continue;
    const auto nodes = model.nodes.ofFacet(f);
    const FacetIntegrals integrals =
        model.mesh.dimension == 2 ? edgeIntegrals(model, nodes) : triangleIntegrals(model, nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const auto node = static_cast<std::size_t>(nodes[i]);
      const bool minus = !dofs.minus.empty() && dofs.minus[node] != 0;
      if (dofs.ofNode[node] >= 0)
        loads.atDofs.emplace_back(dofs.ofNode[node], (minus ? -1 : 1) * boundary.value / unit * integrals[i]);
    }
  }
}

}  // namespace

FemLoads engineLoads(const StaticModel& model, const DofMap& dofs, const Excitation& excitation) {
  FemLoads loads;
  loads.prescribed = prescribedValues(dofs, excitation.potential);
  if (!excitation.surfaces) return loads;
  const double unit = equationUnit(model.problem());
  for (std::size_t b = 0; b < model.statics.boundaries.size(); ++b) {
    const StaticBoundary& boundary = model.statics.boundaries[b];
    if (isSurfaceSource(boundary.kind)) addSurface(model, dofs, boundary, unit, loads);
    if (dofs.ofBoundary[b] >= 0) loads.atDofs.emplace_back(dofs.ofBoundary[b], boundary.value / unit);
  }
  return loads;
}

}  // namespace fluxtet::statics
