// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/energyObserver.hpp"

#include "app/dgtd/observers/schedule.hpp"
#include "app/dgtd/setup/warnings.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/outputDirectory.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace fluxtet::dgtd {
namespace {

/// Steps between measurements that serve the monitor only: about a hundred a run, but not so many that they cost much,
/// as one costs as much as a few steps. If the decay relative to the peak matters, a short run measures more often, so
/// as not to miss the peak.
std::int64_t monitorInterval(const DgtdCase& theCase, std::int64_t steps) {
  const auto& dft = theCase.output.dft;
  const bool ofPulse = (dft && dft->kind == SpectrumKind::integral) || theCase.time.untilDecay;
  return std::clamp<std::int64_t>(steps / 100, ofPulse ? 10 : 100, 400);
}

FreeGrowth growthIn(const Discretisation& d) {
  // Capacitances and inductances of walls and strips store energy as media do.
  const bool mediaStore = !d.problem.poles.empty() || !d.problem.magneticPoles.empty() || d.problem.hasPlasma();
  if (mediaStore || d.laws.storeEnergy()) return FreeGrowth::fromStates;
  if (d.timeLevels.count > 0) return FreeGrowth::ofLocalSteps;
  return d.layers.none() ? FreeGrowth::none : FreeGrowth::upToPeak;
}

std::vector<Series::Column> columns() {
  return {{"time", "s"}, {"total", "J"}, {"electric", "J"}, {"magnetic", "J"}};
}

}  // namespace

template <class Real>
EnergyObserver<Real>::EnergyObserver(const ObservedRun<Real>& run)
    : run_(run),
      monitor_(sourcesEnd(run.discretisation, run.comm), run.theCase.time.untilDecay, growthIn(run.discretisation)),
      watchEvery_(monitorInterval(run.theCase, run.axis.steps)),
      csvFile_(std::filesystem::path(run.theCase.output.directory) / outputName::energy),
      hdf5File_(std::filesystem::path(run.theCase.output.directory) / "energy.h5") {
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) == 0 && run_.theCase.output.energyEvery > 0)
      Series::requireContinuable(csvFile_, columns(), run_.continueAfterStep);
  });
}

template <class Real>
void EnergyObserver<Real>::open() {
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) == 0 && run_.theCase.output.energyEvery > 0)
      series_ = std::make_unique<Series>(csvFile_, "energy", columns(), run_.continueAfterStep);
  });
}

template <class Real>
std::int64_t EnergyObserver<Real>::next(std::int64_t step) const {
  const std::int64_t every = run_.theCase.output.energyEvery;
  const std::int64_t watched = std::min(run_.axis.steps, nextMultiple(step, watchEvery_));
  return every > 0 ? std::min(watched, nextMultiple(step, every)) : watched;
}

template <class Real>
EnergySample EnergyObserver<Real>::measure(const Moment& now) const {
  if (now.step > 0) return measureEnergy(run_.engine, run_.stepper, run_.comm);
  const double total = constants::epsilon0 * sumOverRanks(run_.comm, run_.stepper.initialEnergy());
  const double electric =
      constants::epsilon0 * sumOverRanks(run_.comm, run_.engine.energies().innerProduct(Field::E, false));
  return {total, electric, total - electric};
}

template <class Real>
void EnergyObserver<Real>::record(const Moment& now) {
  const EnergySample sample = measure(now);
  monitor_.observe(now.step, now.timeE, sample);
  const std::int64_t every = run_.theCase.output.energyEvery;
  if (every > 0 && now.step % every == 0) append(now, sample);
}

template <class Real>
void EnergyObserver<Real>::append(const Moment& now, const EnergySample& sample) {
  const ScopedSeconds timing = this->timeOutput();
  agreeOnErrors(run_.comm, [&] {
    if (series_)
      series_->append(now.step, std::array<double, 4>{now.timeE, sample.total, sample.electric, sample.magnetic});
  });
}

template <class Real>
void EnergyObserver<Real>::flush() {
  const ScopedSeconds timing = this->timeOutput();
  agreeOnErrors(run_.comm, [&] {
    if (!series_) return;
    series_->flush();
    const Series* const energy = series_.get();
    writeSeriesFile(hdf5File_, std::span(&energy, 1));
  });
}

template <class Real>
void EnergyObserver<Real>::finish(const Moment&, std::vector<std::string>& warnings) {
  flush();
  for (auto& warning : warningsAtEnd(run_.theCase, monitor_.level(), monitor_.decayed()))
    warnings.push_back(std::move(warning));
}

template <class Real>
void EnergyObserver<Real>::summarise(const Moment&, RunSummary& summary) const {
  // The drift characterises the scheme only if no source feeds the fields.
  const bool fed = !run_.theCase.sources.empty();
  summary.energy = RunSummary::Energy{monitor_.initial(), monitor_.last(),
                                      fed ? std::numeric_limits<double>::quiet_NaN() : monitor_.maxRelativeDrift(),
                                      monitor_.level()};
}

template class EnergyObserver<float>;
template class EnergyObserver<double>;

}  // namespace fluxtet::dgtd
