// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cpu {

/// HaloTraces of the CPU engine. A trace is the nodal values of a face, [Nf][xyz], V/m.
template <class Real>
class CpuTraces final : public HaloTraces<Real> {
 public:
  CpuTraces(CpuFields<Real>& fields, const std::vector<std::int32_t>& sendFace)
      : fields_(fields), sendFace_(sendFace) {}

  int valuesPerFace() const override { return 3 * fields_.basis().nf(); }
  void pack(Field field, std::span<Real> buffer) override;
  void set(Field field, std::span<const Real> buffer) override;
  std::int64_t bytes() const { return static_cast<std::int64_t>(sendFace_.size() * sizeof(std::int32_t)); }

 private:
  CpuFields<Real>& fields_;
  std::vector<std::int32_t> sendFace_;  ///< [halo face] 4 * element + local face
};

extern template class CpuTraces<float>;
extern template class CpuTraces<double>;

}  // namespace fluxtet::dgtd::cpu
