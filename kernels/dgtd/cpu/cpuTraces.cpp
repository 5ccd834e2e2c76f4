// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuTraces.hpp"

namespace fluxtet::dgtd::cpu {

template <class Real>
void CpuTraces<Real>::pack(Field field, std::span<Real> buffer) {
  const ReferenceElement& basis = fields_.basis();
  const int nf = basis.nf(), lanes = fields_.lanes();
  const auto count = static_cast<std::int32_t>(sendFace_.size());
#pragma omp parallel for schedule(static) num_threads(fields_.threads())
  for (std::int32_t k = 0; k < count; ++k) {
    const Real* from = fields_.data(field) + fields_.place(fields_.mesh().slots.ofElement(sendFace_[k] / 4));
    Real* to = buffer.data() + static_cast<std::int64_t>(k) * 3 * nf;
    for (int m = 0; m < nf; ++m)
      for (int c = 0; c < 3; ++c) to[3 * m + c] = from[(3 * basis.faceNode(sendFace_[k] % 4, m) + c) * lanes];
  }
}

template <class Real>
void CpuTraces<Real>::set(Field field, std::span<const Real> buffer) {
  const int count = valuesPerFace(), lanes = fields_.lanes();
  const auto faces = static_cast<std::int32_t>(sendFace_.size());
#pragma omp parallel for schedule(static) num_threads(fields_.threads())
  for (std::int32_t k = 0; k < faces; ++k) {
    const Real* from = buffer.data() + static_cast<std::int64_t>(k) * count;
    Real* to = fields_.data(field) + fields_.place(fields_.mesh().slots.ofHaloFace(k));
    for (int i = 0; i < count; ++i) to[i * lanes] = from[i];
  }
}

template class CpuTraces<float>;
template class CpuTraces<double>;

}  // namespace fluxtet::dgtd::cpu
