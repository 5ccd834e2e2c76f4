// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/spectraObserver.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>
#include <utility>

namespace fluxtet::dgtd {
namespace {

bool areAllElements(const std::vector<std::int32_t>& elements, const SubMesh& mesh, MPI_Comm comm) {
  return sumOverRanks(comm, static_cast<std::int64_t>(elements.size())) == mesh.totalElements;
}

template <class Real>
std::shared_ptr<const RecordPlaces> placesOf(const ObservedRun<Real>& run, const std::vector<std::int32_t>& elements,
                                             bool areAll) {
  if (!areAll) return placesOfElements(run, elements);
  return std::make_shared<RecordPlaces>(RecordPlaces{run.discretisation.mesh.elementId, run.fileOrder,
                                                     static_cast<std::size_t>(run.discretisation.basis.np()) * 3});
}

}  // namespace

std::vector<std::int32_t> elementsOfDft(const OutputSettings& output, const Discretisation& d, MPI_Comm comm) {
  std::vector<bool> needed(static_cast<std::size_t>(d.mesh.numElements), output.sar.has_value());
  const DftOutput& dft = *output.dft;
  const CellSelection selection{dft.key, dft.regions, dft.boundaries, dft.box, dft.mark};
  const auto mark = [&](const CellSet& cells) {
    for (const std::int32_t element : cells.element) needed[static_cast<std::size_t>(element)] = true;
  };
  if (dft.showsCells() && showsElements(selection)) mark(selectElements(selection, d.mesh, d.basis));
  if (!dft.boundaries.empty()) mark(selectFaces(selection, d.mesh, d.basis));
  if (dft.hasPlaces())
    visitElementsOfPlaces(dft, d, comm,
                          [&](std::int32_t element) { needed[static_cast<std::size_t>(element)] = true; });
  std::vector<std::int32_t> elements;
  for (std::size_t e = 0; e < needed.size(); ++e)
    if (needed[e]) elements.push_back(static_cast<std::int32_t>(e));
  return elements;
}

template <class Real>
SpectraObserver<Real>::SpectraObserver(const ObservedRun<Real>& run)
    : run_(run),
      elements_(elementsOfDft(run.theCase.output, run.discretisation, run.comm)),
      areAll_(areAllElements(elements_, run.discretisation.mesh, run.comm)),
      recorder_(*run.theCase.output.dft, summedFields(run.theCase.output),
                {run.engine.spectra(),
                 areAll_ ? SpectralSums<Real>::allElements : run.engine.spectra().addElements(elements_)},
                fieldTimesOf(run)),
      writer_(*run.theCase.output.dft, run.discretisation.mesh, run.discretisation.basis, run.theCase.output.directory,
              run.comm),
      places_(placesOf(run, elements_, areAll_)) {
  if (run.theCase.output.dft->hasPlaces()) placeSpectra_ = std::make_unique<PlaceSpectra<Real>>(run, elements_);
}

template <class Real>
HostNeed SpectraObserver<Real>::hostNeed() const {
  if (!placeSpectra_) return {};
  return {placeSpectra_->bytes(), "output.dft", "take fewer points, or `csv: false`"};
}

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
    Spectrum<Real> spectrum = recorder_.spectrum(k, last.step, elements_.size() * places_->valuesPerRecord,
                                                 run_.discretisation.problem.waveforms);
    if (placeSpectra_) placeSpectra_->take(spectrum);
    // Otherwise nobody looks at all elements, of which there may be many more than hold the points.
    if (users_.empty() && !run_.theCase.output.dft->showsCells()) continue;
    for (auto* part : {&spectrum.E.re, &spectrum.E.im, &spectrum.H.re, &spectrum.H.im})
      *part = onAllElements(std::move(*part));
    writer_.write(SpectrumView<Real>{spectrum.frequency, spectrum.E.re, spectrum.E.im, spectrum.H.re, spectrum.H.im});
    for (const auto& use : users_) use(spectrum);
  }
  if (placeSpectra_) placeSpectra_->finish();
}

template <class Real>
std::vector<Real> SpectraObserver<Real>::onAllElements(std::vector<Real> values) const {
  const std::size_t each = places_->valuesPerRecord;
  if (areAll_ || values.size() != elements_.size() * each) return values;
  std::vector<Real> all(run_.discretisation.valuesPerField());
  for (std::size_t i = 0; i < elements_.size(); ++i)
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(i * each), each,
                all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(elements_[i]) * each));
  return all;
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
