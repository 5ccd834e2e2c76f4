// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/pointSampler.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/mpi.hpp"
#include "lib/mesh/pointLocator.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet::dgtd {
namespace {

/// Locates each point and calls `use` with its index and location. Works in batches to need little memory. Collective.
template <class Use>
void locateEach(const Discretisation& d, const PointList& points, MPI_Comm comm, const Use& use) {
  constexpr std::int64_t atOnce = 1 << 18;
  for (std::int64_t begin = 0; begin < points.count; begin += atOnce) {
    const std::int64_t end = std::min(begin + atOnce, points.count);
    const auto located = locatePoints(d.mesh, points.between(begin, end), comm);
    for (std::int64_t i = begin; i < end; ++i) use(i, located[static_cast<std::size_t>(i - begin)]);
  }
}

}  // namespace

PointCount countPoints(const Discretisation& d, const PointList& points, MPI_Comm comm) {
  PointCount count;
  locateEach(d, points, comm, [&count](std::int64_t, const LocatedPoint& located) {
    if (located.element >= 0) ++count.own;
    if (located.elementId >= 0) ++count.inside;
  });
  return count;
}

template <class Real>
PointSampler<Real>::PointSampler(FieldEngine<Real>& engine, const Discretisation& d, const PointList& points,
                                 MPI_Comm comm)
    : engine_(engine), comm_(comm), numPoints_(static_cast<std::size_t>(points.count)) {
  PointSet set;
  locateEach(d, points, comm, [&](std::int64_t i, const LocatedPoint& located) {
    outside_.push_back(located.elementId < 0);
    if (located.element < 0) return;
    owned_.push_back(static_cast<std::int32_t>(i));
    set.element.push_back(located.element);
    const auto phi = d.basis.evaluate(located.lambda);
    set.weight.insert(set.weight.end(), phi.begin(), phi.end());
  });
  handle_ = engine.points().add(std::move(set));
  std::vector<std::vector<std::int32_t>> toRank(static_cast<std::size_t>(mpiSize(comm)));
  toRank[0] = owned_;
  ownedBy_ = exchangeAll(comm, toRank);
}

template <class Real>
std::int64_t PointSampler<Real>::bytes(std::int64_t ownPoints, int np) {
  // Element and weights, in vectors that grow by doubling; index here and on rank 0; values of a field when sampled and
  // when sent.
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

template class PointSampler<float>;
template class PointSampler<double>;

}  // namespace fluxtet::dgtd
