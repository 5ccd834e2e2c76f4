// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/snapshotObserver.hpp"

#include <vector>

namespace fluxtet::dgtd {

template <class Real>
SnapshotObserver<Real>::SnapshotObserver(const ObservedRun<Real>& run)
    : run_(run),
      schedule_(run.theCase.output.snapshots->every, run.axis.dt),
      writer_(*run.theCase.output.snapshots, run.discretisation.mesh, run.discretisation.basis,
              run.theCase.output.directory, run.continueAfterStep, run.comm) {}

template <class Real>
void SnapshotObserver<Real>::record(const Moment& now) {
  run_.engine.synchronize();  // so that the time of the steps does not count as output
  write(now);
}

template <class Real>
void SnapshotObserver<Real>::finish(const Moment& last, std::vector<std::string>&) {
  if (!schedule_.never() && lastStep_ != last.step) write(last);
}

template <class Real>
void SnapshotObserver<Real>::write(const Moment& now) {
  const ScopedSeconds timing = this->timeOutput();
  lastStep_ = now.step;
  const FieldSelection& wanted = run_.theCase.output.snapshots->fields;
  const std::size_t size = run_.discretisation.valuesPerField();
  std::vector<Real> E(wanted.E ? size : 0), H(wanted.H ? size : 0);
  if (wanted.E) run_.engine.download(Field::E, E);
  if (wanted.H) run_.engine.download(Field::H, H);
  writer_.write(FieldView<Real>{now.step, now.timeE, now.timeH, E, H});
}

template class SnapshotObserver<float>;
template class SnapshotObserver<double>;

}  // namespace fluxtet::dgtd
