// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "kernels/dgtd/timeStep.hpp"
#include "partition/exchange/traceExchange.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace fluxtet::dgtd {

/// Carries out time steps on one rank's engine and overlaps the exchange of traces with them. The TimeStep says which
/// half steps to take; this class knows no scheme.
template <class Real>
class StepExecutor {
 public:
  /// `engine` and `exchange` outlive this object.
  StepExecutor(FieldEngine<Real>& engine, TraceExchange<Real>& exchange, KernelSet kernels)
      : engine_(engine), exchange_(exchange), kernels_(kernels) {}
  StepExecutor(const StepExecutor&) = delete;
  StepExecutor& operator=(const StepExecutor&) = delete;
  /// Receives traces that are still in flight. Does nothing during the propagation of an exception, when other ranks
  /// may have sent nothing.
  ~StepExecutor();

  /// Takes step `number`, which begins at time number * step.dt. Collective.
  void advance(const TimeStep& step, std::int64_t number);
  /// Takes steps first to first + count - 1, as a replayed CUDA graph where engine and exchange can. Collective.
  void advanceMany(const TimeStep& step, std::int64_t first, std::int64_t count);
  /// Takes one stage of a step that begins at `time`, s. Collective. Throws std::logic_error for an auxiliary half
  /// step that keeps.
  void perform(const Stage& stage, double time);
  /// Receives the other ranks' traces of both fields as they stand between two steps. Collective.
  void receiveTraces();

 private:
  /// Takes a step that begins at `time`, s.
  void take(const TimeStep& step, double time);
  /// Tells the engine where stages aside begin, end and are waited for.
  void turnAside(const Stage& stage);
  void performSum(const Stage& stage);
  void performAuxiliary(const HalfStep& half, const Stage& stage);
  /// Takes note that the stage has changed an array: traces of it that were received are those of before.
  void noteChange(const Stage& stage, ArrayId array) {
    if (stage.changesTraces && array < 2) received_[static_cast<std::size_t>(array)] = false;
  }
  void performFused(const HalfStep& half, const Stage& stage);
  void performSplit(const HalfStep& half, const Stage& stage);
  /// What one step leaves to the next one, so that steps are alike only if they begin with the same.
  struct Messages {
    std::array<bool, 2> received{};  ///< [Field] the other ranks' traces of its present values have been received
    std::array<bool, 2> inFlight{};  ///< [Field] TraceExchange::inFlight()
    bool operator==(const Messages&) const = default;
  };
  Messages messages() const { return {received_, {exchange_.inFlight(Field::E), exchange_.inFlight(Field::H)}}; }
  /// Whether the next step begins as every step of this kind ends.
  bool isSteady(const TimeStep& step) const { return steadyStep_ == step && leftMessages_ == messages(); }

  /// Receives the other ranks' traces of the field on the right-hand side, if the stage waits for them.
  void receiveSource(const Stage& stage);
  /// Receives the other ranks' traces of the field that is updated, of before its half step. An earlier half step,
  /// which had this field on its right-hand side, has received them already, except at the very first step.
  void receiveTarget(Field target);
  /// Whether the other ranks' traces of the present values of a field have been received.
  bool hasReceived(Field field) const {
    return received_[static_cast<std::size_t>(field)] && !exchange_.inFlight(field);
  }

  FieldEngine<Real>& engine_;
  TraceExchange<Real>& exchange_;
  KernelSet kernels_;
  bool isAside_ = false;                         ///< the last stage was one aside
  std::array<bool, 2> received_{};               ///< Messages::received
  TimeStep steadyStep_;                          ///< the last time step of advanceMany()
  Messages leftMessages_;                        ///< what that step leaves
  int exceptions_ = std::uncaught_exceptions();  ///< in flight when this object was made
};

extern template class StepExecutor<float>;
extern template class StepExecutor<double>;

}  // namespace fluxtet::dgtd
