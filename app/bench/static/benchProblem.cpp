// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/static/benchProblem.hpp"

#include "app/device/hostMemory.hpp"
#include "app/static/case/checkStaticAgainstMesh.hpp"
#include "app/static/excitation.hpp"
#include "lib/base/error.hpp"
#include "lib/mesh/boxMesh.hpp"
#include "lib/mesh/loadSimplexMesh.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::bench {
namespace {

/// The most that making a generated mesh and its problem holds at once, bytes per element: measured on 10^6 to 10^7
/// elements.
constexpr std::int64_t triangleBytes = 300, tetrahedronBytes = 640;

/// Cells as large as one metre along their longest side.
MeshSource generatedMesh(const std::vector<std::int64_t>& cells) {
  MeshSource source;
  const auto longest = static_cast<double>(*std::max_element(cells.begin(), cells.end()));
  const auto length = [&](std::size_t c) { return static_cast<double>(cells[c]) / longest; };
  if (cells.size() == 2) {
    source.rectangle = RectangleMesh{{length(0), length(1)}, {}, {cells[0], cells[1]}};
  } else {
    source.box = BoxMesh{{length(0), length(1), length(2)}, {}, {cells[0], cells[1], cells[2]}};
  }
  return source;
}

statics::StaticCase generatedCase(const std::vector<std::int64_t>& cells) {
  statics::StaticCase result;
  result.mesh = generatedMesh(cells);
  result.materials = {{"vacuum", 1, 1, 0}};
  result.regions = {{"box", 0, {}}};
  for (const char* side : {"x-", "x+", "y-", "y+", "z-", "z+"}) {
    if (cells.size() == 2 && side[0] == 'z') continue;
    const bool fixed = side[0] == 'x';
    result.boundaries.push_back({side,
                                 fixed ? statics::StaticBoundaryKind::potential : statics::StaticBoundaryKind::natural,
                                 std::string(side) == "x+" ? 1.0 : 0.0,
                                 {},
                                 {},
                                 {}});
  }
  return result;
}

}  // namespace

std::vector<std::int64_t> squareCellsFor(std::int64_t elements) {
  constexpr std::int64_t trianglesPerCell = 2;
  require(elements >= trianglesPerCell, "--elements {}: too few: one cell of the square has {} triangles", elements,
          trianglesPerCell);
  const auto side = std::llround(std::sqrt(static_cast<double>(elements) / static_cast<double>(trianglesPerCell)));
  return {side, side};
}

BenchProblemSource::BenchProblemSource(const StaticBenchOptions& options, MPI_Comm comm) {
  constexpr std::int64_t defaultElements = 1'000'000;
  if (options.theCase) {
    case_ = *options.theCase;
  } else {
    case_ = generatedCase(options.cells.empty() ? squareCellsFor(defaultElements) : options.cells);
    requireMemory(comm);
  }
  mesh_ = loadSimplexMesh(case_.mesh);
  statics::checkStaticCaseAgainstMesh(case_, mesh_.groups.regions, mesh_.groups.surfaces, mesh_.dimension);
}

BenchProblem BenchProblemSource::problem(int order) const {
  statics::StaticCase theCase = case_;
  theCase.settings.order = order;
  const statics::StaticModel model = statics::makeStaticModel(theCase, mesh_);
  const statics::DofMap dofs = statics::makeDofMap(model, model.statics.boundaries);
  statics::requireConstrained(model, dofs);
  const statics::Excitation excitation = statics::excitationOf(model);
  return {statics::makeFemProblem(model, dofs), statics::engineCoefficients(model, excitation),
          statics::engineLoads(model, dofs, excitation)};
}

void BenchProblemSource::requireMemory(MPI_Comm comm) const {
  if (case_.mesh.box) {
    requireHostMemory(checkedBoxElements(*case_.mesh.box) * tetrahedronBytes, comm);
  } else {
    const auto& cells = case_.mesh.rectangle->cells;
    require(cells[0] < (std::int64_t{1} << 30) / cells[1], "--cells {} {}: a mesh has at most 2^31 elements", cells[0],
            cells[1]);
    requireHostMemory(2 * cells[0] * cells[1] * triangleBytes, comm);
  }
}

std::string BenchProblemSource::text() const {
  if (!case_.file.empty()) return case_.file;
  const char* rest = "potential given at x- and x+, coefficient 1";
  if (case_.mesh.box) {
    const auto& n = case_.mesh.box->cells;
    return fmt::format("box of {} x {} x {} cells, {}", n[0], n[1], n[2], rest);
  }
  const auto& n = case_.mesh.rectangle->cells;
  return fmt::format("rectangle of {} x {} cells, {}", n[0], n[1], rest);
}

}  // namespace fluxtet::bench
