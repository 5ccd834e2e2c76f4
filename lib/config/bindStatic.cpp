// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/bind.hpp"

namespace fluxtet::config {

namespace {

StaticSettings bindSettings(const Value& value) {
  StaticSettings settings;
  settings.mark = value.mark;
  readChoice(value, "problem", settings.problem,
             {{"electrostatic", StaticProblem::electrostatic},
              {"magnetostatic", StaticProblem::magnetostatic},
              {"scalarMagnetic", StaticProblem::scalarMagnetic}});
  readChoice(value, "symmetry", settings.symmetry,
             {{"planar", Symmetry::planar}, {"axisymmetric", Symmetry::axisymmetric}});
  read(value, "order", settings.order);
  readChoice(value, "precision", settings.singlePrecision, {{"single", true}, {"double", false}});
  readChoice(value, "assembly", settings.assembly,
             {{"gather", AssemblyMethod::gather},
              {"scatter", AssemblyMethod::scatter},
              {"sortReduce", AssemblyMethod::sortReduce},
              {"linkedList", AssemblyMethod::linkedList},
              {"sortNodes", AssemblyMethod::sortNodes},
              {"linkNodes", AssemblyMethod::linkNodes},
              {"ebe", AssemblyMethod::ebe},
              {"ebeColoured", AssemblyMethod::ebeColoured},
              {"ebeRecompute", AssemblyMethod::ebeRecompute}});
  readChoice(value, "reduction", settings.reduction,
             {{"adjacent", ReductionKind::adjacent},
              {"remapped", ReductionKind::remapped},
              {"shuffle", ReductionKind::shuffle}});
  read(value, "threads", settings.threads);
  if (const Value* solve = value.find("solve")) {
    readChoice(*solve, "preconditioner", settings.preconditioner,
               {{"none", StaticPreconditioner::none},
                {"jacobi", StaticPreconditioner::jacobi},
                {"amg", StaticPreconditioner::amg}});
    read(*solve, "tolerance", settings.tolerance);
    read(*solve, "maxIterations", settings.maxIterations);
  }
  return settings;
}

void bindFloating(const Value& value, StaticBoundary& boundary) {
  boundary.kind = StaticBoundaryKind::floating;
  const Value* charge = value.find("charge");
  if (!charge) return;
  read(value, "charge", boundary.value);
  if (!charge->unit.empty()) boundary.perMetre = charge->unit == "C/m";
}

void bindPair(const Value& value, const char* name, StaticBoundaryKind kind, StaticBoundary& boundary) {
  if (!value.find(name)) return;
  boundary.kind = kind;
  read(value, name, boundary.partner);
}

void bindStrength(const Value& value, const char* name, StaticBoundaryKind kind, StaticBoundary& boundary) {
  if (!value.find(name)) return;
  boundary.kind = kind;
  read(value, name, boundary.value);
}

StaticBoundary bindBoundary(const std::string& surface, const Value& value) {
  StaticBoundary boundary{.surface = surface, .mark = value.nameMark};
  if (const auto* word = value.get<std::string>(); word && *word == "floating")
    boundary.kind = StaticBoundaryKind::floating;
  bindStrength(value, "potential", StaticBoundaryKind::potential, boundary);
  bindStrength(value, "chargeDensity", StaticBoundaryKind::chargeDensity, boundary);
  bindStrength(value, "fluxDensity", StaticBoundaryKind::fluxDensity, boundary);
  bindStrength(value, "surfaceCurrent", StaticBoundaryKind::surfaceCurrent, boundary);
  if (const Value* floating = value.find("floating")) bindFloating(*floating, boundary);
  bindPair(value, "periodic", StaticBoundaryKind::periodic, boundary);
  bindPair(value, "antiperiodic", StaticBoundaryKind::antiperiodic, boundary);
  return boundary;
}

}  // namespace

StaticCase bindStatic(const Value& root, Faults& faults) {
  StaticCase statics;
  if (const Value* settings = root.find("static")) statics.settings = bindSettings(*settings);
  if (const Value* boundaries = root.find("boundaries"))
    for (const auto& [surface, value] : boundaries->members) statics.boundaries.push_back(bindBoundary(surface, value));
  if (const Value* sources = root.find("sources")) statics.sources = bindStaticSources(*sources, faults);
  if (const Value* output = root.find("output")) statics.output = bindStaticOutput(*output, faults);
  checkStatic(root, statics, faults);
  checkStaticReferences(root, faults);
  return statics;
}

}  // namespace fluxtet::config
