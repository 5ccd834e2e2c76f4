// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/observers/spectrumRecorder.hpp"
#include "app/post/farField/farFieldStudy.hpp"
#include "app/post/ports/portRecorder.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::farField {

/// Sums up both fields on the surface of `output.farField` during a run, and writes the far field at its end.
template <class Real>
class FarFieldObserver final : public dgtd::Observer<Real> {
 public:
  /// The case has `output.farField`. Throws InputError as FarFieldStudy does, or if the run is too short or its steps
  /// too long for the frequencies. Collective.
  explicit FarFieldObserver(const dgtd::ObservedRun<Real>& run);

  /// One line on the surface and on what is wanted, for people.
  std::string description() const;
  void restore(const CheckpointState& state) override;
  void listSums(CheckpointSums<Real>& sums) const override;
  void start(const CheckpointSums<Real>& sums) override;
  std::int64_t next(std::int64_t step) const override { return recorder_.next(step); }
  void record(const dgtd::Moment& now) override;
  void save(CheckpointState& state, CheckpointSums<Real>& sums) const override;
  /// Throws RunError on every rank if the run has ended before it has enough samples.
  void finish(const dgtd::Moment& last, std::vector<std::string>& warnings) override;
  void summarise(const dgtd::Moment& last, RunSummary& summary) const override;

 private:
  dgtd::ObservedRun<Real> run_;
  FarFieldStudy study_;
  dgtd::SpectrumRecorder<Real> recorder_;
  std::optional<ports::PortRecorder<Real>> ports_;  ///< if they alone feed
  std::shared_ptr<const RecordPlaces> places_;
  std::vector<FarField> fields_;  ///< at the end of the run, by frequency
};

}  // namespace fluxtet::farField
