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

namespace fluxtet {

/// The CSV file of a probe.
std::filesystem::path probeFile(const std::filesystem::path& directory, const std::string& name);
/// Where each probe of a case is, as text in m, by its name.
std::map<std::string, std::string> probePositions(const DgtdCase& theCase);

/// Records the probes of `output.probes`: sampled every so many steps where they lie, and brought to the files of rank
/// 0 in batches.
template <class Real>
class ProbeObserver final : public Observer<Real> {
 public:
  /// Throws InputError on every rank for a probe outside the mesh, and if files of an earlier run cannot be continued.
  /// Collective.
  explicit ProbeObserver(const ObservedRun<Real>& run);
  void restore(const CheckpointState& state) override { positionsBefore_ = state.series; }
  void open() override;
  std::int64_t next(std::int64_t step) const override;
  void record(const Moment& now) override;
  void flush() override;
  /// A probe that is left out for a while keeps its place.
  void save(CheckpointState& state, CheckpointSums<Real>& sums) const override;
  void finish(const Moment& last, std::vector<std::string>& warnings) override;

 private:
  static constexpr std::size_t rowsPerBatch = 512;
  struct Row {
    std::int64_t step;
    double timeE, timeH;
  };
  void requireInside() const;
  /// Brings everything sampled so far to the CSV files. Collective.
  void writeRows();
  void appendRows(std::size_t probe, const std::vector<double>& values);
  void writeHdf5() const;

  ObservedRun<Real> run_;
  const std::vector<ProbeOutput>& probes_;
  std::filesystem::path directory_;
  PointSampler<Real> sampler_;
  std::map<std::string, std::string> positionsBefore_;  ///< of the checkpoint that the run goes on from
  std::vector<Row> rows_;                               ///< of the sampler's record
  std::vector<std::unique_ptr<Series>> series_;         ///< on rank 0
};

}  // namespace fluxtet
