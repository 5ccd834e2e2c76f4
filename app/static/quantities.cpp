// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/quantities.hpp"

#include "app/static/energy.hpp"
#include "app/static/periodicPairs.hpp"

#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace fluxtet::statics {
namespace {

/// Above this share of a force its error is told.
constexpr double errorToWarnOf = 0.05;
/// Below this share of the stresses that add up to it a force is nothing but rounding and what the solver left.
constexpr double nothing = 1e-6;

void leaveOutUnknown(StaticQuantities::Force& force) {
  for (Vec3* vector : {&force.value.force, &force.balance.reaction, &force.balance.error})
    *vector = force.cut.force.known(*vector);
  for (Vec3* vector : {&force.value.torque, &force.balance.reactionTorque, &force.balance.torqueError})
    *vector = force.cut.torque.known(*vector);
}

void warnOfError(const StaticModel& model, const StaticQuantities::Force& force) {
  const ForceBalance& balance = force.balance;
  const Vec3 &own = force.value.force, further = own + balance.error;
  const double unbalanced = norm(own + balance.reaction),
               least = std::max(errorToWarnOf * norm(own), nothing * balance.stress);
  const auto text = [&](const Vec3& vector) {
    return fmt::format("({:.4g})", fmt::join(vector.begin(), vector.begin() + model.mesh.dimension, ", "));
  };
  const char* advice = "refine the mesh round it, or take static.order: 2";
  if (norm(balance.error) > least)
    spdlog::warn("force on '{}': {} N from the elements round it, but {} N from those one layer further out: {}",
                 force.region, text(own), text(further), advice);
  if (unbalanced > least)
    spdlog::warn("force on '{}': {} N, but the reaction on all else is {} N, which differ by {:.3g} %: {}",
                 force.region, text(own), text(balance.reaction), 100 * unbalanced / norm(own), advice);
  if (balance.isBridged)
    spdlog::warn(
        "force on '{}': single elements reach from the region to another body, source or boundary: mesh two layers of "
        "elements or more between them to have the error of the force told",
        force.region);
}

StaticQuantities::Force evaluateForce(const StaticModel& model, const Excitation& excitation,
                                      std::span<const double> values, const ForceQuantity& wanted) {
  StaticQuantities::Force force;
  force.region = wanted.region;
  force.withTorque = wanted.torqueAbout.has_value();
  const int region = model.region(wanted.region);
  const Vec3 about = wanted.torqueAbout.value_or(Vec3{});
  force.value = regionForce(model, values, excitation.density, region, about);
  force.balance = forceBalance(model, values, excitation.density, region, about);
  force.cut = forceCut(model, verticesOf(model.mesh, region), about);
  leaveOutUnknown(force);
  if (!force.value.isAlone)
    spdlog::warn(
        "force on '{}': the elements around it hold several materials, magnets or sources, whose forces count in: "
        "surround the region with a layer of air",
        wanted.region);
  warnOfError(model, force);
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

}  // namespace fluxtet::statics
