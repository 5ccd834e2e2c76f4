// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/probeObserver.hpp"

#include "app/dgtd/observers/schedule.hpp"
#include "lib/base/mpi.hpp"
#include "lib/output/outputDirectory.hpp"

#include <algorithm>

namespace fluxtet::dgtd {
namespace {

PointList pointsOf(const std::vector<ProbeOutput>& probes) {
  return {static_cast<std::int64_t>(probes.size()), [&probes](std::int64_t begin, std::int64_t end) {
            std::vector<Vec3> points;
            for (std::int64_t i = begin; i < end; ++i) points.push_back(probes[static_cast<std::size_t>(i)].at);
            return points;
          }};
}

std::vector<Series::Column> columnsOf(const ProbeOutput& probe) {
  std::vector<Series::Column> columns;
  if (probe.fields.E) columns.insert(columns.end(), {{"time_E", "s"}, {"Ex", "V/m"}, {"Ey", "V/m"}, {"Ez", "V/m"}});
  if (probe.fields.H) columns.insert(columns.end(), {{"time_H", "s"}, {"Hx", "A/m"}, {"Hy", "A/m"}, {"Hz", "A/m"}});
  return columns;
}

}  // namespace

std::filesystem::path probeFile(const std::filesystem::path& directory, const std::string& name) {
  return directory / outputName::probes / (name + ".csv");
}

std::map<std::string, std::string> probePositions(const DgtdCase& theCase) {
  std::map<std::string, std::string> positions;
  for (const ProbeOutput& probe : theCase.output.probes)
    positions[probe.name] = fmt::format("({:.15g}, {:.15g}, {:.15g}) m", probe.at[0], probe.at[1], probe.at[2]);
  return positions;
}

template <class Real>
ProbeObserver<Real>::ProbeObserver(const ObservedRun<Real>& run)
    : run_(run),
      probes_(run.theCase.output.probes),
      directory_(run.theCase.output.directory),
      sampler_(run.engine, run.discretisation, pointsOf(probes_), run.comm) {
  requireInside();
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) != 0) return;
    for (const auto& probe : probes_)
      Series::requireContinuable(probeFile(directory_, probe.name), columnsOf(probe), run_.continueAfterStep);
  });
}

template <class Real>
void ProbeObserver<Real>::requireInside() const {
  const auto& [low, high] = run_.discretisation.boundingBox;
  for (std::size_t i = 0; i < probes_.size(); ++i)
    require(!sampler_.outside()[i],
            "{}: probe '{}' at ({}, {}, {}) m lies outside the mesh, which spans ({}, {}, {}) to ({}, {}, {}) m",
            toString(probes_[i].mark), probes_[i].name, probes_[i].at[0], probes_[i].at[1], probes_[i].at[2], low[0],
            low[1], low[2], high[0], high[1], high[2]);
}

template <class Real>
void ProbeObserver<Real>::open() {
  agreeOnErrors(run_.comm, [&] {
    if (mpiRank(run_.comm) != 0) return;
    for (const auto& probe : probes_)
      series_.push_back(std::make_unique<Series>(probeFile(directory_, probe.name), probe.name, columnsOf(probe),
                                                 run_.continueAfterStep));
  });
}

template <class Real>
std::int64_t ProbeObserver<Real>::next(std::int64_t step) const {
  std::int64_t first = Observer<Real>::never;
  for (const auto& probe : probes_) first = std::min(first, nextMultiple(step, probe.every));
  return first;
}

template <class Real>
void ProbeObserver<Real>::record(const Moment& now) {
  const bool isFull = rows_.size() >= rowsPerBatch;
  if (isFull) run_.engine.synchronize();  // so that the time of the steps does not count as output
  const ScopedSeconds timing = this->timeOutput();
  if (isFull) writeRows();
  noteRecorded(now);
  for (const int handle : handles()) run_.engine.points().record(handle);
}

template <class Real>
std::vector<int> ProbeObserver<Real>::handles() const {
  const std::optional<int> handle = sampler_.handle();
  return handle ? std::vector{*handle} : std::vector<int>{};
}

template <class Real>
auto ProbeObserver<Real>::recordsOfSteps(std::int64_t /*step*/) const -> std::optional<StepRecords> {
  const bool atEach = std::any_of(probes_.begin(), probes_.end(), [](const auto& probe) { return probe.every == 1; });
  if (!atEach) return std::nullopt;
  return StepRecords{handles(), static_cast<std::int64_t>(rowsPerBatch) - static_cast<std::int64_t>(rows_.size())};
}

template <class Real>
void ProbeObserver<Real>::flush() {
  const ScopedSeconds timing = this->timeOutput();
  writeRows();
  agreeOnErrors(run_.comm, [&] { writeHdf5(); });
}

template <class Real>
void ProbeObserver<Real>::save(CheckpointState& state, CheckpointSums<Real>&) const {
  state.series.merge(probePositions(run_.theCase));
  state.series.merge(std::map(positionsBefore_));
}

template <class Real>
void ProbeObserver<Real>::finish(const Moment&, std::vector<std::string>&) {
  flush();
}

template <class Real>
void ProbeObserver<Real>::writeRows() {
  if (rows_.empty()) return;
  const auto values = sampler_.gather(sampler_.takeRecord(), 2 * rows_.size());  // a row of E and a row of H for each
  agreeOnErrors(run_.comm, [&] {
    for (std::size_t p = 0; p < series_.size(); ++p) {
      appendRows(p, values);
      series_[p]->flush();
    }
  });
  rows_.clear();
}

template <class Real>
void ProbeObserver<Real>::appendRows(std::size_t p, const std::vector<double>& values) {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row].step % probes_[p].every != 0) continue;
    const double* const E = &values[(2 * row * probes_.size() + p) * 3];
    const double* const H = E + 3 * probes_.size();
    std::vector<double> line;
    if (probes_[p].fields.E) line.insert(line.end(), {rows_[row].timeE, E[0], E[1], E[2]});
    if (probes_[p].fields.H) line.insert(line.end(), {rows_[row].timeH, H[0], H[1], H[2]});
    series_[p]->append(rows_[row].step, line);
  }
}

template <class Real>
void ProbeObserver<Real>::writeHdf5() const {
  if (series_.empty()) return;
  std::vector<const Series*> all;
  for (const auto& series : series_) all.push_back(series.get());
  writeSeriesFile(directory_ / "probes.h5", all);
}

template class ProbeObserver<float>;
template class ProbeObserver<double>;

}  // namespace fluxtet::dgtd
