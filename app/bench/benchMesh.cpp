// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/benchMesh.hpp"

#include "app/device/hostMemory.hpp"
#include "app/dgtd/setup/problemSetup.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/boxMesh.hpp"

#include <utility>

namespace fluxtet::bench {
namespace {
/// Peak memory of making a sub-mesh, bytes per element, measured on boxes of 10^6 to 10^7 elements.
constexpr std::int64_t meshBytesPerElement = 530;
}  // namespace

BenchMesh::BenchMesh(const BenchOptions& options, bool onGpu, MPI_Comm comm)
    : cells_(options.cells),
      penalty_(options.penalty),
      isBox_(!options.theCase),
      isCavity_(options.cavitySteps > 0),
      onGpu_(onGpu),
      comm_(comm) {
  if (options.theCase) case_ = withFlux(stripped(*options.theCase));
}

dgtd::DgtdCase BenchMesh::withFlux(dgtd::DgtdCase theCase) const {
  if (!penalty_) return theCase;
  theCase.dgtd.flux = *penalty_ == 0 ? dgtd::Flux::centred : dgtd::Flux::penalised;
  theCase.dgtd.penalty = *penalty_;
  return theCase;
}

const dgtd::Discretisation& BenchMesh::discretised(int order) {
  makeMesh(order);
  if (discretisation_->basis.order() != order) {
    case_.dgtd.order = order;
    discretisation_->basis = ReferenceElement(order);
    discretisation_->problem =
        dgtd::makeProblem(case_, discretisation_->mesh, discretisation_->layers, discretisation_->symmetryPlanes,
                          discretisation_->basis, discretisation_->lumpedPorts, {}, comm_)
            .problem;
  }
  return *discretisation_;
}

void BenchMesh::makeMesh(int order) {
  if (isBox_) {
    dgtd::DgtdCase box = boxFor(order);
    if (discretisation_ && case_.mesh.box->cells == box.mesh.box->cells) return;
    discretisation_.reset();
    case_ = withFlux(std::move(box));
    requireMemoryForBox();
  } else if (discretisation_) {
    return;
  }
  case_.dgtd.order = order;
  PhaseTimer phases;
  discretisation_ = dgtd::discretise(case_, onGpu_, {}, phases, comm_);
}

dgtd::DgtdCase BenchMesh::boxFor(int order) const {
  Cells cells = cells_.value_or(defaultCells(order, onGpu_));
  if (!isCavity_) return boxCase(cells);
  const Cells blocks = blocksOf(mpiSize(comm_));
  for (std::size_t c = 0; c < 3; ++c) cells[c] *= blocks[c];
  return cavityCase(cells);
}

void BenchMesh::requireMemoryForBox() const {
  const std::int64_t ranks = mpiSize(comm_);
  const std::int64_t ofThisRank = (checkedBoxElements(*case_.mesh.box) + ranks - 1) / ranks;
  requireHostMemory(ofThisRank * meshBytesPerElement, comm_);
}

std::string BenchMesh::text() const {
  if (isCavity_) return "unit cube of Kuhn cells, conducting walls, mode TM 111";
  return isBox_ ? "box of Kuhn cells, conducting walls" : case_.file;
}

}  // namespace fluxtet::bench
