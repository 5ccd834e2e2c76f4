// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/step/stepExecutor.hpp"

#include <spdlog/spdlog.h>

#include <stdexcept>

namespace fluxtet::dgtd {
namespace {

std::size_t at(Field field) {
  return static_cast<std::size_t>(field);
}

}  // namespace

template <class Real>
StepExecutor<Real>::~StepExecutor() {
  if (std::uncaught_exceptions() > exceptions_) return;
  try {
    for (const Field field : {Field::E, Field::H})
      if (exchange_.inFlight(field)) exchange_.finish(field);
  } catch (const std::exception& error) {
    spdlog::warn("after the last step: {}", error.what());
  }
}

template <class Real>
void StepExecutor<Real>::advance(const TimeStep& step, std::int64_t number) {
  take(step, static_cast<double>(number) * step.dt);
}

template <class Real>
void StepExecutor<Real>::advanceMany(const TimeStep& step, std::int64_t first, std::int64_t count) {
  const std::int64_t end = first + count;
  if (count > 1 && kernels_ == KernelSet::fused && engine_.replays(step) && exchange_.replays()) {
    if (!isSteady(step)) {
      advance(step, first++);
      steadyStep_ = step;
      leftMessages_ = messages();
    }
    engine_.replay(step, first, end - first, [&](double time) { take(step, time); });
  } else {
    for (; first < end; ++first) advance(step, first);
  }
}

template <class Real>
void StepExecutor<Real>::take(const TimeStep& step, double time) {
  for (const Stage& stage : step.stages) perform(stage, time);
  for (const int handle : step.records) engine_.points().record(handle);
}

template <class Real>
void StepExecutor<Real>::perform(const Stage& stage, double time) {
  turnAside(stage);
  if (stage.sum) return performSum(stage);
  const HalfStep half = stage.half.at(time);
  if (half.isAuxiliary()) return performAuxiliary(half, stage);
  if (stage.keeps) engine_.energies().keep(half.target);
  if (stage.waitsFor[at(half.target)]) receiveTarget(half.target);
  const Field source = other(half.target);
  if (stage.waitsFor[at(source)] && !exchange_.inFlight(source) && !hasReceived(source)) exchange_.start(source);
  kernels_ == KernelSet::split ? performSplit(half, stage) : performFused(half, stage);
  received_[at(half.target)] = false;
}

template <class Real>
void StepExecutor<Real>::turnAside(const Stage& stage) {
  if (stage.aside != isAside_) engine_.turnAside(stage.aside);
  isAside_ = stage.aside;
  if (stage.joins) engine_.join();
}

template <class Real>
void StepExecutor<Real>::performSum(const Stage& stage) {
  for (const auto* ranges : {&stage.elements.interior, &stage.elements.border})
    for (const ElementRange& range : *ranges) engine_.addArrays(*stage.sum, range);
  noteChange(stage, stage.sum->out);
}

/// The traces of the source take the way of its field's traces, which are then those of another array.
template <class Real>
void StepExecutor<Real>::performAuxiliary(const HalfStep& half, const Stage& stage) {
  if (stage.keeps) throw std::logic_error("an auxiliary half step keeps no field");
  const Field field = half.curl ? other(half.target) : half.target;
  const ArrayId source = half.curl ? half.curl->source : half.damping->source;
  const ArrayId out = half.curl ? half.curl->out : half.damping->out;
  if (stage.exchangesSource) {
    if (exchange_.inFlight(field)) exchange_.finish(field);
    if (source != arrayOf(field)) engine_.swapArrays(field, source);
    exchange_.start(field, stage.exchangedLevel);
    exchange_.finish(field);
    if (source != arrayOf(field)) engine_.swapArrays(field, source);
    received_[at(field)] = false;
  }
  for (const auto* ranges : {&stage.elements.interior, &stage.elements.border})
    for (const ElementRange& range : *ranges) engine_.fusedHalfStep(half, range);
  noteChange(stage, out);
  if (stage.sends) exchange_.start(half.target);
}

/// Half step by the fused kernel. The traces of the field on the right-hand side are in flight since the half step
/// before. The traces of the updated field are sent as soon as the border is computed: first of all if the engine
/// computes all elements in one launch that begins with the border, else after the interior.
template <class Real>
void StepExecutor<Real>::performFused(const HalfStep& half, const Stage& stage) {
  const auto& [interior, border] = stage.elements;
  const bool isOneRange =
      border.size() == 1 &&
      (interior.empty() || (interior.size() == 1 && interior[0].begin == 0 && interior[0].end == border[0].begin));
  if (engine_.borderFirst() && isOneRange) {
    receiveSource(stage);
    if (stage.sends) exchange_.announce(half.target);
    engine_.fusedHalfStep(half, {interior.empty() ? border[0].begin : interior[0].begin, border[0].end});
  } else {
    for (const ElementRange& range : interior) engine_.fusedHalfStep(half, range);
    receiveSource(stage);
    for (const ElementRange& range : border) engine_.fusedHalfStep(half, range);
  }
  if (stage.sends) exchange_.start(half.target);
}

/// Half step by the published kernels (volume, surface, update). The exchange of the traces overlaps with the volume
/// integrals and the interior surface integrals. As published, the next half step starts the exchange: Stage::sends has
/// no effect.
template <class Real>
void StepExecutor<Real>::performSplit(const HalfStep& half, const Stage& stage) {
  const auto& [interior, border] = stage.elements;
  for (const auto* ranges : {&interior, &border})
    for (const ElementRange& range : *ranges) engine_.intVolume(half, range);
  for (const ElementRange& range : interior) engine_.intSurface(half, range);
  receiveSource(stage);
  for (const ElementRange& range : border) engine_.intSurface(half, range);
  for (const auto* ranges : {&interior, &border})
    for (const ElementRange& range : *ranges) engine_.updateField(half, range);
}

template <class Real>
void StepExecutor<Real>::receiveSource(const Stage& stage) {
  const Field source = other(stage.half.target);
  if (!stage.waitsFor[at(source)] || hasReceived(source)) return;
  exchange_.finish(source);
  received_[at(source)] = true;
}

template <class Real>
void StepExecutor<Real>::receiveTarget(Field target) {
  if (received_[at(target)]) return;
  if (!exchange_.inFlight(target)) exchange_.start(target);
  exchange_.finish(target);
  received_[at(target)] = true;
}

template <class Real>
void StepExecutor<Real>::receiveTraces() {
  for (const Field field : {Field::E, Field::H}) {
    if (hasReceived(field)) continue;
    if (!exchange_.inFlight(field)) exchange_.start(field);
    exchange_.finish(field);
    received_[at(field)] = true;
  }
}

template class StepExecutor<float>;
template class StepExecutor<double>;

}  // namespace fluxtet::dgtd
