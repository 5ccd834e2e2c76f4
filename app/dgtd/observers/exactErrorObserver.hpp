// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "lib/physics/exactSolution.hpp"

namespace fluxtet::dgtd {

/// Computes, at the end of a run, the error of the fields against the exact solution that the initial fields were taken
/// from. It reports nothing if that solution is not exact: with sources, or with walls other than PEC.
template <class Real>
class ExactErrorObserver final : public Observer<Real> {
 public:
  /// `exact` outlives the observer.
  ExactErrorObserver(const ObservedRun<Real>& run, const ExactSolution& exact) : run_(run), exact_(exact) {}
  void summarise(const Moment& last, RunSummary& summary) const override;

 private:
  ObservedRun<Real> run_;
  const ExactSolution& exact_;
};

}  // namespace fluxtet::dgtd
