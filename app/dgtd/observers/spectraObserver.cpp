// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/spectraObserver.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>

namespace fluxtet::dgtd {
template <class Real>
SpectraObserver<Real>::SpectraObserver(const ObservedRun<Real>& run)
    : run_(run),
      recorder_(run.theCase.output, run.engine, fieldTimesOf(run)),
      writer_(*run.theCase.output.dft, run.discretisation.mesh, run.discretisation.basis, run.theCase.output.directory,
              run.comm),
      places_(
          std::make_shared<RecordPlaces>(RecordPlaces{run.discretisation.mesh.elementId, run.fileOrder,
                                                      static_cast<std::size_t>(run.discretisation.basis.np()) * 3})) {}

template <class Real>
void SpectraObserver<Real>::start(const CheckpointSums<Real>& sums) {
  recorder_.start();
  if (run_.isRestart()) recorder_.setSums(sums);
}

template <class Real>
void SpectraObserver<Real>::save(CheckpointState& state, CheckpointSums<Real>& sums) const {
  recorder_.save(state.scalars);
  recorder_.saveSums(places_, sums);
}

template <class Real>
void SpectraObserver<Real>::finish(const Moment& last, std::vector<std::string>&) {
  const ScopedSeconds timing = this->timeOutput();
  for (std::size_t k = 0; k < recorder_.frequencies().size(); ++k) {
    const Spectrum<Real> spectrum =
        recorder_.spectrum(k, last.step, run_.discretisation.valuesPerField(), run_.discretisation.problem.waveforms);
    writer_.write(SpectrumView<Real>{spectrum.frequency, spectrum.E.re, spectrum.E.im, spectrum.H.re, spectrum.H.im});
    for (const auto& use : users_) use(spectrum);
  }
}

template <class Real>
void SpectraObserver<Real>::summarise(const Moment& last, RunSummary& summary) const {
  const SampleTimes times = recorder_.timesE(last.step);
  if (times.count == 0) return;
  summary.dft = RunSummary::Dft{recorder_.frequencies(), times.count, times.first, times.last(), {}};
  // With a GPU, calls return before their work is done, so the host's time is meaningless.
  if (!run_.onGpu) summary.dft->seconds = maxOverRanks(run_.comm, recorder_.seconds());
}

template class SpectraObserver<float>;
template class SpectraObserver<double>;

}  // namespace fluxtet::dgtd
