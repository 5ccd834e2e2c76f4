// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/basis/referenceElement.hpp"
#include "lib/mesh/elementOrder.hpp"
#include "lib/mesh/subMesh.hpp"
#include "lib/output/fieldOutputs.hpp"

#include <mpi.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// One moment's fields as an engine gives them: nodal [element][node][xyz] in the SubMesh's order, E and Z0 H in V/m.
template <class Real>
struct FieldView {
  std::int64_t step = 0;
  double timeE = 0, timeH = 0;  ///< s (H is half a step later in leap-frog)
  std::span<const Real> E, H;   ///< H may be empty when only E is wanted, and the other way round
};

/// Writes fields as VTKHDF unstructured grids (one file a moment, <directory>/snapshots/fields_<step>.vtkhdf, Lagrange
/// cells of the solution's order, float32, SI units) that ParaView 5.11 and VTK 9.1 open without a plug-in, plus
/// fields.vtkhdf.series with the times. Elements stand in the order of their global ids, so files do not depend on the
/// number of ranks. Cell data: region (index), rank, elementId. Regions and a box restrict the elements; boundaries go
/// into boundaries_<step>.vtkhdf (Lagrange triangles, cell data surface as well), alone if neither regions nor a box is
/// given. Files appear complete or not at all.
class SnapshotWriter {
 public:
  /// Collective. Touches no file. Throws InputError if nothing is selected. `mesh` and `basis` must outlive the writer.
  /// `continueAfterStep` >= 0: a restart; later entries of the .series file are dropped.
  SnapshotWriter(const SnapshotOutput& spec, const SubMesh& mesh, const ReferenceElement& basis,
                 std::filesystem::path directory, std::int64_t continueAfterStep, MPI_Comm comm);
  ~SnapshotWriter();
  /// Collective.
  template <class Real>
  void write(const FieldView<Real>& fields);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fluxtet
