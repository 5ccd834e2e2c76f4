// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/timeLoop.hpp"

#include "lib/base/timer.hpp"

#include <algorithm>

namespace fluxtet::dgtd {
namespace {

template <class Real>
bool isDue(const Observer<Real>& observer, std::int64_t step) {
  return observer.next(step - 1) == step;
}

}  // namespace

template <class Real>
Moment TimeLoop<Real>::momentAt(std::int64_t step) const {
  return {step, static_cast<double>(step) * axis_.dt, stepper_.timeH(step)};
}

template <class Real>
void TimeLoop<Real>::record(std::int64_t step, const RecordedByEngine& recorded) const {
  const Moment now = momentAt(step);
  for (const auto& observer : observers_)
    if (!recorded.has(*observer) && isDue(*observer, step)) observer->record(now);
}

template <class Real>
auto TimeLoop<Real>::recordedByEngine(std::int64_t step) const -> RecordedByEngine {
  RecordedByEngine recorded;
  for (const auto& observer : observers_) {
    const auto records = observer->recordsOfSteps(step);
    if (!records || records->room < 1) continue;
    recorded.observers.push_back(observer.get());
    recorded.handles.insert(recorded.handles.end(), records->handles.begin(), records->handles.end());
    recorded.last = std::min(recorded.last, step + records->room);
  }
  return recorded;
}

template <class Real>
LoopEnd TimeLoop<Real>::run(std::int64_t first, RunControl& control) const {
  const Timer timer;
  const double outputBefore = outputSeconds();
  std::int64_t step = first;
  bool stopped = false;
  meet(momentAt(step));
  while (!stopped && !isAtEnd(step)) {
    const RecordedByEngine recorded = recordedByEngine(step);
    const std::int64_t to = std::min({next(step, recorded), recorded.last, control.next(step), axis_.steps});
    advance(step, to, recorded.handles);
    while (step < to)
      for (const Moment now = momentAt(++step); auto* const observer : recorded.observers) observer->noteRecorded(now);
    record(step, recorded);
    const bool isLast = step == axis_.steps;
    if (control.meetsAt(step) || isLast) {
      engine_.synchronize();
      meet(momentAt(step));
    }
    const auto verdict = control.at(step);
    stopped = verdict.stop && !isLast;
    if (verdict.checkpoint && !stopped && !isLast)
      for (const auto& observer : observers_) observer->checkpoint(momentAt(step));
  }
  engine_.synchronize();
  return {momentAt(step), stopped, timer.seconds() - (outputSeconds() - outputBefore)};
}

template <class Real>
std::int64_t TimeLoop<Real>::next(std::int64_t step, const RecordedByEngine& recorded) const {
  std::int64_t first = Observer<Real>::never;
  for (const auto& observer : observers_)
    if (!recorded.has(*observer)) first = std::min(first, observer->next(step));
  return first;
}

template <class Real>
void TimeLoop<Real>::advance(std::int64_t from, std::int64_t to, const std::vector<int>& handles) const {
  const bool keepH = std::any_of(observers_.begin(), observers_.end(),
                                 [to](const auto& observer) { return observer->keepsH() && isDue(*observer, to); });
  // Only the last step before the energy is measured needs to keep H.
  const std::int64_t plain = to - from - (keepH ? 1 : 0);
  if (plain > 0 && handles.empty()) stepper_.advanceMany(from, plain);
  if (plain > 0 && !handles.empty()) stepper_.advanceRecorded(from, plain, engine_.points(), handles);
  if (!keepH) return;
  stepper_.advance(to - 1, true);
  for (const int handle : handles) engine_.points().record(handle);
}

template <class Real>
bool TimeLoop<Real>::isAtEnd(std::int64_t step) const {
  return step >= axis_.steps ||
         std::any_of(observers_.begin(), observers_.end(), [](const auto& observer) { return observer->endsRun(); });
}

template <class Real>
void TimeLoop<Real>::meet(const Moment& now) const {
  for (const auto& observer : observers_) observer->meet(now);
}

template <class Real>
double TimeLoop<Real>::outputSeconds() const {
  double sum = 0;
  for (const auto& observer : observers_) sum += observer->outputSeconds();
  return sum;
}

template class TimeLoop<float>;
template class TimeLoop<double>;

}  // namespace fluxtet::dgtd
