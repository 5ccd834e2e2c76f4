// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuPoints.hpp"

#include <utility>

namespace fluxtet::dgtd::cpu {

template <class Real>
int CpuPoints<Real>::add(PointSet points) {
  points_.push_back(std::move(points));
  records_.emplace_back();
  return static_cast<int>(points_.size()) - 1;
}

template <class Real>
void CpuPoints<Real>::sample(int handle, Field field, std::span<double> values) const {
  const PointSet& set = points_.at(static_cast<std::size_t>(handle));
  const int np = fields_.basis().np();
  for (std::size_t p = 0; p < set.element.size(); ++p) {
    const Real* from = fields_.data(field) + fields_.place(fields_.mesh().slots.ofElement(set.element[p]));
    for (int c = 0; c < 3; ++c) {
      double sum = 0;
      for (int n = 0; n < np; ++n)
        sum += set.weight[p * np + n] * static_cast<double>(from[(3 * n + c) * fields_.lanes()]);
      values[3 * p + c] = sum;
    }
  }
}

template <class Real>
void CpuPoints<Real>::record(int handle) {
  std::vector<double>& record = records_.at(static_cast<std::size_t>(handle));
  const std::size_t count = 3 * points_[static_cast<std::size_t>(handle)].element.size();
  for (const Field field : {Field::E, Field::H}) {
    record.resize(record.size() + count);
    sample(handle, field, std::span(record).last(count));
  }
}

template <class Real>
std::vector<double> CpuPoints<Real>::takeRecord(int handle) {
  return std::exchange(records_.at(static_cast<std::size_t>(handle)), {});
}

template <class Real>
std::int64_t CpuPoints<Real>::bytes() const {
  std::int64_t sum = 0;
  for (const PointSet& set : points_)
    sum += static_cast<std::int64_t>(set.element.size() * sizeof(std::int32_t) + set.weight.size() * sizeof(double));
  return sum;
}

template class CpuPoints<float>;
template class CpuPoints<double>;

}  // namespace fluxtet::dgtd::cpu
