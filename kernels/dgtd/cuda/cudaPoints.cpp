// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaPoints.hpp"

namespace fluxtet::dgtd::cuda {

template <class Real>
int CudaPoints<Real>::add(PointSet points) {
  const auto np = static_cast<Eigen::Index>(fields_.basis().np());
  std::vector<std::int32_t> slot;
  for (const std::int32_t element : points.element) slot.push_back(fields_.slots().ofElement(element));
  // Turns weights of nodal values into weights of Bernstein coefficients.
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows> weight(points.weight.data(), static_cast<Eigen::Index>(slot.size()), np);
  if (!slot.empty()) weight = (weight * fields_.operators().toNodal).eval();
  points_.emplace_back(fields_.order(), slot, points.weight, fields_.streams().orderComputeAfterExchange());
  return static_cast<int>(points_.size()) - 1;
}

template <class Real>
void CudaPoints<Real>::sample(int handle, Field field, std::span<double> values) const {
  points_.at(static_cast<std::size_t>(handle))
      .sample(fields_.data(field), fields_.edge(), values, fields_.streams().orderComputeAfterExchange());
}

template <class Real>
void CudaPoints<Real>::record(int handle) {
  Points<Real>& points = points_.at(static_cast<std::size_t>(handle));
  EngineStreams& streams = fields_.streams();
  RunCounts& counts = streams.counts();
  if (counts.isRecording()) {
    captured_.push_back(handle);
  } else {
    points.prepare();
    makeRoom(points, counts.of(Count::records) + 1);
    points.note(counts.of(Count::records));
  }
  const EngineStreams::AuxiliaryStart start = streams.kernelBesideExchange();
  points.record(fields_.data(Field::E), fields_.data(Field::H), fields_.edge(), counts.argument(Count::records),
                start.behindKernel, start.stream);
  counts.add(Count::records, 1);
}

template <class Real>
void CudaPoints<Real>::makeRoom(Points<Real>& points, std::uint32_t end) {
  if (!points.hasRoom(end)) points.bringHome(fields_.streams().computeBesideExchange());
}

template <class Real>
void CudaPoints<Real>::noteCaptured(const std::vector<int>& handles) {
  if (handles.empty()) return;
  const std::uint32_t first = fields_.streams().counts().of(Count::records);
  const auto end = first + static_cast<std::uint32_t>(handles.size());
  for (const int handle : handles) makeRoom(points_[static_cast<std::size_t>(handle)], end);
  for (std::uint32_t i = 0; const int handle : handles) points_[static_cast<std::size_t>(handle)].note(first + i++);
}

template <class Real>
std::vector<double> CudaPoints<Real>::takeRecord(int handle) {
  return points_.at(static_cast<std::size_t>(handle)).take(fields_.streams().orderComputeAfterExchange());
}

template <class Real>
std::int64_t CudaPoints<Real>::bytes() const {
  std::int64_t sum = 0;
  for (const Points<Real>& points : points_) sum += points.bytes();
  return sum;
}

template class CudaPoints<float>;
template class CudaPoints<double>;

}  // namespace fluxtet::dgtd::cuda
