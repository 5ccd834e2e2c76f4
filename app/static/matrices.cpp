// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/matrices.hpp"

#include "app/static/energy.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace fluxtet::statics {
namespace {

bool anyFloats(const std::vector<StaticBoundary>& boundaries) {
  return std::any_of(boundaries.begin(), boundaries.end(),
                     [](const StaticBoundary& b) { return b.kind == StaticBoundaryKind::floating; });
}

/// Every conductor gets a given potential.
std::vector<StaticBoundary> withoutFloating(std::vector<StaticBoundary> boundaries) {
  for (StaticBoundary& boundary : boundaries)
    if (boundary.kind == StaticBoundaryKind::floating) boundary.kind = StaticBoundaryKind::potential;
  return boundaries;
}

std::vector<int> conductorNumbers(const DofMap& dofs) {
  std::vector<int> numbers = dofs.conductor;
  std::erase(numbers, -1);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

std::string nameOf(const StaticModel& model, const std::vector<int>& conductor, int number) {
  std::string name;
  for (std::size_t b = 0; b < conductor.size(); ++b)
    if (conductor[b] == number) name += (name.empty() ? "" : "+") + model.statics.boundaries[b].surface;
  return name;
}

Excitation atOneVolt(const StaticModel& model, const std::vector<int>& conductor, int number) {
  Excitation excitation = noExcitation(model);
  for (std::size_t b = 0; b < conductor.size(); ++b) excitation.potential[b] = conductor[b] == number ? 1 : 0;
  return excitation;
}

}  // namespace

NamedMatrix capacitanceMatrix(const StaticModel& model, const DofMap& dofs, StaticSolver& solver,
                              const StaticDevice& device) {
  DofMap fixedDofs;
  std::unique_ptr<StaticSolver> fixed;
  if (anyFloats(model.statics.boundaries)) {
    fixedDofs = makeDofMap(model, withoutFloating(model.statics.boundaries));
    fixed = makeStaticSolver(model, fixedDofs, device);
    fixed->assemble(noExcitation(model));
  }
  StaticSolver& used = fixed ? *fixed : solver;
  NamedMatrix result;
  std::vector<std::vector<double>> fields;
  const std::vector<int> numbers = conductorNumbers(dofs);
  for (const int number : numbers) {
    result.names.push_back(nameOf(model, dofs.conductor, number));
    spdlog::info("capacitance: conductor {} of {} ({})", result.names.size(), numbers.size(), result.names.back());
    used.drive(atOneVolt(model, dofs.conductor, number));
    used.solve(fields.emplace_back());
  }
  for (const auto& row : fields)
    for (const auto& column : fields) result.values.push_back(energyProduct(model, row, column));
  return result;
}

NamedMatrix inductanceMatrix(const StaticModel& model, StaticSolver& solver) {
  NamedMatrix result;
  const std::vector<Coil>& coils = model.statics.sources.coils;
  result.values.assign(coils.size() * coils.size(), 0.0);
  for (std::size_t j = 0; j < coils.size(); ++j) {
    result.names.push_back(coils[j].name);
    spdlog::info("inductance: coil {} of {} ({})", j + 1, coils.size(), coils[j].name);
    Excitation excitation = noExcitation(model);
    excitation.density = coilDensity(model, coils[j]);
    solver.drive(excitation);
    std::vector<double> values;
    solver.solve(values);
    const std::vector<double> linked = fluxLinkages(model, values);
    for (std::size_t i = 0; i < coils.size(); ++i) result.values[i * coils.size() + j] = linked[i];
  }
  return result;
}

std::vector<double> fluxLinkages(const StaticModel& model, std::span<const double> values) {
  std::vector<double> result;
  for (const Coil& coil : model.statics.sources.coils)
    result.push_back(linkedFlux(model, coilDensity(model, coil), values));
  return result;
}

}  // namespace fluxtet::statics
