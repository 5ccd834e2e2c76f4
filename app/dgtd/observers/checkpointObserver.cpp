// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/checkpointObserver.hpp"

#include "app/dgtd/observers/energyMonitor.hpp"
#include "app/dgtd/observers/engineStates.hpp"
#include "lib/base/mpi.hpp"

#include <utility>
#include <vector>

namespace fluxtet::dgtd {

template <class Real>
CheckpointObserver<Real>::CheckpointObserver(const ObservedRun<Real>& run, std::map<std::string, std::string> identity,
                                             const ObserverList<Real>& observers)
    : run_(run), identity_(std::move(identity)), observers_(observers) {}

template <class Real>
void CheckpointObserver<Real>::checkpoint(const Moment& now) {
  // Fields that are not finite must not displace good checkpoints; the energy monitor does not look at every step.
  EnergyMonitor::requireFinite(now.step, now.timeE, sumOverRanks(run_.comm, run_.engine.energies().total()));
  run_.engine.synchronize();  // so that the time of the steps does not count as output
  for (const auto& observer : observers_) observer->flush();
  const ScopedSeconds timing = this->timeOutput();
  write(now);
}

template <class Real>
void CheckpointObserver<Real>::write(const Moment& now) const {
  CheckpointState state;
  state.step = now.step;
  state.dt = run_.axis.dt;
  state.identity = identity_;
  CheckpointValues<Real> values;
  for (const auto& observer : observers_) observer->save(state, values.sums);
  const Discretisation& d = run_.discretisation;
  const std::size_t valuesPerElement = static_cast<std::size_t>(d.basis.np()) * 3;
  std::vector<Real> E(d.valuesPerField()), H(d.valuesPerField());
  run_.engine.download(Field::E, E);
  run_.engine.download(Field::H, H);
  values.E = E;
  values.H = H;
  values.states = downloadStates(run_.engine, d.mesh.elementId, valuesPerElement);
  const OutputSettings& output = run_.theCase.output;
  const int keep = output.checkpoint ? output.checkpoint->keep : 2;
  writeCheckpoint<Real>(output.directory, state, run_.fileOrder, d.mesh.elementId, valuesPerElement, values, keep,
                        run_.comm);
}

template class CheckpointObserver<float>;
template class CheckpointObserver<double>;

}  // namespace fluxtet::dgtd
