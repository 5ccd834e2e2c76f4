// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/observers/pointSampler.hpp"
#include "lib/output/series.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// Path of the CSV file of a probe.
std::filesystem::path probeFile(const std::filesystem::path& directory, const std::string& name);
/// Position of each probe of a case, as text in m, by its name.
std::map<std::string, std::string> probePositions(const DgtdCase& theCase);

/// Records the probes of `output.probes`. Each rank samples the probes in its elements; rank 0 writes the files in
/// batches.
template <class Real>
class ProbeObserver final : public Observer<Real> {
 public:
  /// Throws InputError on every rank for a probe outside the mesh, or if the files of an earlier run cannot be
  /// continued on a restart. Collective.
  explicit ProbeObserver(const ObservedRun<Real>& run);
  void restore(const CheckpointState& state) override { positionsBefore_ = state.series; }
  void open() override;
  std::int64_t next(std::int64_t step) const override;
  void record(const Moment& now) override;
  using typename Observer<Real>::StepRecords;
  std::optional<StepRecords> recordsOfSteps(std::int64_t step) const override;
  void noteRecorded(const Moment& now) override { rows_.push_back({now.step, now.timeE, now.timeH}); }
  void flush() override;
  /// Also saves positions of the restart's checkpoint for probes that this case does not have.
  void save(CheckpointState& state, CheckpointSums<Real>& sums) const override;
  void finish(const Moment& last, std::vector<std::string>& warnings) override;

 private:
  static constexpr std::size_t rowsPerBatch = 512;
  struct Row {
    std::int64_t step;
    double timeE, timeH;
  };
  /// What the engine records of this rank.
  std::vector<int> handles() const;
  void requireInside() const;
  /// Writes all samples so far to the CSV files. Collective.
  void writeRows();
  void appendRows(std::size_t probe, const std::vector<double>& values);
  void writeHdf5() const;

  ObservedRun<Real> run_;
  const std::vector<ProbeOutput>& probes_;
  std::filesystem::path directory_;
  PointSampler<Real> sampler_;
  std::map<std::string, std::string> positionsBefore_;  ///< of the restart's checkpoint, by name
  std::vector<Row> rows_;                               ///< of the samples that sampler_ stores
  std::vector<std::unique_ptr<Series>> series_;         ///< [probe] on rank 0
};

}  // namespace fluxtet::dgtd
