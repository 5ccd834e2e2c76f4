// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/observers/spectrumRecorder.hpp"
#include "app/dgtd/setup/discretisation.hpp"
#include "app/dgtd/setup/timeAxis.hpp"
#include "app/dgtd/step/timeStepper.hpp"
#include "kernels/dgtd/fieldEngine.hpp"
#include "lib/mesh/elementOrder.hpp"
#include "lib/output/checkpoint.hpp"

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace fluxtet::dgtd {

/// The run that observers observe. The objects that it refers to outlive the observers.
template <class Real>
struct ObservedRun {
  const DgtdCase& theCase;
  const Discretisation& discretisation;
  FieldEngine<Real>& engine;
  TimeStepper<Real>& stepper;
  const ElementOrder& fileOrder;
  TimeAxis axis;
  std::int64_t continueAfterStep = -1;  ///< step of the restart's checkpoint; -1: the run begins at step 0
  bool onGpu = false;                   ///< calls of the engine return before their work is done
  MPI_Comm comm = MPI_COMM_NULL;

  bool isRestart() const { return continueAfterStep >= 0; }
};

/// The times at which a run's fields stand, for spectra.
template <class Real>
FieldTimes fieldTimesOf(const ObservedRun<Real>& run) {
  const auto& [low, high] = run.discretisation.boundingBox;
  FieldTimes times{run.axis.dt, run.stepper.timeH(0), run.axis.steps, 0, norm(high - low)};
  const WaveformSet& waveforms = run.discretisation.problem.waveforms;
  // Filtered waveforms have the spectra of those that they follow from.
  for (int i = 0; i < waveforms.numSources; ++i)
    times.sourcesUpTo =
        std::max(times.sourcesUpTo, highestFrequency(waveforms.waveforms[static_cast<std::size_t>(i)], waveforms));
  return times;
}

/// Places in a checkpoint of nodal values in elements of this rank. Collective.
template <class Real>
std::shared_ptr<const RecordPlaces> placesOfElements(const ObservedRun<Real>& run,
                                                     const std::vector<std::int32_t>& elements) {
  const SubMesh& mesh = run.discretisation.mesh;
  std::vector<std::int64_t> ids;
  for (const std::int32_t element : elements) ids.push_back(mesh.elementId[static_cast<std::size_t>(element)]);
  return placesOf(std::move(ids), mesh.totalElements, 3 * static_cast<std::size_t>(run.discretisation.basis.np()),
                  run.comm);
}

}  // namespace fluxtet::dgtd
