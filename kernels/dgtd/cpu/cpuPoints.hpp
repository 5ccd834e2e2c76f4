// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cpu {

/// PointSamples of the CPU engine. An unknown handle throws std::out_of_range.
template <class Real>
class CpuPoints final : public PointSamples<Real> {
 public:
  explicit CpuPoints(CpuFields<Real>& fields) : fields_(fields) {}

  int add(PointSet points) override;
  void sample(int handle, Field field, std::span<double> values) const override;
  void record(int handle) override;
  std::vector<double> takeRecord(int handle) override;
  std::int64_t bytes() const;

 private:
  CpuFields<Real>& fields_;
  std::vector<PointSet> points_;
  std::vector<std::vector<double>> records_;  ///< [handle][sample][E, H][numPoints][xyz]
};

extern template class CpuPoints<float>;
extern template class CpuPoints<double>;

}  // namespace fluxtet::dgtd::cpu
