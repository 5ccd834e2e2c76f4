// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/excitation.hpp"

#include "kernels/static/dispatch.hpp"
#include "kernels/static/elementIntegrals.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace fluxtet::statics {
namespace {

double areaOf(const StaticModel& model, const std::vector<double>& measures, const std::vector<std::string>& regions) {
  double area = 0;
  for (const std::string& name : regions) area += measures[static_cast<std::size_t>(model.region(name))];
  return area;
}

void addSide(const StaticModel& model, const std::vector<double>& measures, const std::vector<std::string>& regions,
             double ampereTurns, const Coil& coil, std::vector<double>& density) {
  if (regions.empty()) return;
  const double area = areaOf(model, measures, regions);
  require(area > 0, "{}: coil '{}': its regions hold no elements", toString(coil.mark), coil.name);
  for (const std::string& name : regions) density[static_cast<std::size_t>(model.region(name))] += ampereTurns / area;
}

std::vector<double> coilDensity(const StaticModel& model, const Coil& coil, const std::vector<double>& measures) {
  std::vector<double> density(measures.size(), 0.0);
  addSide(model, measures, coil.plus, coil.turns, coil, density);
  addSide(model, measures, coil.minus, -coil.turns, coil, density);
  return density;
}

void addCurrents(const StaticModel& model, std::vector<double>& density) {
  const StaticSources& sources = model.statics.sources;
  if (sources.currents.empty() && sources.coils.empty()) return;
  const std::vector<double> measures = regionMeasures(model.mesh);
  for (const RegionCurrent& current : sources.currents) {
    const auto region = static_cast<std::size_t>(model.region(current.region));
    require(measures[region] > 0, "{}: region '{}' holds no elements", toString(current.mark), current.region);
    density[region] += current.density ? *current.density : *current.total / measures[region];
  }
  for (const Coil& coil : sources.coils) {
    const std::vector<double> perAmpere = coilDensity(model, coil, measures);
    for (std::size_t r = 0; r < density.size(); ++r) density[r] += coil.current * perAmpere[r];
  }
}

/// c and d of a material (FormKind), SI.
ElementCoefficients materialCoefficients(const StaticModel& model, const StaticMaterial& material, bool magnets) {
  ElementCoefficients result;
  const Vec3 B = magnets ? material.remanence : Vec3{};
  switch (model.problem()) {
    case StaticProblem::electrostatic:
      result.c = material.epsilon;
      break;
    case StaticProblem::scalarMagnetic:
      result.c = material.mu;
      result.d = B;
      break;
    case StaticProblem::magnetostatic:
      result.c = 1 / material.mu;
      // A_z: B(v) = (dv/dy, -dv/dx), so that B_r . B(v) = (-B_ry, B_rx) . grad v.
      result.d = model.form == FormKind::axisymmetricA ? Vec3{B[0], B[1], 0} : Vec3{-B[1], B[0], 0};
      result.d = (1 / material.mu) * result.d;
      break;
  }
  return result;
}

}  // namespace

std::vector<double> regionMeasures(const SimplexMesh& mesh) {
  std::vector<double> result(mesh.groups.regions.size(), 0.0);
  const auto add = [&]<FormKind form>(std::integral_constant<FormKind, form>) {
    for (std::int32_t e = 0; e < mesh.numElements(); ++e) {
      double x[dimensionOf(form) + 1][dimensionOf(form)];
      elementVertices<form>(mesh, e, x);
      result[static_cast<std::size_t>(mesh.region[static_cast<std::size_t>(e)])] += barycentric(x).measure;
    }
  };
  if (mesh.dimension == 2)
    add(std::integral_constant<FormKind, FormKind::planar>{});
  else
    add(std::integral_constant<FormKind, FormKind::solid>{});
  return result;
}

std::vector<double> coilDensity(const StaticModel& model, const Coil& coil) {
  return coilDensity(model, coil, regionMeasures(model.mesh));
}

Excitation noExcitation(const StaticModel& model) {
  Excitation result;
  result.potential.assign(model.statics.boundaries.size(), 0.0);
  result.density.assign(model.material.size(), 0.0);
  result.magnets = result.surfaces = false;
  return result;
}

Excitation excitationOf(const StaticModel& model) {
  Excitation result = noExcitation(model);
  result.magnets = result.surfaces = true;
  for (std::size_t b = 0; b < result.potential.size(); ++b)
    if (model.statics.boundaries[b].kind == StaticBoundaryKind::potential)
      result.potential[b] = model.statics.boundaries[b].value;
  for (const RegionCharge& charge : model.statics.sources.charges)
    result.density[static_cast<std::size_t>(model.region(charge.region))] += charge.density;
  addCurrents(model, result.density);
  return result;
}

void warnIfNothingDrives(const StaticModel& model, const Excitation& excitation) {
  if (model.statics.output.capacitance || model.statics.output.inductance) return;
  const auto isNonzero = [](double value) { return value != 0; };
  const auto hasSource = [](const StaticBoundary& boundary) { return boundary.value != 0; };
  const auto isMagnet = [](const StaticMaterial& material) { return material.remanence != Vec3{}; };
  const bool magnetic = model.problem() != StaticProblem::electrostatic;
  if (std::ranges::any_of(excitation.density, isNonzero) || std::ranges::any_of(model.statics.boundaries, hasSource) ||
      (magnetic && std::ranges::any_of(model.material, isMagnet)))
    return;
  spdlog::warn("nothing drives a field, which will be zero everywhere: give {}",
               model.problem() == StaticProblem::electrostatic ? "a boundary a potential other than zero, or a charge"
               : model.problem() == StaticProblem::scalarMagnetic
                   ? "a boundary a potential other than zero or a flux density, or a material a remanence"
                   : "a current, a coil, a potential other than zero or a material with a remanence");
}

double equationUnit(StaticProblem problem) {
  switch (problem) {
    case StaticProblem::electrostatic:
      return constants::epsilon0;
    case StaticProblem::scalarMagnetic:
      return constants::mu0;
    case StaticProblem::magnetostatic:
      return 1 / constants::mu0;
  }
  return 1;
}

std::vector<ElementCoefficients> coefficientsOf(const StaticModel& model, const Excitation& excitation) {
  std::vector<ElementCoefficients> result;
  for (std::size_t r = 0; r < model.material.size(); ++r) {
    result.push_back(materialCoefficients(model, model.material[r], excitation.magnets));
    result.back().s = excitation.density[r];
  }
  return result;
}

std::vector<ElementCoefficients> engineCoefficients(const StaticModel& model, const Excitation& excitation) {
  std::vector<ElementCoefficients> result = coefficientsOf(model, excitation);
  const double unit = equationUnit(model.problem());
  for (ElementCoefficients& region : result) {
    region.c /= unit;
    region.s /= unit;
    for (double& d : region.d) d /= unit;
  }
  return result;
}

FemProblem makeFemProblem(const StaticModel& model, const DofMap& dofs) {
  FemProblem problem;
  problem.form = model.form;
  problem.order = model.nodes.order;
  problem.vertices = model.mesh.vertices;
  problem.elementVertex = model.mesh.elements;
  problem.coefficientSet = model.mesh.region;
  problem.numDofs = dofs.numDofs;
  problem.numPrescribed = static_cast<std::int32_t>(dofs.prescribed.size());
  problem.numCoefficientSets = static_cast<std::int32_t>(model.material.size());
  const auto& node = model.nodes.elementNode;
  const auto entries = static_cast<std::int64_t>(node.size());
  problem.elementDof.resize(node.size());
#pragma omp parallel for
  for (std::int64_t i = 0; i < entries; ++i)
    problem.elementDof[static_cast<std::size_t>(i)] =
        dofs.ofNode[static_cast<std::size_t>(node[static_cast<std::size_t>(i)])];
  if (dofs.minus.empty()) return problem;
  const auto perElement = static_cast<std::size_t>(model.nodes.nodesPerElement);
  problem.elementSign.assign(model.mesh.region.size(), 0);
  for (std::size_t i = 0; i < node.size(); ++i)
    if (dofs.minus[static_cast<std::size_t>(node[i])] != 0)
      problem.elementSign[i / perElement] |= static_cast<std::uint16_t>(1U << (i % perElement));
  return problem;
}

}  // namespace fluxtet::statics
