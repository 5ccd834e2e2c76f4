// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "static/quantities.hpp"

#include "static/energy.hpp"
#include "static/periodicPairs.hpp"

#include <spdlog/spdlog.h>

namespace fluxtet {
namespace {

StaticQuantities::Force evaluateForce(const StaticModel& model, const Excitation& excitation,
                                      std::span<const double> values, const ForceQuantity& wanted) {
  StaticQuantities::Force force;
  force.region = wanted.region;
  force.withTorque = wanted.torqueAbout.has_value();
  force.value =
      regionForce(model, values, excitation.density, model.region(wanted.region), wanted.torqueAbout.value_or(Vec3{}));
  if (!force.value.isAlone)
    spdlog::warn(
        "force on '{}': the elements around it hold several materials, magnets or sources, whose forces count in: "
        "surround the region with a layer of air",
        wanted.region);
  return force;
}

}  // namespace

StaticQuantities evaluateQuantities(const StaticModel& model, const DofMap& dofs, const Excitation& excitation,
                                    std::span<const double> values, StaticSolver& solver, const StaticDevice& device) {
  const StaticOutput& output = model.statics.output;
  StaticQuantities result;
  if (output.energy) result.energy = fieldEnergy(model, values);
  for (const ForceQuantity& force : output.forces)
    result.forces.push_back(evaluateForce(model, excitation, values, force));
  for (std::size_t b = 0; b < dofs.ofBoundary.size(); ++b)
    if (dofs.ofBoundary[b] >= 0) {
      const std::string& name = model.statics.boundaries[b].surface;
      result.floatingPotential.emplace_back(name, values[static_cast<std::size_t>(boundaryNodes(model, name).front())]);
    }
  const std::vector<double> linkages = fluxLinkages(model, values);
  for (std::size_t i = 0; i < linkages.size(); ++i)
    result.fluxLinkage.emplace_back(model.statics.sources.coils[i].name, linkages[i]);
  if (output.capacitance) result.capacitance = capacitanceMatrix(model, dofs, solver, device);
  if (output.inductance) result.inductance = inductanceMatrix(model, solver);
  return result;
}

}  // namespace fluxtet
