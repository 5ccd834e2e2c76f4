// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/runOutputs.hpp"

#include "lib/base/mpi.hpp"
#include "lib/base/timer.hpp"
#include "lib/output/outputDirectory.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet {
namespace {

std::vector<Series::Column> energyColumns() {
  return {{"time", "s"}, {"total", "J"}, {"electric", "J"}, {"magnetic", "J"}};
}

PointList pointsOf(const SliceOutput& slice) {
  return {slicePointCount(slice),
          [&slice](std::int64_t begin, std::int64_t end) { return slicePoints(slice, begin, end); }};
}

}  // namespace

std::vector<std::string> warningsOfIntervals(const OutputSettings& output, double dt) {
  std::vector<std::string> warnings;
  const auto warn = [&](const Interval& every, const Mark& mark, const std::string& what) {
    if (Schedule::isShorterThanAStep(every, dt))
      warnings.push_back(fmt::format("{}: {}.every: {} s is less than the time step of {:.6g} s: every step is written",
                                     toString(mark), what, *every.seconds, dt));
  };
  if (output.snapshots) warn(output.snapshots->every, output.snapshots->mark, "output.snapshots");
  for (const auto& slice : output.slices) warn(slice.every, slice.mark, fmt::format("slice '{}'", slice.name));
  return warnings;
}

template <class Real>
RunOutputs<Real>::RunOutputs(const DgtdCase& theCase, FieldEngine<Real>& engine, const Discretisation& d, double dt,
                             std::int64_t continueAfterStep, MPI_Comm comm)
    : case_(theCase),
      engine_(engine),
      discretisation_(d),
      comm_(comm),
      dt_(dt),
      directory_(theCase.output.directory),
      continueAfterStep_(continueAfterStep),
      probes_(theCase.output.probes, engine, d, comm) {
  checkSlices();
  if (case_.output.snapshots) {
    snapshotSchedule_.emplace(case_.output.snapshots->every, dt_);
    snapshots_ = std::make_unique<SnapshotWriter>(*case_.output.snapshots, d.mesh, d.basis, directory_,
                                                  continueAfterStep_, comm_);
  }
  probes_.requireContinuable(directory_, continueAfterStep_);
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) == 0 && case_.output.energyEvery > 0)
      Series::requireContinuable(directory_ / outputName::energy, energyColumns(), continueAfterStep_);
  });
}

template <class Real>
void RunOutputs<Real>::checkSlices() {
  std::int64_t mostWriting = 0;
  for (const auto& slice : case_.output.slices) {
    const PointCount count = countPoints(discretisation_, pointsOf(slice), comm_);
    require(count.inside > 0, "{}: slice '{}' lies wholly outside the mesh: check its origin, u and v",
            toString(slice.mark), slice.name);
    sliceBytes_ += PointSampler<Real>::bytes(count.own, discretisation_.basis.np());
    mostWriting = std::max(mostWriting, sliceWriterBytes(slice));
  }
  if (mpiRank(comm_) == 0) sliceBytes_ += mostWriting;
}

template <class Real>
void RunOutputs<Real>::open() {
  probes_.open(directory_, continueAfterStep_);
  for (const auto& slice : case_.output.slices)
    slices_.push_back({SliceWriter(slice, directory_),
                       {engine_, discretisation_, pointsOf(slice), comm_},
                       Schedule(slice.every, dt_),
                       slice.fields});
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) != 0 || case_.output.energyEvery == 0) return;
    energy_ = std::make_unique<Series>(directory_ / outputName::energy, "energy", energyColumns(), continueAfterStep_);
  });
}

template <class Real>
std::int64_t RunOutputs<Real>::next(std::int64_t step) const {
  return std::min(probes_.next(step), nextFile(step));
}

template <class Real>
std::int64_t RunOutputs<Real>::nextFile(std::int64_t step) const {
  std::int64_t first = snapshotSchedule_ ? snapshotSchedule_->next(step) : std::numeric_limits<std::int64_t>::max();
  for (const auto& slice : slices_) first = std::min(first, slice.schedule.next(step));
  return first;
}

template <class Real>
void RunOutputs<Real>::record(std::int64_t step, double timeE, double timeH) {
  if (next(step - 1) != step) return;
  // Waiting for the steps is no writing.
  if (nextFile(step - 1) == step || probes_.isFull()) engine_.synchronize();
  const ScopedSeconds timing(seconds_);
  probes_.record(step, timeE, timeH);
  for (const auto& slice : slices_)
    if (slice.schedule.due(step)) writeSlice(slice, step, timeE, timeH);
  if (snapshotSchedule_ && snapshotSchedule_->due(step)) writeSnapshot(step, timeE, timeH);
}

template <class Real>
void RunOutputs<Real>::recordLast(std::int64_t step, double timeE, double timeH) {
  const ScopedSeconds timing(seconds_);
  for (const auto& slice : slices_)
    if (!slice.schedule.never() && !slice.schedule.due(step)) writeSlice(slice, step, timeE, timeH);
  if (snapshots_ && !snapshotSchedule_->never() && lastSnapshotStep_ != step) writeSnapshot(step, timeE, timeH);
}

template <class Real>
void RunOutputs<Real>::recordEnergy(std::int64_t step, double time, const EnergySample& sample) {
  const ScopedSeconds timing(seconds_);
  agreeOnErrors(comm_, [&] {
    if (energy_) energy_->append(step, std::array<double, 4>{time, sample.total, sample.electric, sample.magnetic});
  });
}

template <class Real>
void RunOutputs<Real>::flush() {
  engine_.synchronize();
  const ScopedSeconds timing(seconds_);
  probes_.flush();
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) == 0) writeSeries();
  });
}

template <class Real>
void RunOutputs<Real>::writeSeries() {
  if (energy_) {
    energy_->flush();
    const Series* const energy = energy_.get();
    writeSeriesFile(directory_ / "energy.h5", std::span(&energy, 1));
  }
  const auto probes = probes_.series();
  if (!probes.empty()) writeSeriesFile(directory_ / "probes.h5", probes);
}

template <class Real>
void RunOutputs<Real>::writeSlice(const Slice& slice, std::int64_t step, double timeE, double timeH) {
  std::vector<double> E, H;
  for (const Field field : {Field::E, Field::H}) {
    const bool wanted = field == Field::E ? slice.fields.E : slice.fields.H;
    if (!wanted) continue;
    std::vector<double> own;
    slice.sampler.sample(field, own);
    (field == Field::E ? E : H) = slice.sampler.gather(own, 1);
  }
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) == 0) slice.writer.write(step, timeE, timeH, E, H);
  });
}

template <class Real>
void RunOutputs<Real>::writeSnapshot(std::int64_t step, double timeE, double timeH) {
  lastSnapshotStep_ = step;
  const FieldSelection& wanted = case_.output.snapshots->fields;
  std::vector<Real> E(wanted.E ? discretisation_.valuesPerField() : 0),
      H(wanted.H ? discretisation_.valuesPerField() : 0);
  if (wanted.E) engine_.download(Field::E, E);
  if (wanted.H) engine_.download(Field::H, H);
  snapshots_->write(FieldView<Real>{step, timeE, timeH, E, H});
}

template class RunOutputs<float>;
template class RunOutputs<double>;

}  // namespace fluxtet
