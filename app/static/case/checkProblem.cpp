// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What concerns several keys of a static case at once.
#include "app/static/case/checkKeys.hpp"
#include "app/static/case/staticKeys.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace fluxtet::statics {

using namespace config;

namespace {

/// Keys that only one problem has.
const std::map<std::string, std::string> problemOf = {
    {"chargeDensity", "electrostatic"},  {"floating", "electrostatic"},    {"fluxDensity", "scalarMagnetic"},
    {"surfaceCurrent", "magnetostatic"}, {"charge", "electrostatic"},      {"current", "magnetostatic"},
    {"coil", "magnetostatic"},           {"capacitance", "electrostatic"}, {"inductance", "magnetostatic"}};

/// The word, or the one key of the section.
std::string kindOf(const Value& value) {
  if (const std::string* word = value.get<std::string>()) return *word;
  return value.members.empty() ? "" : value.members.front().first;
}

class ProblemCheck {
 public:
  ProblemCheck(const Value& root, const std::string& problem, Faults& faults)
      : root_(root), problem_(problem), faults_(faults) {}

  void run() {
    if (const Value* materials = root_.find("materials"); materials && problem_ == "electrostatic")
      for (const auto& [name, material] : materials->members) checkRemanence(name, material);
    if (const Value* boundaries = root_.find("boundaries"))
      for (const auto& [name, value] : boundaries->members) checkBoundary("boundaries." + name, value);
    if (const Value* sources = root_.find("sources")) checkKinds(*sources, "sources");
    const Value* output = root_.find("output");
    if (const Value* quantities = output ? output->find("quantities") : nullptr)
      checkKinds(*quantities, "output.quantities");
  }

 private:
  void checkRemanence(const std::string& name, const Value& material) {
    const Vec3* remanence = material.get<Vec3>("remanence");
    if (remanence && norm(*remanence) > 0)
      faults_.add(
          material.find("remanence")->mark,
          fmt::format("materials.{}.remanence: magnets have no part in static.problem electrostatic: remove it, "
                      "or use magnetostatic or scalarMagnetic",
                      name));
  }

  void checkBoundary(const std::string& path, const Value& value) {
    checkKind(value, path);
    const Value* potential = value.find("potential");
    const std::string unit = potentialUnit(problem_);
    if (potential && !potential->unit.empty() && potential->unit != unit)
      faults_.add(potential->mark, fmt::format("{}.potential: is given in {}, but with static.problem {} it is in {}",
                                               path, potential->unit, problem_, unit));
  }

  void checkKinds(const Value& list, const std::string& path) {
    for (std::size_t i = 0; i < list.items.size(); ++i) checkKind(list.items[i], fmt::format("{}[{}]", path, i));
  }

  void checkKind(const Value& value, const std::string& path) {
    const std::string kind = kindOf(value);
    const auto found = problemOf.find(kind);
    if (found != problemOf.end() && found->second != problem_)
      faults_.add(value.mark, fmt::format("{}: {} belongs to static.problem {}, but this case is {}", path, kind,
                                          found->second, problem_));
  }

  const Value& root_;
  const std::string& problem_;
  Faults& faults_;
};

/// Combinations of methods that mean nothing.
void checkMethods(const Value& root, const StaticSettings& settings, Faults& faults) {
  const Value* section = root.find("static");
  const std::string* assembly = section ? section->get<std::string>("assembly") : nullptr;
  if (!assembly) return;
  if (settings.preconditioner == StaticPreconditioner::amg && !assembles(settings.assembly))
    faults.add(
        section->find("solve")->find("preconditioner")->mark,
        fmt::format("static.solve.preconditioner: amg needs a matrix, but static.assembly {} assembles none: use "
                    "gather, scatter, sortReduce, linkedList, sortNodes or linkNodes, or preconditioner jacobi",
                    *assembly));
}

/// A surface takes part in at most one pair, as one side of it, and its partner has no condition of its own.
void checkPairs(const StaticCase& statics, Faults& faults) {
  std::set<std::string> conditioned;
  std::map<std::string, std::string> partnerOf;
  for (const StaticBoundary& boundary : statics.boundaries) conditioned.insert(boundary.surface);
  for (const StaticBoundary& boundary : statics.boundaries) {
    if (boundary.partner.empty()) continue;
    const std::string path = fmt::format("boundaries.{}", boundary.surface);
    if (boundary.partner == boundary.surface)
      faults.add(boundary.mark, fmt::format("{}: a surface is not its own partner: name the one opposite", path));
    else if (conditioned.contains(boundary.partner))
      faults.add(boundary.mark,
                 fmt::format("{0}: its partner '{1}' has a condition too, but gets its potential from the pair: remove "
                             "boundaries.{1}",
                             path, boundary.partner));
    const auto [other, isNew] = partnerOf.emplace(boundary.partner, boundary.surface);
    if (!isNew)
      faults.add(boundary.mark, fmt::format("{}: '{}' is already the partner of '{}': a surface belongs to one pair",
                                            path, boundary.partner, other->second));
  }
}

void checkMaterials(const Value& root, Faults& faults) {
  const Value* materials = root.find("materials");
  if (!materials) return;
  for (const auto& [name, material] : materials->members)
    for (const char* key : {"epsilon_r", "mu_r"})
      if (material.get<SymmetricTensor>(key))
        faults.add(material.find(key)->mark,
                   fmt::format("materials.{}.{}: the static solver knows isotropic materials only: give one number",
                               name, key));
}

bool hasConductor(const StaticCase& statics) {
  for (const StaticBoundary& boundary : statics.boundaries)
    if (boundary.kind == StaticBoundaryKind::potential || boundary.kind == StaticBoundaryKind::floating) return true;
  return false;
}

/// What a quantity needs: conductors, coils, an axis that is free to turn.
void checkQuantities(const Value& list, const StaticCase& statics, Faults& faults) {
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const std::string kind = kindOf(list.items[i]);
    const Mark& mark = list.items[i].mark;
    const std::string path = fmt::format("output.quantities[{}]", i);
    const StaticProblem problem = statics.settings.problem;
    if (kind == "capacitance" && problem == StaticProblem::electrostatic && !hasConductor(statics))
      faults.add(mark,
                 fmt::format("{}: capacitance needs a conductor: add 'boundaries: {{SURFACE: {{potential: 1 V}}}}' "
                             "or floating",
                             path));
    if (kind == "inductance" && problem == StaticProblem::magnetostatic && statics.sources.coils.empty())
      faults.add(mark, fmt::format("{}: inductance needs a coil: add 'sources: [{{coil: {{name: NAME, plus: [REGION], "
                                   "turns: 1}}}}]'",
                                   path));
    if (kind == "torque" && statics.settings.symmetry == Symmetry::axisymmetric)
      faults.add(mark,
                 fmt::format("{}: the torque on a body of rotation is zero by symmetry: ask for its force", path));
  }
}

}  // namespace

void checkProblem(const Value& root, const StaticCase& statics, Faults& faults) {
  const Value* section = root.find("static");
  const std::string* problem = section ? section->get<std::string>("problem") : nullptr;
  if (problem) ProblemCheck(root, *problem, faults).run();
  checkMaterials(root, faults);
  checkMethods(root, statics.settings, faults);
  checkPairs(statics, faults);
  const Value* output = root.find("output");
  const Value* quantities = output ? output->find("quantities") : nullptr;
  if (problem && quantities) checkQuantities(*quantities, statics, faults);
}

}  // namespace fluxtet::statics
