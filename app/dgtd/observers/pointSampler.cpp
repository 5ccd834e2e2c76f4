// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/dgtd/observers/pointSampler.hpp"

#include "lib/base/constants.hpp"

#include <utility>

namespace fluxtet::dgtd {

template <class Real>
PointSampler<Real>::PointSampler(FieldEngine<Real>& engine, const Discretisation& d, const PointList& points,
                                 MPI_Comm comm)
    : PointSampler(engine, d, points, PointSet{}, comm) {}

template <class Real>
PointSampler<Real>::PointSampler(FieldEngine<Real>& engine, const Discretisation& d, const PointList& points,
                                 PointSet&& set, MPI_Comm comm)
    : engine_(engine), places_(d, points, set, comm), handle_(engine.points().add(std::move(set))) {}

template <class Real>
std::int64_t PointSampler<Real>::bytes(std::int64_t ownPoints, int np) {
  constexpr std::int64_t values = 2 * 3 * sizeof(double);  // of a field when sampled and when sent
  return PointPlaces::bytes(ownPoints, np) + ownPoints * values;
}

template <class Real>
void PointSampler<Real>::sample(Field field, std::vector<double>& values) const {
  const std::size_t begin = values.size();
  values.resize(begin + 3 * numOwned());
  if (numOwned() == 0) return;
  engine_.points().sample(handle_, field, std::span(values).subspan(begin));
  if (field == Field::H)
    for (std::size_t i = begin; i < values.size(); ++i) values[i] /= constants::z0;
}

template <class Real>
std::vector<double> PointSampler<Real>::takeRecord() const {
  std::vector<double> values = engine_.points().takeRecord(handle_);
  const std::size_t perField = 3 * numOwned();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i / perField % 2 == 1) values[i] /= constants::z0;
  return values;
}

template class PointSampler<float>;
template class PointSampler<double>;

}  // namespace fluxtet::dgtd
