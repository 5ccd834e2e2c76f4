// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/energyMonitor.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/checkpoint.hpp"

#include <algorithm>
#include <cmath>

namespace fluxtet::dgtd {
namespace {
/// Energy over its reference above which the scheme counts as unstable. With a stable scheme the discrete energy may
/// rise by rounding, and at absorbing faces by their time lag; an unstable scheme exceeds any such margin within a few
/// steps.
constexpr double growthTolerance = 1e-2;
/// What the energy of the fields may rise above its peak with local time steps, which conserve another form of it: that
/// differs by terms of (omega dt)^2, at most 0.025 at the highest frequency of the case.
constexpr double localStepsTolerance = 0.1;
/// Energy that dispersive media may give back, over the peak of the fields' own. An unstable scheme exceeds that too.
constexpr double mostStored = 100;
}  // namespace

void EnergyMonitor::requireFinite(std::int64_t step, double time, double energy) {
  requireRun(std::isfinite(energy),
             "the field is no longer finite at step {} (t = {:.6g} s): the scheme has become unstable; lower dgtd.cfl, "
             "and check "
             "the mesh for degenerate elements and the sources for extreme values. The last checkpoint is untouched.",
             step, time);
}

void EnergyMonitor::observe(std::int64_t step, double time, const EnergySample& sample) {
  requireFinite(step, time, sample.total);
  if (std::isnan(initial_)) initial_ = sample.total;
  last_ = sample.total;
  if (freeReference_ < 0 || growth_ == FreeGrowth::none) peak_ = std::max(peak_, sample.total);
  if (initial_ > 0) maxDrift_ = std::max(maxDrift_, std::abs(sample.total - initial_) / initial_);

  if (time < sourcesEnd_) {
    freeReference_ = freeLeast_ = -1;  // a restart may have brought new sources
    return;
  }
  if (freeReference_ < 0) freeReference_ = freeLeast_ = sample.total;
  requireRun(
      sample.total <= allowedEnergy(),
      "the energy grows without a source: {:.6g} J at step {} (t = {:.6g} s), {:.6g} J when the sources had ended; the "
      "scheme is unstable: lower dgtd.cfl or time.maxStep, and check the mesh for degenerate elements. The last "
      "checkpoint is untouched.",
      sample.total, step, time, freeReference_);
  freeLeast_ = std::min(freeLeast_, sample.total);
  // Rounding may make the energy of leap-frog slightly negative, which counts as decayed.
  if (untilDecay_ && peak_ > 0) decayed_ = sample.total <= peak_ * std::pow(10, *untilDecay_ / 10);
}

double EnergyMonitor::allowedEnergy() const {
  const double grown = 1 + growthTolerance;
  switch (growth_) {
    case FreeGrowth::upToPeak:
      return grown * peak_;
    case FreeGrowth::ofLocalSteps:
      return (1 + localStepsTolerance) * peak_;
    case FreeGrowth::fromStates:
      return mostStored * peak_;
    case FreeGrowth::none:
      break;
  }
  // The energy at the end of the sources, or far above the least since then. Rounding noise, relative to the peak, may
  // fluctuate.
  return std::min(grown * freeReference_, 10 * freeLeast_) + 1e-9 * peak_;
}

double EnergyMonitor::level() const {
  // Rounding may make the energy of leap-frog slightly negative.
  return peak_ > 0 ? 10 * std::log10(std::max(last_, 0.0) / peak_) : std::numeric_limits<double>::quiet_NaN();
}

void EnergyMonitor::save(std::map<std::string, double>& scalars) const {
  scalars["energyInitial"] = initial_;
  scalars["energyLast"] = last_;
  scalars["energyPeak"] = peak_;
  scalars["energyFreeReference"] = freeReference_;
  scalars["energyFreeLeast"] = freeLeast_;
  scalars["energyMaxDrift"] = maxDrift_;
}

void EnergyMonitor::restore(const std::map<std::string, double>& scalars) {
  initial_ = stored(scalars, "energyInitial");
  last_ = stored(scalars, "energyLast");
  peak_ = stored(scalars, "energyPeak");
  freeReference_ = stored(scalars, "energyFreeReference");
  freeLeast_ = stored(scalars, "energyFreeLeast");
  maxDrift_ = stored(scalars, "energyMaxDrift");
}

template <class Real>
EnergySample measureEnergy(FieldEngine<Real>& engine, const TimeStepper<Real>& stepper, MPI_Comm comm) {
  double parts[2] = {engine.energies().innerProduct(Field::E, false), stepper.magneticEnergy()};
  sumInPlace(comm, parts);
  const double electric = constants::epsilon0 * parts[0];
  const double magnetic = constants::epsilon0 * parts[1];
  return {electric + magnetic, electric, magnetic};
}

template EnergySample measureEnergy(FieldEngine<float>&, const TimeStepper<float>&, MPI_Comm);
template EnergySample measureEnergy(FieldEngine<double>&, const TimeStepper<double>&, MPI_Comm);

}  // namespace fluxtet::dgtd
