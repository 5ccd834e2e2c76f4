// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/probeRecorder.hpp"

#include "app/dgtd/observers/schedule.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/pointLocator.hpp"
#include "lib/output/outputDirectory.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet {
namespace {

PointList placesOf(const std::vector<ProbeOutput>& probes) {
  return {static_cast<std::int64_t>(probes.size()), [&probes](std::int64_t begin, std::int64_t end) {
            std::vector<Vec3> places;
            for (std::int64_t i = begin; i < end; ++i) places.push_back(probes[static_cast<std::size_t>(i)].at);
            return places;
          }};
}

/// Calls `use` with the index of each point and where it was found, so many points at a time that what is needed to
/// find them is small. Collective.
template <class Use>
void locateEach(const Discretisation& d, const PointList& points, MPI_Comm comm, const Use& use) {
  constexpr std::int64_t atOnce = 1 << 18;
  for (std::int64_t begin = 0; begin < points.count; begin += atOnce) {
    const std::int64_t end = std::min(begin + atOnce, points.count);
    const auto located = locatePoints(d.mesh, points.between(begin, end), comm);
    for (std::int64_t i = begin; i < end; ++i) use(i, located[static_cast<std::size_t>(i - begin)]);
  }
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

PointCount countPoints(const Discretisation& d, const PointList& points, MPI_Comm comm) {
  PointCount count;
  locateEach(d, points, comm, [&count](std::int64_t, const LocatedPoint& place) {
    if (place.element >= 0) ++count.own;
    if (place.elementId >= 0) ++count.inside;
  });
  return count;
}

template <class Real>
PointSampler<Real>::PointSampler(FieldEngine<Real>& engine, const Discretisation& d, const PointList& points,
                                 MPI_Comm comm)
    : engine_(engine), comm_(comm), numPoints_(static_cast<std::size_t>(points.count)) {
  PointSet set;
  locateEach(d, points, comm, [&](std::int64_t i, const LocatedPoint& place) {
    outside_.push_back(place.elementId < 0);
    if (place.element < 0) return;
    owned_.push_back(static_cast<std::int32_t>(i));
    set.element.push_back(place.element);
    const auto phi = d.basis.evaluate(place.lambda);
    set.weight.insert(set.weight.end(), phi.begin(), phi.end());
  });
  handle_ = engine.points().add(std::move(set));
  std::vector<std::vector<std::int32_t>> toRank(static_cast<std::size_t>(mpiSize(comm)));
  toRank[0] = owned_;
  ownedBy_ = exchangeAll(comm, toRank);
}

template <class Real>
std::int64_t PointSampler<Real>::bytes(std::int64_t ownPoints, int np) {
  // Element and weights, which grow by doubling; index here and on rank 0; the values of a field as sampled and as
  // sent.
  constexpr std::int64_t growth = 2, indices = 2 * sizeof(std::int32_t), values = 2 * 3 * sizeof(double);
  const auto weights = static_cast<std::int64_t>(sizeof(std::int32_t) + static_cast<std::size_t>(np) * sizeof(double));
  return ownPoints * (growth * weights + indices + values);
}

template <class Real>
void PointSampler<Real>::sample(Field field, std::vector<double>& values) const {
  const std::size_t begin = values.size();
  values.resize(begin + 3 * owned_.size());
  if (owned_.empty()) return;
  engine_.points().sample(handle_, field, std::span(values).subspan(begin));
  if (field == Field::H)
    for (std::size_t i = begin; i < values.size(); ++i) values[i] /= constants::z0;
}

template <class Real>
void PointSampler<Real>::record() const {
  if (!owned_.empty()) engine_.points().record(handle_);
}

template <class Real>
std::vector<double> PointSampler<Real>::takeRecord() const {
  std::vector<double> values = engine_.points().takeRecord(handle_);
  const std::size_t perField = 3 * owned_.size();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i / perField % 2 == 1) values[i] /= constants::z0;
  return values;
}

template <class Real>
std::vector<double> PointSampler<Real>::gather(std::span<const double> own, std::size_t rows) const {
  std::vector<std::vector<double>> toRank(static_cast<std::size_t>(mpiSize(comm_)));
  toRank[0].assign(own.begin(), own.end());
  const auto received = exchangeAll(comm_, toRank);
  if (mpiRank(comm_) != 0) return {};
  std::vector<double> all(rows * numPoints_ * 3, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t r = 0; r < received.size(); ++r) {
    const auto& points = ownedBy_[r];
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t i = 0; i < points.size(); ++i)
        std::copy_n(&received[r][(row * points.size() + i) * 3], 3,
                    &all[(row * numPoints_ + static_cast<std::size_t>(points[i])) * 3]);
  }
  return all;
}

template <class Real>
ProbeRecorder<Real>::ProbeRecorder(const std::vector<ProbeOutput>& probes, FieldEngine<Real>& engine,
                                   const Discretisation& d, MPI_Comm comm)
    : probes_(probes), sampler_(engine, d, placesOf(probes), comm), comm_(comm) {
  for (std::size_t i = 0; i < probes_.size(); ++i)
    require(!sampler_.outside()[i],
            "{}: probe '{}' at ({}, {}, {}) m lies outside the mesh, which spans ({}, {}, {}) to ({}, {}, {}) m",
            toString(probes_[i].mark), probes_[i].name, probes_[i].at[0], probes_[i].at[1], probes_[i].at[2],
            d.boundingBox[0][0], d.boundingBox[0][1], d.boundingBox[0][2], d.boundingBox[1][0], d.boundingBox[1][1],
            d.boundingBox[1][2]);
}

template <class Real>
void ProbeRecorder<Real>::requireContinuable(const std::filesystem::path& directory,
                                             std::int64_t continueAfterStep) const {
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) != 0) return;
    for (const auto& probe : probes_)
      Series::requireContinuable(probeFile(directory, probe.name), columnsOf(probe), continueAfterStep);
  });
}

template <class Real>
void ProbeRecorder<Real>::open(const std::filesystem::path& directory, std::int64_t continueAfterStep) {
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) != 0) return;
    for (const auto& probe : probes_)
      series_.push_back(
          std::make_unique<Series>(probeFile(directory, probe.name), probe.name, columnsOf(probe), continueAfterStep));
  });
}

template <class Real>
std::int64_t ProbeRecorder<Real>::next(std::int64_t step) const {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const auto& probe : probes_) first = std::min(first, nextMultiple(step, probe.every));
  return first;
}

template <class Real>
void ProbeRecorder<Real>::record(std::int64_t step, double timeE, double timeH) {
  if (next(step - 1) != step) return;
  if (isFull()) flush();
  rows_.push_back({step, timeE, timeH});
  sampler_.record();
}

template <class Real>
void ProbeRecorder<Real>::flush() {
  if (rows_.empty()) return;
  const auto values = sampler_.gather(sampler_.takeRecord(), 2 * rows_.size());  // a row of E and a row of H for each
  agreeOnErrors(comm_, [&] {
    for (std::size_t p = 0; p < series_.size(); ++p) {
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (rows_[row].step % probes_[p].every != 0) continue;
        const double* const E = &values[(2 * row * probes_.size() + p) * 3];
        const double* const H = E + 3 * probes_.size();
        std::vector<double> line;
        if (probes_[p].fields.E) line.insert(line.end(), {rows_[row].timeE, E[0], E[1], E[2]});
        if (probes_[p].fields.H) line.insert(line.end(), {rows_[row].timeH, H[0], H[1], H[2]});
        series_[p]->append(rows_[row].step, line);
      }
      series_[p]->flush();
    }
  });
  rows_.clear();
}

template <class Real>
std::vector<const Series*> ProbeRecorder<Real>::series() const {
  std::vector<const Series*> result;
  for (const auto& series : series_) result.push_back(series.get());
  return result;
}

template class PointSampler<float>;
template class PointSampler<double>;
template class ProbeRecorder<float>;
template class ProbeRecorder<double>;

}  // namespace fluxtet
