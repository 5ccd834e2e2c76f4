// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "kernels/dgtd/timeStep.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <array>
#include <cstdint>
#include <exception>

namespace fluxtet {

/// Carries out time steps on one rank's engine and hides the exchange with the other ranks behind them. It knows no
/// scheme: what happens stands in the TimeStep.
template <class Real>
class StepExecutor {
 public:
  /// Both must outlive it.
  StepExecutor(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, KernelSet kernels)
      : engine_(engine), exchange_(exchange), kernels_(kernels) {}
  StepExecutor(const StepExecutor&) = delete;
  StepExecutor& operator=(const StepExecutor&) = delete;
  /// Receives the traces that the other ranks have sent ahead, unless an error is on its way up: then they may have
  /// sent nothing.
  ~StepExecutor();

  /// Step number `number`, which begins at number * step.dt. Collective.
  void advance(const TimeStep& step, std::int64_t number);
  /// `count` steps from number `first` on; as a replayed graph where the engine takes it. Collective.
  void advanceMany(const TimeStep& step, std::int64_t first, std::int64_t count);
  /// One stage of a step that begins at `time`, s. Collective.
  void perform(const Stage& stage, double time);

 private:
  void performFused(const HalfStep& half, const Stage& stage);
  void performSplit(const HalfStep& half, const Stage& stage);
  /// The other ranks' traces of the source, for elements of the border that come next.
  void receiveSource(const Stage& stage);
  /// The other ranks' traces of the target as it stands before its half step. A half step that had the target as its
  /// source has received them already, except before the very first one.
  void receiveTarget(Field target);

  FieldEngine<Real>& engine_;
  TraceExchange<Real>& exchange_;
  KernelSet kernels_;
  std::array<bool, 2> received_{};  ///< by Field: the other ranks' traces of its present values are here
  int exceptions_ = std::uncaught_exceptions();
};

extern template class StepExecutor<float>;
extern template class StepExecutor<double>;

}  // namespace fluxtet
