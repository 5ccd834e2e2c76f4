// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "output/snapshotWriter.hpp"

#include "base/constants.hpp"
#include "base/mpi.hpp"
#include "output/cellSet.hpp"
#include "output/fileSeries.hpp"
#include "output/outputDirectory.hpp"
#include "output/vtkhdf.hpp"

#include <functional>
#include <optional>
#include <utility>

namespace fluxtet {

namespace {

/// Cells that go into a file of their own each time, and the list of these files.
struct Show {
  std::string name;  ///< files are <name>_<step>.vtkhdf
  CellSet cells;
  ElementOrder order;
  std::optional<FileSeries> series;  ///< on rank 0
};

}  // namespace

struct SnapshotWriter::State {
  SnapshotOutput spec;
  const SubMesh& mesh;
  const ReferenceElement& basis;
  std::filesystem::path directory;
  MPI_Comm comm;
  std::vector<Show> shows;

  void add(const std::string& name, const std::function<CellSet()>& select, std::int64_t continueAfterStep);
  void writeAllCellData(SharedFile& file, const VtkhdfGrid& grid) const;
  template <class Real>
  void write(Show& show, const FieldView<Real>& fields) const;
};

void SnapshotWriter::State::add(const std::string& name, const std::function<CellSet()>& select,
                                std::int64_t continueAfterStep) {
  CellSet cells;
  agreeOnErrors(comm, [&] { cells = select(); });
  ElementOrder order(cells.id, cells.totalIds, comm);
  require(order.total() > 0, "{}: snapshots: nothing of the mesh is selected: check regions, boundaries and box",
          toString(spec.mark));
  Show show{name, std::move(cells), std::move(order), std::nullopt};
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) show.series.emplace(directory / (name + ".vtkhdf.series"), continueAfterStep);
  });
  shows.push_back(std::move(show));
}

void SnapshotWriter::State::writeAllCellData(SharedFile& file, const VtkhdfGrid& grid) const {
  std::vector<std::int32_t> region, rank(grid.cells.size(), mpiRank(comm));
  std::vector<std::int64_t> elementId;
  for (const std::int32_t e : grid.cells.element) {
    region.push_back(mesh.region[e]);
    elementId.push_back(mesh.elementId[e]);
  }
  writeCellData(file, grid, "region", region);
  writeCellData(file, grid, "rank", rank);
  writeCellData(file, grid, "elementId", elementId);
  if (grid.cells.isSurface) writeCellData(file, grid, "surface", grid.cells.surface);
}

template <class Real>
void SnapshotWriter::State::write(Show& show, const FieldView<Real>& fields) const {
  agreeOnErrors(comm, [&] {
    if (mpiRank(comm) == 0) createFolder(directory);
  });
  const std::string name = fmt::format("{}_{:08}.vtkhdf", show.name, fields.step);
  const VtkhdfGrid grid{show.cells, show.order, mesh.groups, spec.fields, fields.timeE, fields.timeH};
  SharedFile file(
      directory / name, vtkhdfBytes(grid), [&](hid_t hdf) { layOutVtkhdf(hdf, grid); }, comm);
  writeTopology(file, grid, comm);
  writeVectors(file, grid, "Points", cellPoints(show.cells, mesh, basis));
  if (spec.fields.E) writeVectors(file, grid, "PointData/E", cellValues(show.cells, fields.E, basis.np(), 1.0));
  // The solver's second field is Z0 H.
  constexpr double toH = 1.0 / constants::z0;
  if (spec.fields.H) writeVectors(file, grid, "PointData/H", cellValues(show.cells, fields.H, basis.np(), toH));
  writeAllCellData(file, grid);
  file.commit();
  agreeOnErrors(comm, [&] {
    if (show.series) show.series->add(name, fields.step, fields.timeE);
  });
}

SnapshotWriter::SnapshotWriter(const SnapshotOutput& spec, const SubMesh& mesh, const ReferenceElement& basis,
                               std::filesystem::path directory, std::int64_t continueAfterStep, MPI_Comm comm)
    : state_(new State{spec, mesh, basis, directory / outputName::snapshots, comm, {}}) {
  const bool surfacesOnly = !spec.boundaries.empty() && spec.regions.empty() && !spec.box;
  if (!surfacesOnly)
    state_->add(
        "fields", [&] { return selectElements(spec, mesh, basis); }, continueAfterStep);
  if (!spec.boundaries.empty())
    state_->add(
        "boundaries", [&] { return selectFaces(spec, mesh, basis); }, continueAfterStep);
}

SnapshotWriter::~SnapshotWriter() = default;

template <class Real>
void SnapshotWriter::write(const FieldView<Real>& fields) {
  for (Show& show : state_->shows) state_->write(show, fields);
}

template void SnapshotWriter::write(const FieldView<float>&);
template void SnapshotWriter::write(const FieldView<double>&);

}  // namespace fluxtet
