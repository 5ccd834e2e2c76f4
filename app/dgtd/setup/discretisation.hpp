// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/levels/timeLevels.hpp"
#include "app/dgtd/setup/absorbingLayers.hpp"
#include "app/dgtd/setup/faceLaws.hpp"
#include "app/dgtd/setup/problemSetup.hpp"
#include "app/dgtd/sources/lumpedPorts.hpp"
#include "app/dgtd/sources/symmetryPlanes.hpp"
#include "kernels/dgtd/problem.hpp"
#include "lib/base/timer.hpp"
#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/subMesh.hpp"
#include "partition/elementWork.hpp"

#include <mpi.h>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// A case discretised on its mesh, on this rank: everything but the engine.
struct Discretisation {
  ReferenceElement basis;
  SubMesh mesh;
  DgtdProblem problem{};
  std::array<Vec3, 2> boundingBox{};      ///< of the whole mesh, m
  AbsorbingLayers layers{};               ///< outside of the mesh that the case names
  FaceLawSet laws{};                      ///< of walls and sheets
  std::vector<LumpedPort> lumpedPorts{};  ///< in the order of the case's sources
  std::vector<LumpedRegion> loads{};      ///< regions of the case's loads
  WavePorts wavePorts{};
  std::vector<SpreadDipole> dipoles{};
  TotalField totalField{};
  std::vector<Beam> beams{};
  TimeLevels timeLevels{};        ///< of local time steps; count 0 without
  partition::ElementWork work{};  ///< work of the elements on the device of the fields; uniform on a GPU
  std::vector<SymmetryPlane> symmetryPlanes{};
  std::vector<Vec3> periods{};               ///< m, by which the case's periodic surfaces differ, in its order
  std::vector<std::string> outerSurfaces{};  ///< names of surface groups that contain outer faces

  /// Whether the fields of an element are total fields because a wave enters round it, inside of the mesh.
  bool isInTotalField(std::int32_t element) const {
    return !totalField.has.empty() && totalField.has[static_cast<std::size_t>(element)] != 0;
  }
  /// Number of equal parts of the whole device, of which the mesh is one.
  int copies() const { return 1 << symmetryPlanes.size(); }
  /// Number of unknowns of all ranks: six components at each node.
  std::int64_t totalDofs() const { return mesh.totalElements * basis.np() * 6; }
  /// Number of values of one field on this rank, [element][node][xyz].
  std::size_t valuesPerField() const { return static_cast<std::size_t>(mesh.numElements) * basis.np() * 3; }
};

/// The levels of local time steps of a run that another one goes on with.
struct EarlierLevels {
  int count = 0;    ///< highest level; 0: one time step for all elements
  double step = 0;  ///< c0 dt, m, TimeLevels::step
};

/// Reads or makes the mesh and distributes it, matches the faces, checks the case against the mesh, and sets up
/// materials, boundaries and sources. Adds the times of its phases to `phases`: read, partition, distribute (only where
/// rank 0 partitions the mesh), faces, order, problem, and levels with local time steps, for which METIS distributes
/// the mesh a second time. `earlier`: the levels that `auto` chose before the run that this one goes on with.
/// Collective. Throws InputError on every rank.
Discretisation discretise(const DgtdCase& theCase, bool onGpu, const std::optional<EarlierLevels>& earlier,
                          PhaseTimer& phases, MPI_Comm comm);
/// discretise(), with one time step for all elements where levels that `auto` chooses, not those of an earlier run,
/// take more memory than there is, as `fits` says, the same on all ranks. Collective.
Discretisation discretiseWithin(const std::function<bool(const Discretisation&)>& fits, const DgtdCase& theCase,
                                bool onGpu, const std::optional<EarlierLevels>& earlier, PhaseTimer& phases,
                                MPI_Comm comm);
/// Replaces the sources and initial fields of `d` by those of another case with the same mesh, materials and
/// boundaries. Mesh, matched faces and modes of wave ports stay. Collective. Throws InputError on every rank for a case
/// that does not match the mesh.
void setSources(const DgtdCase& theCase, bool onGpu, Discretisation& d, MPI_Comm comm);
/// The levels that `auto` would choose for a case without local time steps. Collective.
TimeLevels levelsThatPay(const DgtdCase& theCase, bool onGpu, const Discretisation& d, MPI_Comm comm);
/// discretise() for the CPU.
Discretisation discretise(const DgtdCase& theCase, MPI_Comm comm);

}  // namespace fluxtet::dgtd
