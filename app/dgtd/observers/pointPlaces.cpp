// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/pointPlaces.hpp"

#include "lib/base/mpi.hpp"

#include <algorithm>
#include <limits>

namespace fluxtet::dgtd {

void visitPoints(const Discretisation& d, const PointList& points, MPI_Comm comm,
                 const std::function<void(std::int64_t index, const LocatedPoint& located)>& use) {
  constexpr std::int64_t atOnce = 1 << 18;
  for (std::int64_t begin = 0; begin < points.count; begin += atOnce) {
    const std::int64_t end = std::min(begin + atOnce, points.count);
    const auto located = locatePoints(d.mesh, points.between(begin, end), comm);
    for (std::int64_t i = begin; i < end; ++i) use(i, located[static_cast<std::size_t>(i - begin)]);
  }
}

PointCount countPoints(const Discretisation& d, const PointList& points, MPI_Comm comm) {
  PointCount count;
  visitPoints(d, points, comm, [&count](std::int64_t, const LocatedPoint& located) {
    if (located.element >= 0) ++count.own;
    if (located.elementId >= 0) ++count.inside;
  });
  return count;
}

PointPlaces::PointPlaces(const Discretisation& d, const PointList& points, PointSet& set, MPI_Comm comm)
    : comm_(comm), numPoints_(static_cast<std::size_t>(points.count)) {
  visitPoints(d, points, comm, [&](std::int64_t i, const LocatedPoint& located) {
    outside_.push_back(located.elementId < 0);
    if (located.element < 0) return;
    owned_.push_back(static_cast<std::int32_t>(i));
    set.element.push_back(located.element);
    const auto phi = d.basis.evaluate(located.lambda);
    set.weight.insert(set.weight.end(), phi.begin(), phi.end());
  });
  std::vector<std::vector<std::int32_t>> toRank(static_cast<std::size_t>(mpiSize(comm)));
  toRank[0] = owned_;
  ownedBy_ = exchangeAll(comm, toRank);
}

std::int64_t PointPlaces::bytes(std::int64_t ownPoints, int np) {
  // Element and weights, in vectors that grow by doubling; index here and on rank 0.
  constexpr std::int64_t growth = 2, indices = 2 * sizeof(std::int32_t);
  const auto weights = static_cast<std::int64_t>(sizeof(std::int32_t) + static_cast<std::size_t>(np) * sizeof(double));
  return ownPoints * (growth * weights + indices);
}

std::vector<double> PointPlaces::gather(std::span<const double> own, std::size_t rows) const {
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

}  // namespace fluxtet::dgtd
