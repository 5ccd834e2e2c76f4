// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observerTable.hpp"

#include "app/dgtd/observers/checkpointObserver.hpp"
#include "app/dgtd/observers/energyObserver.hpp"
#include "app/dgtd/observers/exactErrorObserver.hpp"
#include "app/dgtd/observers/probeObserver.hpp"
#include "app/dgtd/observers/progressObserver.hpp"
#include "app/dgtd/observers/sliceObserver.hpp"
#include "app/dgtd/observers/snapshotObserver.hpp"
#include "app/dgtd/observers/spectraObserver.hpp"
#include "app/post/farField/farFieldObserver.hpp"
#include "app/post/farField/transientObserver.hpp"
#include "app/post/ports/portObserver.hpp"
#include "app/post/sar/sarObserver.hpp"

#include <memory>
#include <utility>

namespace fluxtet::dgtd {
namespace {

/// Makes an observer and appends it to the list, which owns it.
template <template <class> class Kind, class Real, class... Arguments>
Kind<Real>& add(ObserverList<Real>& list, const ObservedRun<Real>& run, Arguments&&... arguments) {
  auto observer = std::make_unique<Kind<Real>>(run, std::forward<Arguments>(arguments)...);
  Kind<Real>& added = *observer;
  list.push_back(std::move(observer));
  return added;
}

}  // namespace

template <class Real>
void makeObservers(const ObservedRun<Real>& run, const ObserverInputs& inputs, ObserverList<Real>& list,
                   RunFacts& facts) {
  const OutputSettings& output = run.theCase.output;
  const EnergyObserver<Real>& energy = add<EnergyObserver>(list, run);
  add<ProgressObserver>(list, run, energy.monitor());
  std::swap(list[0], list[1]);  // progress first: its live line ends before others write to the log
  add<ProbeObserver>(list, run);
  if (!output.slices.empty()) add<SliceObserver>(list, run);
  if (output.snapshots) add<SnapshotObserver>(list, run);
  SpectraObserver<Real>* const spectra = output.dft ? &add<SpectraObserver>(list, run) : nullptr;
  if (spectra != nullptr && output.sar) {
    sar::SarObserver<Real>& sar = add<sar::SarObserver>(list, run);
    spectra->giveTo([&sar](const Spectrum<Real>& spectrum) { sar.take(spectrum); });
    facts.sar = sar.description();
  }
  if (output.farField) facts.farField = add<farField::FarFieldObserver>(list, run).description();
  if (output.transientFarField) {
    const farField::TransientObserver<Real>& transient = add<farField::TransientObserver>(list, run);
    facts.transientFarField = transient.description();
    if (const auto warning = transient.warning()) facts.warnings.push_back(*warning);
  }
  if (!run.discretisation.lumpedPorts.empty() || !run.discretisation.wavePorts.none())
    add<ports::PortObserver>(list, run);
  if (inputs.exact != nullptr) add<ExactErrorObserver>(list, run, *inputs.exact);
  add<CheckpointObserver>(list, run, inputs.identity, list);

  if (inputs.restart != nullptr)
    for (const auto& observer : list) observer->restore(*inputs.restart);
  if (spectra == nullptr) return;
  facts.samples = spectra->samples();
  facts.spectraAt = spectra->places();
}

template void makeObservers(const ObservedRun<float>&, const ObserverInputs&, ObserverList<float>&, RunFacts&);
template void makeObservers(const ObservedRun<double>&, const ObserverInputs&, ObserverList<double>&, RunFacts&);

}  // namespace fluxtet::dgtd
