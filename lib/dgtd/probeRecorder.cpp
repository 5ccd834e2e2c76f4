// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "dgtd/probeRecorder.hpp"

#include "base/constants.hpp"
#include "base/mpi.hpp"
#include "output/outputDirectory.hpp"
#include "partition/pointLocator.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet {
namespace {

constexpr std::size_t rowsPerBatch = 512;

std::vector<Vec3> placesOf(const std::vector<ProbeOutput>& probes) {
  std::vector<Vec3> places;
  for (const auto& probe : probes) places.push_back(probe.at);
  return places;
}

std::filesystem::path fileOf(const std::filesystem::path& directory, const ProbeOutput& probe) {
  return directory / outputName::probes / (probe.name + ".csv");
}

std::vector<Series::Column> columnsOf(const ProbeOutput& probe) {
  std::vector<Series::Column> columns;
  if (probe.fields.E) columns.insert(columns.end(), {{"time_E", "s"}, {"Ex", "V/m"}, {"Ey", "V/m"}, {"Ez", "V/m"}});
  if (probe.fields.H) columns.insert(columns.end(), {{"time_H", "s"}, {"Hx", "A/m"}, {"Hy", "A/m"}, {"Hz", "A/m"}});
  return columns;
}

}  // namespace

template <class Real>
PointSampler<Real>::PointSampler(FieldEngine<Real>& engine, const Discretisation& d, std::span<const Vec3> points,
                                 MPI_Comm comm)
    : engine_(engine), comm_(comm), numPoints_(points.size()) {
  const auto places = locatePoints(d.mesh, points, comm);
  PointSet set;
  for (std::size_t i = 0; i < places.size(); ++i) {
    outside_.push_back(places[i].elementId < 0);
    if (places[i].element < 0) continue;
    owned_.push_back(static_cast<std::int32_t>(i));
    set.element.push_back(places[i].element);
    const auto phi = d.basis.evaluate(places[i].lambda);
    set.weight.insert(set.weight.end(), phi.begin(), phi.end());
  }
  handle_ = engine.addPoints(std::move(set));
  std::vector<std::vector<std::int32_t>> toRank(static_cast<std::size_t>(mpiSize(comm)));
  toRank[0] = owned_;
  ownedBy_ = exchangeAll(comm, toRank);
}

template <class Real>
void PointSampler<Real>::sample(Field field, std::vector<double>& values) const {
  const std::size_t begin = values.size();
  values.resize(begin + 3 * owned_.size());
  if (owned_.empty()) return;
  engine_.samplePoints(handle_, field, std::span(values).subspan(begin));
  if (field == Field::H)
    for (std::size_t i = begin; i < values.size(); ++i) values[i] /= constants::z0;
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
    require(!sampler_.outside()[i], "{}: probe '{}' at ({}, {}, {}) m lies outside the mesh, which spans ({}, {}, {}) to ({}, {}, {}) m",
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
      Series::requireContinuable(fileOf(directory, probe), columnsOf(probe), continueAfterStep);
  });
}

template <class Real>
void ProbeRecorder<Real>::open(const std::filesystem::path& directory, std::int64_t continueAfterStep) {
  agreeOnErrors(comm_, [&] {
    if (mpiRank(comm_) != 0) return;
    for (const auto& probe : probes_)
      series_.push_back(
          std::make_unique<Series>(fileOf(directory, probe), probe.name, columnsOf(probe), continueAfterStep));
  });
}

template <class Real>
bool ProbeRecorder<Real>::due(std::int64_t step) const {
  return std::any_of(probes_.begin(), probes_.end(), [step](const auto& probe) { return step % probe.every == 0; });
}

template <class Real>
void ProbeRecorder<Real>::record(std::int64_t step, double timeE, double timeH) {
  if (!due(step)) return;
  rows_.push_back({step, timeE, timeH});
  sampler_.sample(Field::E, pendingE_);
  sampler_.sample(Field::H, pendingH_);
  if (rows_.size() >= rowsPerBatch) flush();
}

template <class Real>
void ProbeRecorder<Real>::flush() {
  if (rows_.empty()) return;
  const auto E = sampler_.gather(pendingE_, rows_.size());
  const auto H = sampler_.gather(pendingH_, rows_.size());
  agreeOnErrors(comm_, [&] {
    for (std::size_t p = 0; p < series_.size(); ++p) {
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (rows_[row].step % probes_[p].every != 0) continue;
        const std::size_t at = (row * probes_.size() + p) * 3;
        std::vector<double> values;
        if (probes_[p].fields.E) values.insert(values.end(), {rows_[row].timeE, E[at], E[at + 1], E[at + 2]});
        if (probes_[p].fields.H) values.insert(values.end(), {rows_[row].timeH, H[at], H[at + 1], H[at + 2]});
        series_[p]->append(rows_[row].step, values);
      }
      series_[p]->flush();
    }
  });
  rows_.clear();
  pendingE_.clear();
  pendingH_.clear();
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
