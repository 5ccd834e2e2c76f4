// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/points.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cuda {

/// PointSamples of the CUDA engine.
template <class Real>
class CudaPoints final : public PointSamples<Real> {
 public:
  explicit CudaPoints(CudaFields<Real>& fields) : fields_(fields) {}

  int add(PointSet points) override;
  void sample(int handle, Field field, std::span<double> values) const override;
  void record(int handle) override;
  std::vector<double> takeRecord(int handle) override;
  std::int64_t bytes() const;

 private:
  CudaFields<Real>& fields_;
  std::vector<Points<Real>> points_;
};

extern template class CudaPoints<float>;
extern template class CudaPoints<double>;

}  // namespace fluxtet::dgtd::cuda
