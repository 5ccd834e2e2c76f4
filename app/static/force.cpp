// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/force.hpp"

#include "app/static/elementField.hpp"
#include "app/static/vertexSets.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdint>

namespace fluxtet::statics {
namespace {

/// Rule on the tetrahedron, exact to degree 3 (five points, one of negative weight; Hammer and Stroud 1956): the stress
/// of quadratic elements has degree 2, its moment 3.
struct TetrahedronRule {
  static constexpr int points = 5;
  double lambda[4];
  double weight;
  static TetrahedronRule at(int q) {
    if (q == 4) return {{0.25, 0.25, 0.25, 0.25}, -4.0 / 5};
    TetrahedronRule rule{{1.0 / 6, 1.0 / 6, 1.0 / 6, 1.0 / 6}, 9.0 / 20};
    rule.lambda[q] = 0.5;
    return rule;
  }
};
template <int dim>
using RuleOf = std::conditional_t<dim == 2, RadonRule<double>, TetrahedronRule>;

/// T g for the stress tensor T of a linear medium.
Vec3 stressTimes(const FieldValue& field, const Vec3& remanence, const Vec3& g) {
  const Vec3 induced = field.flux - remanence;
  return dot(field.intensity, g) * induced - (dot(induced, field.intensity) / 2) * g;
}

template <FormKind form, int order>
void addElement(const ElementField<form, order>& field, const Vec3& g, const Vec3& remanence, const Vec3& about,
                RegionForce& sum) {
  constexpr int dim = dimensionOf(form);
  for (int q = 0; q < RuleOf<dim>::points; ++q) {
    const auto rule = RuleOf<dim>::at(q);
    const Vec3 place = field.place(rule.lambda);
    double weight = field.geometry().measure * rule.weight;
    if (form == FormKind::axisymmetric || form == FormKind::axisymmetricA) weight *= 2 * constants::pi * place[0];
    const Vec3 part = -weight * stressTimes(field.at(rule.lambda), remanence, g);
    sum.force = sum.force + part;
    sum.stress += norm(part);
    sum.torque = sum.torque + cross(place - about, part);
  }
}

bool same(const StaticMaterial& a, const StaticMaterial& b) {
  return a.epsilon == b.epsilon && a.mu == b.mu;
}

template <FormKind form, int order>
RegionForce sumOverLayer(const StaticModel& model, std::span<const double> values, std::span<const double> density,
                         const VertexSet& inside, const Vec3& about) {
  constexpr int nv = dimensionOf(form) + 1;
  RegionForce sum;
  const StaticMaterial* around = nullptr;
  for (std::int32_t e = 0; e < model.mesh.numElements(); ++e) {
    if (!isInLayer(model.mesh, inside, e)) continue;
    const auto own = static_cast<std::size_t>(model.mesh.region[static_cast<std::size_t>(e)]);
    const std::int32_t* vertex = &model.mesh.elements[static_cast<std::size_t>(e) * nv];
    const ElementField<form, order> field(model, values, e);
    Vec3 g{};
    for (int i = 0; i < nv; ++i)
      for (int k = 0; k < nv - 1; ++k)
        g[static_cast<std::size_t>(k)] += inside[static_cast<std::size_t>(vertex[i])] * field.geometry().gradient[i][k];
    const StaticMaterial& material = model.material[own];
    if (around == nullptr) around = &material;
    sum.isAlone = sum.isAlone && same(*around, material) && norm(material.remanence) == 0 && density[own] == 0;
    addElement<form, order>(field, g, model.problem() == StaticProblem::electrostatic ? Vec3{} : material.remanence,
                            about, sum);
  }
  return sum;
}

/// Force on the vertices of a set.
RegionForce forceOn(const StaticModel& model, std::span<const double> values, std::span<const double> density,
                    const VertexSet& set, const Vec3& about) {
  RegionForce result = withElement(model.form, model.nodes.order, [&]<class Kind>(Kind) {
    return sumOverLayer<Kind::form, Kind::order>(model, values, density, set, about);
  });
  if (!model.isAxisymmetric()) return result;
  // Around the axis the radial parts cancel, and no torque is left.
  result.force[0] = 0;
  result.torque = {};
  return result;
}

/// The vertices of `a` that are in `b` and not in `without`.
VertexSet common(VertexSet a, const VertexSet& b, const VertexSet& without) {
  for (std::size_t v = 0; v < a.size(); ++v) a[v] = a[v] != 0 && b[v] != 0 && without[v] == 0 ? 1 : 0;
  return a;
}

/// Whether an element reaches from one set to what is in neither of both.
bool isBridged(const SimplexMesh& mesh, const VertexSet& body, const VertexSet& air, const VertexSet& outer) {
  const auto isForeign = [&](std::int32_t vertex) {
    const auto v = static_cast<std::size_t>(vertex);
    return body[v] == 0 && air[v] == 0 && outer[v] == 0;
  };
  const auto nv = static_cast<std::size_t>(mesh.dimension + 1);
  for (std::int32_t e = 0; e < mesh.numElements(); ++e) {
    const std::int32_t* vertex = &mesh.elements[static_cast<std::size_t>(e) * nv];
    if (isInLayer(mesh, body, e) && std::any_of(vertex, vertex + nv, isForeign)) return true;
  }
  return false;
}

}  // namespace

RegionForce regionForce(const StaticModel& model, std::span<const double> values, std::span<const double> density,
                        int region, const Vec3& about) {
  return forceOn(model, values, density, verticesOf(model.mesh, region), about);
}

ForceBalance forceBalance(const StaticModel& model, std::span<const double> values, std::span<const double> density,
                          int region, const Vec3& about) {
  const VertexSet body = verticesOf(model.mesh, region), free = freeVertices(model, density);
  const VertexSet air = common(free, free, body), next = common(withNeighbours(model.mesh, body), air, body);
  const RegionForce onBody = forceOn(model, values, density, body, about),
                    onAir = forceOn(model, values, density, air, about),
                    onNext = forceOn(model, values, density, next, about);
  ForceBalance balance;
  balance.reaction = Vec3{} - onBody.force - onAir.force;
  balance.reactionTorque = Vec3{} - onBody.torque - onAir.torque;
  balance.error = onNext.force;
  balance.torqueError = onNext.torque;
  balance.stress = onBody.stress;
  balance.isBridged = isBridged(model.mesh, body, air, outerVertices(model));
  return balance;
}

void requireSurroundings(const StaticModel& model, const ForceQuantity& wanted) {
  const VertexSet inside = verticesOf(model.mesh, model.region(wanted.region));
  for (std::int32_t e = 0; e < model.mesh.numElements(); ++e)
    if (isInLayer(model.mesh, inside, e)) return;
  throw InputError(
      fmt::format("{}: output.quantities: force on '{}': nothing of the mesh lies round this region: mesh the air "
                  "round it too",
                  toString(wanted.mark), wanted.region));
}

const StaticBoundary* boundaryBeneath(const StaticModel& model, const ForceQuantity& wanted) {
  if (model.usesVectorPotential()) return nullptr;
  const SimplexMesh& mesh = model.mesh;
  const auto nv = static_cast<std::size_t>(mesh.dimension);  // of a facet
  const VertexSet inside = verticesOf(mesh, model.region(wanted.region));
  for (const StaticBoundary& boundary : model.statics.boundaries) {
    if (boundary.kind != StaticBoundaryKind::potential && boundary.kind != StaticBoundaryKind::floating) continue;
    const int surface = model.surface(boundary.surface);
    bool touches = false, goesOn = false;
    for (std::int32_t f = 0; f < mesh.numFacets(); ++f) {
      if (mesh.facetGroup[static_cast<std::size_t>(f)] != surface) continue;
      const int count = verticesInside(inside, &mesh.facets[static_cast<std::size_t>(f) * nv], mesh.dimension);
      touches = touches || count == mesh.dimension;
      goesOn = goesOn || (count > 0 && count < mesh.dimension);
    }
    if (touches && goesOn) return &boundary;
  }
  return nullptr;
}

void warnOfBoundaryBeneath(const StaticModel& model, const ForceQuantity& wanted) {
  if (const StaticBoundary* boundary = boundaryBeneath(model, wanted))
    spdlog::warn(
        "{}: force on '{}': the region stands on '{}', whose charge or poles there count as the region's: leave a gap "
        "to tell the forces apart",
        toString(wanted.mark), wanted.region, boundary->surface);
}

}  // namespace fluxtet::statics
