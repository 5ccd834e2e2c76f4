// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/progressObserver.hpp"

#include "lib/base/mpi.hpp"

namespace fluxtet::dgtd {

template <class Real>
ProgressObserver<Real>::ProgressObserver(const ObservedRun<Real>& run, const EnergyMonitor& energy)
    : isFirstRank_(mpiRank(run.comm) == 0),
      steps_(run.axis.steps),
      elements_(run.discretisation.mesh.totalElements),
      energy_(energy) {}

template <class Real>
void ProgressObserver<Real>::meet(const Moment& now) {
  if (!isFirstRank_) return;
  if (progress_)
    progress_->update(now.step, now.timeE, energy_.last(), energy_.level());
  else
    progress_.emplace(now.step, steps_, elements_);
}

template <class Real>
void ProgressObserver<Real>::stop(const Moment&) {
  if (progress_) progress_->finish();
}

template <class Real>
void ProgressObserver<Real>::finish(const Moment& last, std::vector<std::string>&) {
  stop(last);
}

template class ProgressObserver<float>;
template class ProgressObserver<double>;

}  // namespace fluxtet::dgtd
