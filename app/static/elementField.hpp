// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/model.hpp"
#include "kernels/static/dispatch.hpp"
#include "kernels/static/elementIntegrals.hpp"

#include <span>

namespace fluxtet::statics {

/// Fields of a solution at a point, SI; (r, z) components where axisymmetric.
struct FieldValue {
  double potential = 0;  ///< V, A (scalarMagnetic), or A_z, A_phi in Wb/m
  Vec3 flux{};           ///< D (C/m^2) or B (T)
  Vec3 intensity{};      ///< E (V/m) or H (A/m)
};

/// Flux and intensity from `derived`: minus the gradient of a scalar potential (E, V/m, or H, A/m), or B, T.
/// `potential`: V, A or Wb/m, as in FieldValue.
inline FieldValue fieldOf(StaticProblem problem, const StaticMaterial& material, double potential,
                          const Vec3& derived) {
  switch (problem) {
    case StaticProblem::electrostatic:
      return {potential, material.epsilon * derived, derived};
    case StaticProblem::scalarMagnetic:
      return {potential, material.mu * derived + material.remanence, derived};
    case StaticProblem::magnetostatic:
      return {potential, derived, (1 / material.mu) * (derived - material.remanence)};
  }
  return {};
}

/// Fields in one element of a solution. Points are barycentric coordinates `lambda` [vertex].
template <FormKind form, int order>
class ElementField {
 public:
  using El = Element<form, order>;
  /// `values`: [numNodes] V, A or Wb/m (FieldValue). `e`: the element.
  ElementField(const StaticModel& model, std::span<const double> values, std::int32_t e)
      : problem_(model.problem()),
        material_(model.material[static_cast<std::size_t>(model.mesh.region[static_cast<std::size_t>(e)])]) {
    elementVertices<form>(model.mesh, e, x_);
    geometry_ = barycentric(x_);
    const auto nodes = model.nodes.ofElement(e);
    for (int a = 0; a < El::nd; ++a) u_[a] = values[static_cast<std::size_t>(nodes[static_cast<std::size_t>(a)])];
  }

  /// Gradients of the barycentric coordinates, 1/m, and area (m^2) or volume (m^3).
  const Barycentric<El::dim, double>& geometry() const { return geometry_; }
  /// Coordinates of a point, m; (r, z, 0) where axisymmetric.
  Vec3 place(const double (&lambda)[El::nv]) const {
    Vec3 result{};
    for (int i = 0; i < El::nv; ++i)
      for (int k = 0; k < El::dim; ++k) result[static_cast<std::size_t>(k)] += lambda[i] * x_[i][k];
    return result;
  }
  /// Fields at a point, SI.
  FieldValue at(const double (&lambda)[El::nv]) const {
    double shape[El::nd], slope[El::nd][El::dim], value = 0;
    shapeValues<form, order>(lambda, shape);
    shapeGradients<form, order>(geometry_, lambda, slope);
    Vec3 gradient{};
    for (int a = 0; a < El::nd; ++a) {
      value += u_[a] * shape[a];
      for (int k = 0; k < El::dim; ++k) gradient[static_cast<std::size_t>(k)] += u_[a] * slope[a][k];
    }
    if (problem_ != StaticProblem::magnetostatic) return fieldOf(problem_, material_, value, -1.0 * gradient);
    if constexpr (form == FormKind::axisymmetricA) {
      const double r = place(lambda)[0];
      const double overRadius = r > 0 ? value / r : gradient[0];  // A = 0 on the axis
      return fieldOf(problem_, material_, value, {-gradient[1], gradient[0] + overRadius, 0});
    }
    return fieldOf(problem_, material_, value, {gradient[1], -gradient[0], 0});
  }
  /// Fields at the centroid, SI.
  FieldValue atCentroid() const {
    double lambda[El::nv];
    for (double& l : lambda) l = 1.0 / El::nv;
    return at(lambda);
  }

 private:
  StaticProblem problem_;
  const StaticMaterial& material_;
  double x_[El::nv][El::dim], u_[El::nd];
  Barycentric<El::dim, double> geometry_;
};

}  // namespace fluxtet::statics
