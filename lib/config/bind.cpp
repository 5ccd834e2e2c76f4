// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/config/bind.hpp"

#include "lib/config/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace fluxtet::config {

namespace {

void checkBoxCount(const BoxMesh& box, int refine, const Mark& mark, Faults& faults) {
  const double tetrahedra = 6.0 * static_cast<double>(box.cells[0]) * static_cast<double>(box.cells[1]) *
                            static_cast<double>(box.cells[2]) * std::pow(8.0, refine);
  if (tetrahedra > 2147483648.0)
    faults.add(mark,
               fmt::format("mesh.box: {:.4g} tetrahedra are more than the 2^31 that fluxtet addresses: use fewer cells "
                           "or refinements",
                           tetrahedra));
}

BoxMesh bindBox(const Value& value) {
  BoxMesh box;
  read(value, "size", box.size);
  read(value, "origin", box.origin);
  read(value, "perturb", box.perturb);
  if (const Value* cells = value.find("cells"); cells && cells->items.size() == 3)
    for (std::size_t i = 0; i < 3; ++i)
      if (const auto* count = cells->items[i].get<std::int64_t>()) box.cells[i] = *count;
  return box;
}

void checkRectangleCount(const RectangleMesh& rectangle, int refine, const Mark& mark, Faults& faults) {
  const double triangles =
      2.0 * static_cast<double>(rectangle.cells[0]) * static_cast<double>(rectangle.cells[1]) * std::pow(4.0, refine);
  if (triangles > 2147483648.0)
    faults.add(mark, fmt::format("mesh.rectangle: {:.4g} triangles are more than the 2^31 that fluxtet addresses: use "
                                 "fewer cells or refinements",
                                 triangles));
}

RectangleMesh bindRectangle(const Value& value) {
  RectangleMesh rectangle;
  Vec3 size{rectangle.size[0], rectangle.size[1], 0}, origin{};
  read(value, "size", size);
  read(value, "origin", origin);
  read(value, "perturb", rectangle.perturb);
  const Value* cells = value.find("cells");
  for (std::size_t i = 0; i < 2; ++i) {
    rectangle.size[i] = size[i];
    rectangle.origin[i] = origin[i];
    if (cells && cells->items.size() == 2)
      if (const auto* count = cells->items[i].get<std::int64_t>()) rectangle.cells[i] = *count;
  }
  return rectangle;
}

MeshSource bindMesh(const Value& value, Faults& faults) {
  MeshSource mesh;
  mesh.mark = value.mark;
  read(value, "size", mesh.size);
  read(value, "scale", mesh.scale);
  read(value, "refine", mesh.refine);
  read(value, "timeLimit", mesh.timeLimit);
  if (const std::string* file = value.get<std::string>("file")) {
    mesh.file = *file;
    mesh.mark = value.find("file")->mark;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(*file, ignored))
      faults.add(mesh.mark,
                 fmt::format("mesh.file: there is no file '{}' (relative paths start at the case's folder)", *file));
  }
  if (const Value* parameters = value.find("parameters"))
    for (const auto& [name, number] : parameters->members)
      if (number.get<double>()) mesh.parameters[name] = *number.get<double>();
  if (const Value* box = value.find("box")) {
    mesh.box = bindBox(*box);
    checkBoxCount(*mesh.box, mesh.refine, box->mark, faults);
  }
  if (const Value* rectangle = value.find("rectangle")) {
    mesh.rectangle = bindRectangle(*rectangle);
    checkRectangleCount(*mesh.rectangle, mesh.refine, rectangle->mark, faults);
  }
  return mesh;
}

std::vector<Material> bindMaterials(const Value& value) {
  std::vector<Material> materials;
  for (const auto& [name, section] : value.members) {
    Material material{.name = name, .mark = section.nameMark};
    read(section, "epsilon_r", material.epsilonR);
    read(section, "mu_r", material.muR);
    read(section, "sigma", material.sigma);
    read(section, "density", material.density);
    read(section, "remanence", material.remanence);
    materials.push_back(material);
  }
  return materials;
}

std::vector<RegionAssignment> bindRegions(const Value& value, const std::vector<Material>& materials, Faults& faults) {
  std::vector<std::string> names;
  for (const Material& material : materials) names.push_back(material.name);
  std::vector<RegionAssignment> regions;
  for (const auto& [region, assigned] : value.members) {
    const std::string* wanted = assigned.get<std::string>();
    if (!wanted) continue;
    const auto found = std::find(names.begin(), names.end(), *wanted);
    if (found == names.end())
      faults.add(assigned.mark, fmt::format("regions.{}: unknown material '{}'{}; the case has {}", region, *wanted,
                                            didYouMean(*wanted, names), listOf(names)));
    else
      regions.push_back({region, static_cast<int>(found - names.begin()), assigned.nameMark});
  }
  return regions;
}

std::vector<BoundaryAssignment> bindBoundaries(const Value& value) {
  std::vector<BoundaryAssignment> boundaries;
  for (const auto& [surface, condition] : value.members) {
    const std::string* kind = condition.get<std::string>();
    if (!kind) continue;
    BoundaryAssignment boundary{.surface = surface, .mark = condition.nameMark};
    readChoice(value, surface, boundary.kind,
               {{"pec", BoundaryKind::pec}, {"pmc", BoundaryKind::pmc}, {"absorbing", BoundaryKind::absorbing}});
    boundaries.push_back(boundary);
  }
  return boundaries;
}

std::optional<CavityMode> bindInitial(const Value* initial, Faults& faults) {
  const Value* value = initial ? initial->find("cavityMode") : nullptr;
  if (!value) return std::nullopt;
  CavityMode mode;
  mode.mark = value->mark;
  read(*value, "m", mode.m);
  read(*value, "n", mode.n);
  read(*value, "p", mode.p);
  read(*value, "amplitude", mode.amplitude);
  readChoice(*value, "type", mode.tm, {{"tm", true}, {"te", false}});
  for (const char* key : {"m", "n", "p"})
    if (!value->get<std::int64_t>(key)) return mode;
  if (!value->get<std::string>("type")) return mode;
  if (mode.tm && (mode.m < 1 || mode.n < 1))
    faults.add(mode.mark, fmt::format("initial.cavityMode: TM {} {} {} does not exist: TM needs m >= 1 and n >= 1",
                                      mode.m, mode.n, mode.p));
  if (!mode.tm && (mode.m + mode.n < 1 || mode.p < 1))
    faults.add(mode.mark, fmt::format("initial.cavityMode: TE {} {} {} does not exist: TE needs m + n >= 1 and p >= 1",
                                      mode.m, mode.n, mode.p));
  return mode;
}

DgtdSettings bindDgtd(const Value& value, Faults& faults) {
  DgtdSettings dgtd;
  read(value, "order", dgtd.order);
  readChoice(value, "flux", dgtd.flux,
             {{"centred", Flux::centred}, {"penalised", Flux::penalised}, {"upwind", Flux::upwind}});
  read(value, "penalty", dgtd.penalty);
  if (const Value* penalty = value.find("penalty"); penalty && dgtd.flux != Flux::penalised)
    faults.add(penalty->mark, fmt::format("dgtd.penalty: belongs to flux penalised, not to {}: leave it out, or change "
                                          "the flux",
                                          toString(dgtd.flux)));
  readChoice(value, "scheme", dgtd.scheme,
             {{"leapFrog", TimeScheme::leapFrog}, {"rungeKutta", TimeScheme::rungeKutta}});
  readChoice(value, "kernels", dgtd.kernels, {{"fused", KernelSet::fused}, {"split", KernelSet::split}});
  readChoice(value, "exchange", dgtd.exchange,
             {{"auto", ExchangeWay::automatic},
              {"pinned", ExchangeWay::pinned},
              {"staged", ExchangeWay::staged},
              {"gpuAware", ExchangeWay::gpuAware},
              {"peer", ExchangeWay::peer}});
  readChoice(value, "precision", dgtd.precision, {{"single", Precision::single}, {"double", Precision::fp64}});
  read(value, "cfl", dgtd.cfl);
  read(value, "threads", dgtd.threads);
  const bool schemeKnown = value.get<std::string>("scheme") != nullptr;
  if (schemeKnown && dgtd.flux == Flux::upwind && dgtd.scheme == TimeScheme::leapFrog)
    faults.add(value.find("scheme")->mark,
               "dgtd.scheme: leapFrog is unstable with the upwind flux: use scheme rungeKutta, or flux penalised");
  return dgtd;
}

TimeSettings bindTime(const Value& value) {
  TimeSettings time;
  read(value, "end", time.end);
  read(value, "steps", time.steps);
  read(value, "maxStep", time.maxStep);
  read(value, "untilDecay", time.untilDecay);
  return time;
}

PartitionSettings bindPartition(const Value& value) {
  PartitionSettings partition;
  readChoice(value, "method", partition.method,
             {{"auto", PartitionMethod::automatic}, {"metis", PartitionMethod::metis}, {"box", PartitionMethod::box}});
  read(value, "seed", partition.seed);
  readChoice(value, "weights", partition.weights,
             {{"auto", PartitionWeights::automatic}, {"cpu", PartitionWeights::cpu}, {"none", PartitionWeights::none}});
  return partition;
}

}  // namespace

void bindCase(const Value& root, Case& theCase, Faults& faults) {
  const Value none;
  const auto section = [&](const char* name) -> const Value& {
    const Value* found = root.find(name);
    return found ? *found : none;
  };
  read(root, "title", theCase.title);
  theCase.mesh = bindMesh(section("mesh"), faults);
  theCase.materials = bindMaterials(section("materials"));
  theCase.regions = bindRegions(section("regions"), theCase.materials, faults);
  theCase.regionsMark = section("regions").mark;
  if (theCase.solver == SolverKind::statics) {
    theCase.statics = bindStatic(root, faults);
    return;
  }
  theCase.boundaries = bindBoundaries(section("boundaries"));
  theCase.boundariesMark = section("boundaries").mark;
  theCase.cavityMode = bindInitial(root.find("initial"), faults);
  theCase.sources = bindSources(section("sources"), faults);
  theCase.dgtd = bindDgtd(section("dgtd"), faults);
  theCase.time = bindTime(section("time"));
  theCase.partition = bindPartition(section("partition"));
  theCase.output = bindOutput(section("output"), faults);
  bindSpectra(section("output"), theCase, faults);
  checkReferences(root, faults);
}

}  // namespace fluxtet::config
