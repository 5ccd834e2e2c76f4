// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/energyMonitor.hpp"
#include "app/dgtd/observers/probeRecorder.hpp"
#include "app/dgtd/observers/schedule.hpp"
#include "lib/output/sliceWriter.hpp"
#include "lib/output/snapshotWriter.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet {

/// Of outputs whose `every` is shorter than the time step `dt`, s.
std::vector<std::string> warningsOfIntervals(const OutputSettings& output, double dt);

/// Everything that a run writes while it steps, except checkpoints and the summary.
template <class Real>
class RunOutputs {
 public:
  /// Places probes, slices and snapshots; throws InputError on every rank for what lies outside the mesh and for series
  /// that cannot be continued. `continueAfterStep` >= 0 on a restart. Changes no file. Collective.
  RunOutputs(const DgtdCase& theCase, FieldEngine<Real>& engine, const Discretisation& discretisation, double dt,
             std::int64_t continueAfterStep, MPI_Comm comm);
  /// Opens the files; the output directory exists. Collective.
  void open();
  /// What slices will take on this rank: their samplers, and the largest while it is written.
  std::int64_t bytes() const { return sliceBytes_; }

  /// The first step after `step` at which something is due.
  std::int64_t next(std::int64_t step) const;
  /// Writes what is due at this step. Collective.
  void record(std::int64_t step, double timeE, double timeH);
  /// A line of the energy series. Collective (rank 0 writes).
  void recordEnergy(std::int64_t step, double time, const EnergySample& sample);
  /// The last fields, whether due or not, of every output that is not switched off. Collective.
  void recordLast(std::int64_t step, double timeE, double timeH);
  /// Brings all series to the disk. Collective.
  void flush();
  /// Seconds spent writing on this rank.
  double seconds() const { return seconds_; }

 private:
  struct Slice {
    SliceWriter writer;
    PointSampler<Real> sampler;
    Schedule schedule;
    FieldSelection fields;
  };
  /// Refuses slices that lie outside the mesh and counts what the others take. Collective.
  void checkSlices();
  /// The first step after `step` at which a slice or a snapshot is due.
  std::int64_t nextFile(std::int64_t step) const;
  void writeSnapshot(std::int64_t step, double timeE, double timeH);
  void writeSlice(const Slice& slice, std::int64_t step, double timeE, double timeH);
  void writeSeries();

  const DgtdCase& case_;
  FieldEngine<Real>& engine_;
  const Discretisation& discretisation_;
  MPI_Comm comm_;
  double dt_;
  std::filesystem::path directory_;
  std::int64_t continueAfterStep_;
  ProbeRecorder<Real> probes_;
  std::vector<Slice> slices_;
  std::int64_t sliceBytes_ = 0;
  std::optional<Schedule> snapshotSchedule_;
  std::unique_ptr<SnapshotWriter> snapshots_;
  std::unique_ptr<Series> energy_;
  std::int64_t lastSnapshotStep_ = -1;
  double seconds_ = 0;
};

}  // namespace fluxtet
