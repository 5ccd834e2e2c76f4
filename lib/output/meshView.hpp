// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/elementOrder.hpp"
#include "lib/output/cellSet.hpp"
#include "lib/output/vtkhdf.hpp"

#include <mpi.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace fluxtet {

/// Data of a VTKHDF file on a part of the mesh. The values of an array are computed when it is written, one array after
/// the other.
struct ViewData {
  struct Array {
    std::string name;
    int components = 1;
    std::string unit;         ///< "V/m", "1": attribute of its dataset
    std::string description;  ///< which quantity it is: attribute of its dataset
    std::function<std::vector<float>()> values;
  };
  std::vector<Array> points{};                ///< [cells][nodesPerCell][components]
  std::vector<Array> cells{};                 ///< [cells][components]
  std::vector<VtkhdfGrid::Scalar> scalars{};  ///< of the file as a whole
};

/// A part of the mesh, elements or faces, and the VTKHDF files that show data on it: one partition, cells in the order
/// of their ids whatever the number of ranks, Lagrange cells of the solution's order, cell data elementId, rank, region
/// and, of faces, surface. `mesh` and `basis` must outlive the view.
class MeshView {
 public:
  /// Collective. `name`: what its files are called, such as "fields".
  MeshView(std::string name, CellSet cells, const SubMesh& mesh, const ReferenceElement& basis, MPI_Comm comm);

  const std::string& name() const { return name_; }
  const CellSet& cells() const { return cells_; }  ///< this rank's
  std::int64_t totalCells() const { return order_.total(); }
  /// Writes `file`, complete or not at all; its folder is created. Collective.
  void write(const std::filesystem::path& file, const ViewData& data) const;

 private:
  void writeStandardCellData(SharedFile& file, const VtkhdfGrid& grid) const;

  std::string name_;
  CellSet cells_;
  ElementOrder order_;
  const SubMesh* mesh_;
  const ReferenceElement* basis_;
  MPI_Comm comm_;
};

/// The views of an output: "fields" with elements, unless only surfaces are selected, and "boundaries" with faces, if
/// any are. Collective. Throws InputError on every rank if nothing is selected.
std::vector<MeshView> makeViews(const CellSelection& selection, const SubMesh& mesh, const ReferenceElement& basis,
                                MPI_Comm comm);

}  // namespace fluxtet
