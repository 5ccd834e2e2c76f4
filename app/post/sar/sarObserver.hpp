// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/observers/observedRun.hpp"
#include "app/dgtd/observers/observer.hpp"
#include "app/post/sar/sarStudy.hpp"

#include <string>
#include <vector>

namespace fluxtet::sar {

/// Evaluates `output.sar` at the end of a run, from the spectrum at its frequency.
template <class Real>
class SarObserver final : public dgtd::Observer<Real> {
 public:
  /// The case has `output.sar`. Throws InputError as SarStudy does. Collective.
  explicit SarObserver(const dgtd::ObservedRun<Real>& run)
      : run_(run), study_(run.theCase, run.discretisation, run.comm) {}
  /// Text for `fluxtet check`: tissue, voxels and their memory.
  std::string description() const { return study_.description(); }
  /// Evaluates `spectrum` and writes its files if its frequency, Hz, is one of `output.sar`. Collective. Throws
  /// RunError as SarStudy::evaluate().
  void take(const dgtd::Spectrum<Real>& spectrum);
  /// Writes the result to the log.
  void finish(const dgtd::Moment& last, std::vector<std::string>& warnings) override;
  void summarise(const dgtd::Moment& last, RunSummary& summary) const override;

 private:
  dgtd::ObservedRun<Real> run_;
  SarStudy study_;
  std::vector<SarResult> results_;  ///< by frequency
};

}  // namespace fluxtet::sar
