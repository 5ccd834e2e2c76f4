// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/meshView.hpp"

#include "lib/base/mpi.hpp"
#include "lib/output/outputDirectory.hpp"

#include <utility>

namespace fluxtet {

namespace {

std::vector<VtkhdfGrid::Array> shapesOf(const std::vector<ViewData::Array>& arrays) {
  std::vector<VtkhdfGrid::Array> shapes;
  for (const auto& array : arrays) shapes.push_back({array.name, array.components, array.unit, array.description});
  return shapes;
}

}  // namespace

MeshView::MeshView(std::string name, CellSet cells, const SubMesh& mesh, const ReferenceElement& basis, MPI_Comm comm)
    : name_(std::move(name)),
      cells_(std::move(cells)),
      order_(cells_.id, cells_.totalIds, comm),
      mesh_(&mesh),
      basis_(&basis),
      comm_(comm) {}

void MeshView::writeStandardCellData(SharedFile& file, const VtkhdfGrid& grid) const {
  std::vector<std::int32_t> region, rank(cells_.size(), mpiRank(comm_));
  std::vector<std::int64_t> elementId;
  for (const std::int32_t e : cells_.element) {
    region.push_back(mesh_->region[e]);
    elementId.push_back(mesh_->elementId[e]);
  }
  writeCellData(file, grid, "region", 1, region);
  writeCellData(file, grid, "rank", 1, rank);
  writeCellData(file, grid, "elementId", 1, elementId);
  if (cells_.isSurface) writeCellData(file, grid, "surface", 1, cells_.surface);
}

void MeshView::write(const std::filesystem::path& path, const ViewData& data) const {
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) == 0) createFolder(path.parent_path());
  });
  const VtkhdfGrid grid{cells_, order_, mesh_->groups, shapesOf(data.points), shapesOf(data.cells), data.scalars};
  SharedFile file(
      path, vtkhdfBytes(grid), [&](hid_t hdf) { layOutVtkhdf(hdf, grid); }, comm_);
  writeTopology(file, grid, comm_);
  writePointData(file, grid, "Points", 3, cellPoints(cells_, *mesh_, *basis_));
  for (const auto& array : data.points)
    writePointData(file, grid, "PointData/" + array.name, array.components, array.values());
  writeStandardCellData(file, grid);
  for (const auto& array : data.cells) writeCellData(file, grid, array.name, array.components, array.values());
  file.commit();
}

std::vector<MeshView> makeViews(const CellSelection& selection, const SubMesh& mesh, const ReferenceElement& basis,
                                MPI_Comm comm) {
  std::vector<MeshView> views;
  const auto add = [&](const char* name, const auto& select) {
    CellSet cells;
    agreeOnErrors(comm, [&] { cells = select(selection, mesh, basis); });
    views.emplace_back(name, std::move(cells), mesh, basis, comm);
    require(views.back().totalCells() > 0, "{}: {}: nothing of the mesh is selected: check regions, boundaries and box",
            toString(selection.mark), selection.output);
  };
  if (showsElements(selection)) add("fields", selectElements);
  if (!selection.boundaries.empty()) add("boundaries", selectFaces);
  return views;
}

}  // namespace fluxtet
