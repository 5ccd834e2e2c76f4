// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"

#include <map>
#include <string>

namespace fluxtet::dgtd {

/// Writes a checkpoint of the fields and of what all observers save, when one is due and when a signal stops the run.
template <class Real>
class CheckpointObserver final : public Observer<Real> {
 public:
  /// `identity`: what a case that restarts must agree in (checkpointIdentity()). `observers` outlives this one, which
  /// may be among them.
  CheckpointObserver(const ObservedRun<Real>& run, std::map<std::string, std::string> identity,
                     const ObserverList<Real>& observers);
  /// Throws RunError on every rank if a field is not finite, and for a file that cannot be written.
  void checkpoint(const Moment& now) override;
  void stop(const Moment& last) override { checkpoint(last); }

 private:
  void write(const Moment& now) const;

  ObservedRun<Real> run_;
  std::map<std::string, std::string> identity_;
  const ObserverList<Real>& observers_;
};

}  // namespace fluxtet::dgtd
