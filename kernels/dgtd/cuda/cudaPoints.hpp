// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/points.hpp"
#include "kernels/dgtd/engineParts.hpp"

#include <utility>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// PointSamples of the CUDA engine.
template <class Real>
class CudaPoints final : public PointSamples<Real> {
 public:
  explicit CudaPoints(CudaFields<Real>& fields) : fields_(fields) {}

  int add(PointSet points) override;
  void sample(int handle, Field field, std::span<double> values) const override;
  void record(int handle) override;
  /// Makes the memory of its record, before a record of it is captured in a graph.
  void prepare(int handle) { points_.at(static_cast<std::size_t>(handle)).prepare(); }
  /// Returns the handles of the records that were captured since the last call, one by one.
  std::vector<int> takeCaptured() { return std::exchange(captured_, {}); }
  /// To be called before a graph with such records is launched.
  void noteCaptured(const std::vector<int>& handles);
  std::vector<double> takeRecord(int handle) override;
  std::int64_t bytes() const;

 private:
  /// Makes room for the records up to number `end`, excluded.
  void makeRoom(Points<Real>& points, std::uint32_t end);

  CudaFields<Real>& fields_;
  std::vector<Points<Real>> points_;
  std::vector<int> captured_;
};

extern template class CudaPoints<float>;
extern template class CudaPoints<double>;

}  // namespace fluxtet::dgtd::cuda
