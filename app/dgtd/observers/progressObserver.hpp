// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/energyMonitor.hpp"
#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "lib/output/progress.hpp"

#include <optional>

namespace fluxtet::dgtd {

/// Shows the progress of the run. It derives the speed from finished steps, not from those that a GPU has in its queue.
template <class Real>
class ProgressObserver final : public Observer<Real> {
 public:
  ProgressObserver(const ObservedRun<Real>& run, const EnergyMonitor& energy);
  void meet(const Moment& now) override;
  /// stop() and finish() end the live line, so that the log can continue.
  void stop(const Moment& last) override;
  void finish(const Moment& last, std::vector<std::string>& warnings) override;

 private:
  bool isFirstRank_;
  std::int64_t steps_, elements_;
  const EnergyMonitor& energy_;
  std::optional<Progress> progress_;  ///< on rank 0, from the first meet() on
};

}  // namespace fluxtet::dgtd
