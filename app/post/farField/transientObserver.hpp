// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/observers/sampleSteps.hpp"
#include "app/post/farField/retardedPotentials.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet::farField {

/// Gathers the retarded potentials of the surface of `output.transientFarField` during a run, and writes the far field
/// over time at its end.
template <class Real>
class TransientObserver final : public dgtd::Observer<Real> {
 public:
  /// The case has `output.transientFarField`. Throws InputError as RadiatingSurface does, or for a direction behind a
  /// ground. Collective.
  explicit TransientObserver(const dgtd::ObservedRun<Real>& run);

  /// One line on the surface and on what is wanted, for people.
  std::string description() const;
  /// What is wrong if the samples are too rare for the sources; none if they are not.
  std::optional<std::string> warning() const;
  void restore(const CheckpointState& state) override;
  void listSums(CheckpointSums<Real>& sums) const override;
  void start(const CheckpointSums<Real>& sums) override;
  std::int64_t next(std::int64_t step) const override { return steps_.next(step); }
  void record(const dgtd::Moment& now) override;
  void save(CheckpointState& state, CheckpointSums<Real>& sums) const override;
  void finish(const dgtd::Moment& last, std::vector<std::string>& warnings) override;
  void summarise(const dgtd::Moment& last, RunSummary& summary) const override;

 private:
  /// The far field in one direction.
  struct Signal {
    double firstTime = 0;                      ///< s
    std::vector<std::array<double, 2>> field;  ///< [instant][theta, phi] V
  };
  void requireBeforeGround() const;
  /// Numbers of values of the signals of a field with so many instants.
  static std::size_t numPerDirection(std::int64_t instants) { return 2 * static_cast<std::size_t>(instants); }
  std::size_t numValues(std::int64_t instants) const { return directions_.size() * numPerDirection(instants); }
  /// The signals of all ranks on rank 0, empty elsewhere. [direction][instant][component]. Collective.
  std::vector<double> gathered(dgtd::Field field) const;
  /// Places in a checkpoint of signals with so many instants: all on rank 0.
  std::shared_ptr<const RecordPlaces> placesOf(std::int64_t instants) const;
  Signal signalOf(std::size_t direction, std::int64_t lastStep,
                  const std::array<std::vector<double>, 2>& potentials) const;
  std::string table() const;

  dgtd::ObservedRun<Real> run_;
  const dgtd::TransientFarFieldOutput& output_;
  RadiatingSurface source_;
  std::vector<Direction> directions_;
  dgtd::FieldTimes times_;
  dgtd::SampleSteps steps_;
  Delays delays_;
  std::int64_t instants_ = 0;          ///< of the signals in the engine
  std::int64_t restoredInstants_ = 0;  ///< of those of the restart's checkpoint
  int list_ = -1;                      ///< of the engine
  std::vector<Signal> signals_;        ///< at the end of the run on rank 0, by direction
};

}  // namespace fluxtet::farField
