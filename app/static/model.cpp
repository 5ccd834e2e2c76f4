// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/model.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <algorithm>

namespace fluxtet::statics {
namespace {

int indexOf(const std::vector<std::string>& names, const std::string& name, const char* kind) {
  const std::int32_t index = groupIndex(names, name);
  require(index >= 0, "the mesh has no {} '{}'", kind, name);
  return index;
}

FormKind formOf(const StaticSettings& settings, int dimension) {
  if (dimension == 3) return FormKind::solid;
  if (settings.symmetry == Symmetry::planar) return FormKind::planar;
  return settings.problem == StaticProblem::magnetostatic ? FormKind::axisymmetricA : FormKind::axisymmetric;
}

std::vector<StaticMaterial> materialsOf(const StaticCase& theCase, const MeshGroups& groups) {
  std::vector<StaticMaterial> result(groups.regions.size());
  for (const RegionAssignment& assignment : theCase.regions) {
    const Material& material = theCase.materials[static_cast<std::size_t>(assignment.material)];
    result[static_cast<std::size_t>(indexOf(groups.regions, assignment.region, "region"))] = {
        constants::epsilon0 * material.epsilonR, constants::mu0 * material.muR, material.remanence};
  }
  return result;
}

/// Radii are taken from the axis on: a vertex behind it has no meaning. One that misses it by rounding lies on it.
void settleAxis(SimplexMesh& mesh) {
  double largest = 0;
  for (std::size_t i = 0; i < mesh.vertices.size(); i += 2) largest = std::max(largest, std::abs(mesh.vertices[i]));
  constexpr double roundings = 1e-12;
  for (std::size_t i = 0; i < mesh.vertices.size(); i += 2) {
    double& r = mesh.vertices[i];
    require(r >= -roundings * largest,
            "symmetry axisymmetric: a vertex lies at r = {} m, z = {} m: the first coordinate is the radius and must "
            "not be "
            "negative",
            r, mesh.vertices[i + 1]);
    if (r <= roundings * largest) r = 0;
  }
}

}  // namespace

int StaticModel::region(const std::string& name) const {
  return indexOf(mesh.groups.regions, name, "region");
}
int StaticModel::surface(const std::string& name) const {
  return indexOf(mesh.groups.surfaces, name, "boundary");
}

StaticModel makeStaticModel(const StaticCase& theCase, SimplexMesh mesh) {
  StaticModel model;
  model.statics = theCase;
  model.form = formOf(model.statics.settings, mesh.dimension);
  model.material = materialsOf(theCase, mesh.groups);
  model.mesh = std::move(mesh);
  if (model.isAxisymmetric()) settleAxis(model.mesh);
  model.nodes = numberNodes(model.mesh, model.statics.settings.order);
  return model;
}

const char* potentialUnit(StaticProblem problem) {
  switch (problem) {
    case StaticProblem::electrostatic:
      return "V";
    case StaticProblem::magnetostatic:
      return "Wb/m";
    case StaticProblem::scalarMagnetic:
      return "A";
  }
  return "";
}

std::string placeText(const StaticModel& model, const Vec3& place) {
  if (model.mesh.dimension == 3) return fmt::format("({:.6g}, {:.6g}, {:.6g}) m", place[0], place[1], place[2]);
  return fmt::format("{}({:.6g}, {:.6g}) m", model.isAxisymmetric() ? "(r, z) = " : "", place[0], place[1]);
}

Vec3 centroid(const SimplexMesh& mesh, std::int32_t e) {
  Vec3 sum{};
  const auto d = static_cast<std::size_t>(mesh.dimension);
  for (std::size_t i = 0; i <= d; ++i)
    for (std::size_t k = 0; k < d; ++k)
      sum[k] +=
          mesh.vertices[static_cast<std::size_t>(mesh.elements[static_cast<std::size_t>(e) * (d + 1) + i]) * d + k];
  return (1.0 / static_cast<double>(d + 1)) * sum;
}

}  // namespace fluxtet::statics
