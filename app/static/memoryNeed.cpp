// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/memoryNeed.hpp"

#include "app/device/hostMemory.hpp"
#include "kernels/static/memoryEstimate.hpp"

#include <algorithm>

namespace fluxtet::statics {
namespace {

template <class T>
std::int64_t bytesOf(const std::vector<T>& values) {
  return static_cast<std::int64_t>(values.size() * sizeof(T));
}

std::int64_t meshBytes(const StaticModel& model, const DofMap& dofs) {
  const SimplexMesh& mesh = model.mesh;
  const NodeNumbering& nodes = model.nodes;
  std::int64_t entities = 0;
  for (const NodeBlock& block : nodes.blocks) entities += bytesOf(block.vertex);
  return entities + bytesOf(mesh.vertices) + bytesOf(mesh.elements) + bytesOf(mesh.region) + bytesOf(mesh.facets) +
         bytesOf(mesh.facetGroup) + bytesOf(nodes.elementNode) + bytesOf(nodes.facetNode) + bytesOf(dofs.ofNode) +
         bytesOf(dofs.minus) + bytesOf(dofs.prescribed);
}

/// hypre's matrix and hierarchy and the copies on the way there: peaks of processes with `amg` less those with
/// `jacobi`, on grids of 0.1 to 0.5 million unknowns in a plane and in space, orders 1 and 2, to 20 %.
std::int64_t amgBytes(const StaticSizes& sizes) {
  constexpr std::int64_t ofNonzero = 30, ofUnknown = 90;
  return ofNonzero * estimateNonzeros(sizes) + ofUnknown * sizes.dofs;
}

/// The capacitance matrix with a floating conductor needs another engine, in which all have given potentials.
int enginesAtOnce(const StaticModel& model) {
  const auto& boundaries = model.statics.boundaries;
  const bool floats = std::any_of(boundaries.begin(), boundaries.end(), [](const StaticBoundary& boundary) {
    return boundary.kind == StaticBoundaryKind::floating;
  });
  return model.statics.output.capacitance && floats ? 2 : 1;
}

}  // namespace

StaticMemoryNeed staticMemoryNeed(const StaticModel& model, const DofMap& dofs, const StaticDevice& device, int ranks) {
  const StaticSettings& settings = model.statics.settings;
  const StaticSizes whole{
      model.form,  settings.order, !dofs.minus.empty(), model.mesh.numVertices(), model.mesh.numElements(),
      dofs.numDofs};
  const StaticSizes part = whole.ofOnePart(ranks);
  const std::size_t real = settings.singlePrecision ? sizeof(float) : sizeof(double);
  const int engines = enginesAtOnce(model);
  StaticMemoryNeed need;
  need.mesh = meshBytes(model, dofs);
  if (ranks > 1) need.whole = problemBytes(whole, sizeof(double));
  if (device.gpu) {
    need.engine = problemBytes(part, sizeof(double));
    need.gpu = engines * cudaStaticBytes(part, settings.assembly, real).peak;
  } else {
    need.engine = engines * cpuStaticBytes(part, settings.assembly, real, device.threads).peak;
  }
  if (settings.preconditioner == StaticPreconditioner::amg) need.preconditioner = engines * amgBytes(part);
  return need;
}

void requireStaticMemory(const ComputeDevice& device, std::int64_t hostBytes, std::int64_t gpuBytes) {
  requireHostMemory(hostBytes, device.comm());
  if (device.gpu()) device.requireGpuMemory(gpuBytes);
}

}  // namespace fluxtet::statics
