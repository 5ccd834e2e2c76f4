// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/dgtd/observers/schedule.hpp"
#include "lib/output/snapshotWriter.hpp"

namespace fluxtet::dgtd {

/// Writes the snapshots of `output.snapshots`, and at the end one of the last fields unless `every` is `never`.
template <class Real>
class SnapshotObserver final : public Observer<Real> {
 public:
  /// The case has `output.snapshots`. Throws InputError if the selection has no elements or faces. Collective.
  explicit SnapshotObserver(const ObservedRun<Real>& run);
  std::int64_t next(std::int64_t step) const override { return schedule_.next(step); }
  void record(const Moment& now) override;
  void finish(const Moment& last, std::vector<std::string>& warnings) override;

 private:
  void write(const Moment& now);

  ObservedRun<Real> run_;
  Schedule schedule_;
  SnapshotWriter writer_;
  std::int64_t lastStep_ = -1;  ///< step of the last snapshot that this process has written
};

}  // namespace fluxtet::dgtd
