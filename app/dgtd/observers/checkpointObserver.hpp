// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"

#include <map>
#include <string>

namespace fluxtet::dgtd {

/// Writes a checkpoint, of the fields and the state of all observers, when one is due and when a signal stops the run.
template <class Real>
class CheckpointObserver final : public Observer<Real> {
 public:
  /// `identity`: properties in which a restarting case must agree (checkpointIdentity()). `observers`: all observers of
  /// the run, this one included; outlives it.
  CheckpointObserver(const ObservedRun<Real>& run, std::map<std::string, std::string> identity,
                     const ObserverList<Real>& observers);
  /// Throws RunError on every rank if a field is not finite or the file cannot be written. Collective.
  void checkpoint(const Moment& now) override;
  void stop(const Moment& last) override { checkpoint(last); }

 private:
  void write(const Moment& now) const;

  ObservedRun<Real> run_;
  std::map<std::string, std::string> identity_;
  const ObserverList<Real>& observers_;
};

}  // namespace fluxtet::dgtd
