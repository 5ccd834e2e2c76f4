// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/case/staticCase.hpp"
#include "app/static/nodes.hpp"
#include "kernels/static/femProblem.hpp"
#include "lib/mesh/simplexMesh.hpp"

#include <string>
#include <vector>

namespace fluxtet::statics {

/// Material of a region: linear, with a remanence B_r (B = mu H + B_r).
struct StaticMaterial {
  double epsilon = 0;  ///< F/m
  double mu = 0;       ///< H/m
  Vec3 remanence{};    ///< T; (r, z, 0) where axisymmetric
};

/// A static case on its mesh: the data from which the equations are set up and their solution is evaluated.
struct StaticModel {
  StaticCase statics;
  SimplexMesh mesh;
  FormKind form = FormKind::planar;
  NodeNumbering nodes;
  std::vector<StaticMaterial> material;  ///< [regions of the mesh]

  StaticProblem problem() const { return statics.settings.problem; }
  bool isAxisymmetric() const { return form == FormKind::axisymmetric || form == FormKind::axisymmetricA; }
  bool usesVectorPotential() const { return problem() == StaticProblem::magnetostatic; }
  /// Index of a group of the mesh. Throws InputError for a name that is none; those of the case have been checked.
  int region(const std::string& name) const;
  int surface(const std::string& name) const;
};

/// Numbers the nodes and looks up the materials. `theCase` has been checked against the mesh.
StaticModel makeStaticModel(const StaticCase& theCase, SimplexMesh mesh);

/// Units of the unknown for people: "V", "A", or "Wb/m".
const char* potentialUnit(StaticProblem problem);
/// "(0.1, 0.2) m", "(r, z) = (0.1, 0.2) m", or with three components.
std::string placeText(const StaticModel& model, const Vec3& place);
/// Vertices `x` [vertex][xyz] of element e, m.
template <FormKind form>
void elementVertices(const SimplexMesh& mesh, std::int32_t e, double (&x)[dimensionOf(form) + 1][dimensionOf(form)]) {
  constexpr int dim = dimensionOf(form);
  for (int i = 0; i <= dim; ++i) {
    const auto vertex =
        static_cast<std::size_t>(mesh.elements[static_cast<std::size_t>(e) * (dim + 1) + static_cast<std::size_t>(i)]);
    for (int k = 0; k < dim; ++k) x[i][k] = mesh.vertices[vertex * dim + static_cast<std::size_t>(k)];
  }
}
/// Mean of the vertices of element e, m; z = 0 in a plane.
Vec3 centroid(const SimplexMesh& mesh, std::int32_t e);

}  // namespace fluxtet::statics
