// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cpu {

/// SpectralSums of the CPU engine.
template <class Real>
class CpuSpectra final : public SpectralSums<Real> {
 public:
  explicit CpuSpectra(CpuFields<Real>& fields) : fields_(fields) {}

  void start(Field field, int count) override;
  void add(Field field, std::span<const double> weight) override;
  void download(Field field, int sum, std::span<Real> values) const override;
  void upload(Field field, int sum, std::span<const Real> values) override;
  std::int64_t bytes() const { return sums_[0].values.bytes() + sums_[1].values.bytes(); }

 private:
  /// The sums of one field.
  struct Sums {
    int count = 0;
    AlignedArray<Real> values;  ///< [block][sum][node][xyz][lane]
  };
  /// Returns the sums of `field`; throws std::logic_error if number `sum` is not one of them.
  const Sums& sumsWith(Field field, int sum) const;
  /// Returns the offset of the values of a sum in a block.
  std::int64_t place(const Sums& sums, std::int32_t block, int sum) const {
    return (static_cast<std::int64_t>(block) * sums.count + sum) * fields_.blockSize();
  }

  CpuFields<Real>& fields_;
  std::array<Sums, 2> sums_;
};

extern template class CpuSpectra<float>;
extern template class CpuSpectra<double>;

}  // namespace fluxtet::dgtd::cpu
