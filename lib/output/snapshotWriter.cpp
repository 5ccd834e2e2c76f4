// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/output/snapshotWriter.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/fileSeries.hpp"
#include "lib/output/meshView.hpp"
#include "lib/output/outputDirectory.hpp"

#include <optional>
#include <utility>

namespace fluxtet {

namespace {

/// A view that goes into a file of its own each time, <name>_<step>.vtkhdf, and the list of these files.
struct Show {
  MeshView view;
  std::optional<FileSeries> series;  ///< on rank 0
};

}  // namespace

struct SnapshotWriter::State {
  FieldSelection fields;
  int nodesPerElement;
  std::filesystem::path directory;
  MPI_Comm comm;
  std::vector<Show> shows;

  template <class Real>
  void write(Show& show, const FieldView<Real>& values) const;
};

template <class Real>
void SnapshotWriter::State::write(Show& show, const FieldView<Real>& values) const {
  const CellSet& cells = show.view.cells();
  // The solver's second field is Z0 H.
  constexpr double toH = 1.0 / constants::z0;
  ViewData data{.scalars = {{"time_E_s", values.timeE}, {"time_H_s", values.timeH}}};
  if (fields.E)
    data.points.push_back({"E", 3, "V/m", "electric field at the time time_E_s",
                           [&] { return cellValues(cells, values.E, nodesPerElement, 1.0); }});
  if (fields.H)
    data.points.push_back({"H", 3, "A/m", "magnetic field at the time time_H_s",
                           [&] { return cellValues(cells, values.H, nodesPerElement, toH); }});
  const std::string name = fmt::format("{}_{:08}.vtkhdf", show.view.name(), values.step);
  show.view.write(directory / name, data);
  agreeOnErrors(comm, [&] {
    if (show.series) show.series->add(name, values.step, values.timeE);
  });
}

SnapshotWriter::SnapshotWriter(const SnapshotOutput& spec, const SubMesh& mesh, const ReferenceElement& basis,
                               std::filesystem::path directory, std::int64_t continueAfterStep, MPI_Comm comm)
    : state_(new State{spec.fields, basis.np(), directory / outputName::snapshots, comm, {}}) {
  const CellSelection selection{"snapshots", spec.regions, spec.boundaries, spec.box, spec.mark};
  for (MeshView& view : makeViews(selection, mesh, basis, comm)) {
    Show show{std::move(view), std::nullopt};
    agreeOnErrors(comm, [&] {
      if (mpiRank(comm) == 0)
        show.series.emplace(state_->directory / (show.view.name() + ".vtkhdf.series"), continueAfterStep);
    });
    state_->shows.push_back(std::move(show));
  }
}

SnapshotWriter::~SnapshotWriter() = default;

template <class Real>
void SnapshotWriter::write(const FieldView<Real>& fields) {
  for (Show& show : state_->shows) state_->write(show, fields);
}

template void SnapshotWriter::write(const FieldView<float>&);
template void SnapshotWriter::write(const FieldView<double>&);

}  // namespace fluxtet
