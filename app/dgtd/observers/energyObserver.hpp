// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/energyMonitor.hpp"
#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "lib/output/series.hpp"

#include <filesystem>
#include <memory>

namespace fluxtet::dgtd {

/// Measures the energy: at the interval of `output.energy` for energy.csv and energy.h5, and about a hundred times a
/// run to detect instability and decay.
template <class Real>
class EnergyObserver final : public Observer<Real> {
 public:
  /// Throws InputError on every rank if energy.csv of an earlier run cannot be continued on a restart. Collective.
  explicit EnergyObserver(const ObservedRun<Real>& run);
  const EnergyMonitor& monitor() const { return monitor_; }

  void restore(const CheckpointState& state) override { monitor_.restore(state.scalars); }
  void open() override;
  /// These steps include the planned end of the run.
  std::int64_t next(std::int64_t step) const override;
  bool keepsH() const override { return true; }
  void record(const Moment& now) override;
  bool endsRun() const override { return monitor_.decayed(); }
  void flush() override;
  void save(CheckpointState& state, CheckpointSums<Real>&) const override { monitor_.save(state.scalars); }
  void finish(const Moment& last, std::vector<std::string>& warnings) override;
  void summarise(const Moment& last, RunSummary& summary) const override;

 private:
  EnergySample measure(const Moment& now) const;
  void append(const Moment& now, const EnergySample& sample);

  ObservedRun<Real> run_;
  EnergyMonitor monitor_;
  std::int64_t watchEvery_;  ///< steps between measurements of the monitor
  std::filesystem::path csvFile_, hdf5File_;
  std::unique_ptr<Series> series_;  ///< on rank 0, with `output.energy`
};

}  // namespace fluxtet::dgtd
