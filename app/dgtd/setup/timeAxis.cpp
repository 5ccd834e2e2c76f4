// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/setup/timeAxis.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"
#include "lib/base/mpi.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace fluxtet::dgtd {
namespace {

/// Distance that a plane wave travels from its origin to the far end of the mesh, m; 0 for an origin beyond it.
double wayAcross(const IncidentWave& wave, const std::array<Vec3, 2>& box) {
  double path = 0;
  for (std::size_t c = 0; c < 3; ++c)
    path +=
        std::max(wave.direction[c] * (box[0][c] - wave.origin[c]), wave.direction[c] * (box[1][c] - wave.origin[c]));
  return std::max(path, 0.0);
}

}  // namespace

TimeAxis makeTimeAxis(const DgtdCase& theCase, double maxStableStep) {
  TimeAxis axis;
  axis.dt = theCase.dgtd.cfl * maxStableStep;
  if (theCase.time.maxStep) axis.dt = std::min(axis.dt, *theCase.time.maxStep);
  axis.steps = stepsWithStep(theCase, axis.dt);
  if (theCase.time.end) axis.dt = *theCase.time.end / static_cast<double>(axis.steps);
  return axis;
}

std::int64_t stepsWithStep(const DgtdCase& theCase, double dt) {
  if (theCase.time.steps) return *theCase.time.steps;
  const double steps = *theCase.time.end / dt;
  require(steps < 1e15, "time.end = {} s takes {:.3g} steps of {:.3g} s: shorten it or coarsen the mesh",
          *theCase.time.end, steps, dt);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(steps * (1 - 1e-12))));
}

double sourcesEnd(const Discretisation& d, MPI_Comm comm) {
  const WaveformSet& set = d.problem.waveforms;
  double end = 0, slowness = 0;
  for (const auto& waveform : set.waveforms) end = std::max(end, endTime(waveform, set));
  for (std::size_t e = 0; e < d.problem.epsilonR.size(); ++e)
    slowness = std::max(slowness, std::sqrt(d.problem.epsilonR[e] * d.problem.muR[e]) / constants::c0);
  for (const auto& wave : d.problem.waves)
    end = std::max(end, endTime(set.waveforms[static_cast<std::size_t>(wave.waveform)], set) +
                            wayAcross(wave, d.boundingBox) * slowness);
  return maxOverRanks(comm, end);
}

}  // namespace fluxtet::dgtd
