// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/summary.hpp"

#include "app/static/case/staticCase.hpp"
#include "lib/base/version.hpp"

#include <nlohmann/json.hpp>

namespace fluxtet::statics {
namespace {

using Json = nlohmann::ordered_json;

Json matrixJson(const NamedMatrix& matrix) {
  const std::size_t n = matrix.names.size();
  Json rows = Json::array();
  for (std::size_t i = 0; i < n; ++i)
    rows.push_back(std::vector<double>(matrix.values.begin() + static_cast<std::ptrdiff_t>(i * n),
                                       matrix.values.begin() + static_cast<std::ptrdiff_t>((i + 1) * n)));
  return {{"names", matrix.names}, {"matrix", rows}};
}

Json byName(const std::vector<std::pair<std::string, double>>& values) {
  Json json = Json::object();
  for (const auto& [name, value] : values) json[name] = value;
  return json;
}

/// Components of a force; null for those that are not known.
Json componentsOf(const Vec3& vector, int count, const OpenDirections& unknown) {
  Json json = Json::array();
  for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k)
    json.push_back(unknown.contains(k) ? Json(nullptr) : Json(vector[k]));
  return json;
}

/// A vector in space, the component z of a plane.
Json torqueJson(const Vec3& torque, int dimension, const OpenDirections& unknown) {
  const Json all = componentsOf(torque, 3, unknown);
  return dimension == 3 ? all : all[2];
}

void addForces(const StaticModel& model, const std::vector<StaticQuantities::Force>& all, Json& json) {
  const int dimension = model.mesh.dimension;
  Json forces = Json::object(), reactions = Json::object(), errors = Json::object();
  Json torques = Json::object(), torqueErrors = Json::object();
  for (const auto& force : all) {
    forces[force.region] = componentsOf(force.value.force, dimension, force.cut.force);
    reactions[force.region] = componentsOf(force.balance.reaction, dimension, force.cut.force);
    errors[force.region] = norm(force.balance.error);
    if (!force.withTorque) continue;
    torques[force.region] = torqueJson(force.value.torque, dimension, force.cut.torque);
    torqueErrors[force.region] = norm(force.balance.torqueError);
  }
  json["force_N"] = forces;
  json["force_reaction_N"] = reactions;
  json["force_error_N"] = errors;
  if (torques.empty()) return;
  json["torque_Nm"] = torques;
  json["torque_error_Nm"] = torqueErrors;
}

Json millisecondsJson(const StaticFacts& f) {
  const StageTimes& s = f.stages;
  return {{"mesh", f.meshMs}, {"adjacency", s.adjacency}, {"colouring", s.colouring}, {"integrate", s.integrate},
          {"sort", s.sort},   {"reduce", s.reduce},       {"convert", s.convert},     {"boundary", s.boundary},
          {"solve", s.solve}, {"post", f.postMs}};
}

Json methodJson(const StaticSettings& settings) {
  Json json{{"assembly", toString(settings.assembly)}, {"preconditioner", toString(settings.preconditioner)}};
  if (settings.assembly == AssemblyMethod::ebe) json["reduction"] = toString(settings.reduction);
  return json;
}

void addQuantities(const StaticModel& model, const StaticQuantities& q, Json& json) {
  if (model.form == FormKind::planar) json["per_metre_of_depth"] = true;
  if (q.energy) json["energy_J"] = *q.energy;
  if (q.capacitance) json["capacitance_F"] = matrixJson(*q.capacitance);
  if (!q.floatingPotential.empty()) json["floating_potential_V"] = byName(q.floatingPotential);
  if (!q.fluxLinkage.empty()) json["flux_linkage_Wb"] = byName(q.fluxLinkage);
  if (q.inductance) json["inductance_H"] = matrixJson(*q.inductance);
  if (!q.forces.empty()) addForces(model, q.forces, json);
}

}  // namespace

std::string staticSummaryJson(const StaticModel& model, const StaticFacts& f, const StaticQuantities& quantities) {
  const auto perElement = [&](std::int64_t bytes) {
    return static_cast<double>(bytes) / static_cast<double>(f.elements);
  };
  Json json{{"status", "done"},
            {"case", f.caseFile},
            {"version", version()},
            {"commit", commit()},
            {"problem", toString(model.problem())},
            {"order", model.nodes.order},
            {"precision", model.statics.settings.singlePrecision ? "single" : "double"},
            {"nodes", f.nodes},
            {"elements", f.elements},
            {"dofs", f.dofs},
            {"nonzeros", f.nonzeros},
            {"iterations", f.solve.iterations},
            {"residual", f.solve.residual}};
  if (!f.meshFile.empty()) json["mesh_file"] = f.meshFile;
  addQuantities(model, quantities, json);
  json["milliseconds"] = millisecondsJson(f);
  json["bytes_per_element"] = {{"peak", perElement(f.memory.peak)}, {"after", perElement(f.memory.after)}};
  if (f.colouring)
    json["colouring"] = {
        {"colours", f.colouring->colours}, {"smallest", f.colouring->smallest}, {"largest", f.colouring->largest}};
  json["backend"] = f.backend;
  json["ranks"] = f.ranks;
  json["threads"] = f.threads;
  json["method"] = methodJson(model.statics.settings);
  json["warnings"] = f.warnings;
  // A case file's name need not be valid UTF-8: the summary must be written all the same.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace fluxtet::statics
