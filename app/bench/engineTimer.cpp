// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/bench/engineTimer.hpp"

#include "app/bench/altitudeStep.hpp"
#include "app/dgtd/step/exchangeReport.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/hash.hpp"
#include "lib/base/mpi.hpp"

#include <array>
#include <cmath>

namespace fluxtet::bench {
namespace {

/// Weights of a spectral sample: cosine and sine of one frequency at some time.
constexpr std::array<double, benchSpectra / 2> sampleWeights{0.8, -0.6};
/// c0 dt over altitudeStep(), far below the stability limit, which need not be estimated: the speed does not depend on
/// the time step, but fields must stay finite for thousands of steps.
constexpr double harmlessShare = 0.01;

}  // namespace

template <class Real>
std::vector<Real> randomField(const dgtd::Discretisation& discretisation, std::uint64_t seed) {
  const auto valuesPerElement = static_cast<std::uint64_t>(3 * discretisation.basis.np());
  const auto& ids = discretisation.mesh.elementId;
  std::vector<Real> values(discretisation.valuesPerField());
  const auto elements = static_cast<std::int64_t>(ids.size());
#pragma omp parallel for schedule(static)
  for (std::int64_t e = 0; e < elements; ++e) {
    const std::uint64_t first = (static_cast<std::uint64_t>(ids[static_cast<std::size_t>(e)]) + 1) * valuesPerElement;
    for (std::uint64_t i = 0; i < valuesPerElement; ++i) {
      const std::uint64_t bits = hash64(hash64(first + i) + seed) >> 11;  // the bits of a double's mantissa
      values[static_cast<std::uint64_t>(e) * valuesPerElement + i] =
          static_cast<Real>(std::ldexp(static_cast<double>(bits), -52) - 1);
    }
  }
  return values;
}

template <class Real>
EngineTimer<Real>::EngineTimer(dgtd::FieldEngine<Real>& engine, const dgtd::Discretisation& discretisation,
                               dgtd::RouteChoice route, MPI_Comm comm)
    : engine_(engine),
      discretisation_(discretisation),
      comm_(comm),
      step_(harmlessShare * altitudeStep(discretisation, comm)),
      exchange_(dgtd::makeTraceExchange<Real>(engine, discretisation.mesh.halo, route, comm)) {
  dgtd::StepPlan plan{discretisation.mesh.numElements, discretisation.mesh.numInterior,
                      static_cast<std::size_t>(discretisation.basis.np()), dgtd::KernelSet::fused,
                      step_ / constants::c0};
  fusedStepper_ = dgtd::makeLeapFrog<Real>(engine_, *exchange_, plan);
  plan.kernels = dgtd::KernelSet::split;
  splitStepper_ = dgtd::makeLeapFrog<Real>(engine_, *exchange_, plan);
}

template <class Real>
void EngineTimer<Real>::prepare(Workload workload) {
  for (dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) {
    engine_.upload(field, randomField<Real>(discretisation_, static_cast<std::uint64_t>(field)));
    exchange_->start(field);
    exchange_->finish(field);
  }
  if (workload == Workload::spectra)
    for (dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) engine_.spectra().start(field, benchSpectra / 2);
  if (workload == Workload::intSurface || workload == Workload::updateField) {
    engine_.intVolume(half(dgtd::Field::E), all());
    engine_.intSurface(half(dgtd::Field::E), all());
  }
}

template <class Real>
void EngineTimer<Real>::call(Workload workload) {
  switch (workload) {
    case Workload::intVolume:
      for (dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) engine_.intVolume(half(field), all());
      break;
    case Workload::intSurface:
      for (dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) engine_.intSurface(half(field), all());
      break;
    case Workload::updateField:
      for (dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) engine_.updateField(half(field), all());
      break;
    case Workload::fusedE:
      engine_.fusedHalfStep(half(dgtd::Field::E), all());
      break;
    case Workload::fusedH:
      engine_.fusedHalfStep(half(dgtd::Field::H), all());
      break;
    case Workload::splitStep:
      splitStepper_->advance(stepsDone_++, false);
      break;
    case Workload::fusedStep:
      fusedStepper_->advanceMany(stepsDone_, fusedStepsPerCall);
      stepsDone_ += fusedStepsPerCall;
      break;
    case Workload::spectra:
      for (dgtd::Field field : {dgtd::Field::E, dgtd::Field::H}) engine_.spectra().add(field, sampleWeights);
      break;
  }
}

template <class Real>
Timing EngineTimer<Real>::time(Workload workload, double seconds) {
  prepare(workload);
  firstStep_ = stepsDone_;
  exchange_->resetStatistics();
  const Timing timing = timeCalls([&] { call(workload); }, [&] { engine_.synchronize(); }, seconds, comm_);
  const double energy = sumOverRanks(comm_, engine_.energies().innerProduct(dgtd::Field::E, false) +
                                                engine_.energies().innerProduct(dgtd::Field::H, false));
  requireRun(std::isfinite(energy), "the fields grew beyond all numbers while {} was measured", nameOf(workload));
  return timing;
}

template <class Real>
std::optional<RunSummary::ExchangeSummary> EngineTimer<Real>::exchangeReport() const {
  const std::int64_t steps = stepsDone_ - firstStep_;
  if (mpiSize(comm_) == 1 || steps == 0) return {};
  return summariseExchange(*exchange_, steps, comm_);
}

template class EngineTimer<float>;
template class EngineTimer<double>;

}  // namespace fluxtet::bench
