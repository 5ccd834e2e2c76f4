// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/observers/placeSpectra.hpp"
#include "app/dgtd/observers/spectrumRecorder.hpp"
#include "lib/output/dftWriter.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace fluxtet::dgtd {

/// This rank's elements, ascending, in which `output.dft` needs the fields: those that its regions, box and surfaces
/// show, and those that hold its points; all with `output.sar`. Collective.
std::vector<std::int32_t> elementsOfDft(const OutputSettings& output, const Discretisation& d, MPI_Comm comm);

/// Sums up the fields at the frequencies of `output.dft` during the run, in the elements that it shows, and writes the
/// spectra at its end. Other observers can get each spectrum (giveTo()).
template <class Real>
class SpectraObserver final : public Observer<Real> {
 public:
  /// The case has `output.dft`. Throws InputError if the run is too short or its steps too long for the frequencies, or
  /// if the selection to write has no elements or faces, or if places lie outside the mesh (PlaceSpectra). Collective.
  explicit SpectraObserver(const ObservedRun<Real>& run);
  /// Planned times of the samples of E.
  SampleTimes samples() const { return recorder_.timesE(run_.axis.steps); }
  /// What the output has at places of its own, for people; empty without them.
  std::string places() const { return placeSpectra_ ? placeSpectra_->description() : ""; }
  /// Calls `use` with every spectrum at the end of the run, after its files are written. It has the values of all
  /// elements, 0 where they are not summed up. Its time counts as output. `use` may be collective.
  void giveTo(std::function<void(const Spectrum<Real>&)> use) { users_.push_back(std::move(use)); }

  void restore(const CheckpointState& state) override { recorder_.restore(state.scalars, state.step); }
  void listSums(CheckpointSums<Real>& sums) const override { recorder_.listSums(places_, sums); }
  void start(const CheckpointSums<Real>& sums) override;
  /// Memory of the points of places and of their files.
  HostNeed hostNeed() const override;
  std::int64_t next(std::int64_t step) const override { return recorder_.next(step); }
  void record(const Moment& now) override { recorder_.record(now.step); }
  void save(CheckpointState& state, CheckpointSums<Real>& sums) const override;
  /// Throws RunError on every rank if the run has ended before it has enough samples.
  void finish(const Moment& last, std::vector<std::string>& warnings) override;
  void summarise(const Moment& last, RunSummary& summary) const override;

 private:
  /// The values in all elements from those in elements_.
  std::vector<Real> onAllElements(std::vector<Real> values) const;

  ObservedRun<Real> run_;
  std::vector<std::int32_t> elements_;  ///< in which the fields are summed up
  bool areAll_;                         ///< on all ranks
  SpectrumRecorder<Real> recorder_;
  DftWriter writer_;
  std::unique_ptr<PlaceSpectra<Real>> placeSpectra_;  ///< none without points, lines and slices
  std::shared_ptr<const RecordPlaces> places_;
  std::vector<std::function<void(const Spectrum<Real>&)>> users_;
};

}  // namespace fluxtet::dgtd
