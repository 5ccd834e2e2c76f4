// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuEnergies.hpp"

#include <algorithm>
#include <stdexcept>

namespace fluxtet::dgtd::cpu {

template <class Real>
CpuEnergies<Real>::CpuEnergies(CpuFields<Real>& fields) : fields_(fields) {
  const int np = fields.basis().np();
  mass_ = AlignedArray<double>(static_cast<std::size_t>(np) * np);
  for (int n = 0; n < np; ++n)
    for (int k = 0; k < np; ++k) mass_[static_cast<std::size_t>(n) * np + k] = fields.basis().mass()(n, k);
}

template <class Real>
std::int64_t CpuEnergies<Real>::bytes() const {
  return kept_[0].bytes() + kept_[1].bytes() + mass_.bytes();
}

template <class Real>
AlignedArray<Real>& CpuEnergies<Real>::kept(Field field) {
  auto& copy = kept_[static_cast<std::size_t>(field)];
  if (copy.empty()) copy = fields_.newField(true);
  return copy;
}

template <class Real>
void CpuEnergies<Real>::keep(Field field) {
  auto& copy = kept(field);
  const std::int64_t size = fields_.blockSize();
  fields_.parallel(fields_.allBlocks(), [&](BlockRange mine) {
    std::copy(fields_.data(field) + mine.begin * size, fields_.data(field) + mine.end * size,
              copy.data() + mine.begin * size);
  });
}

template <class Real>
double CpuEnergies<Real>::innerProduct(Field field, bool withKept) const {
  const auto& copy = kept_[static_cast<std::size_t>(field)];
  if (withKept && copy.empty()) throw std::logic_error("innerProduct with a kept field needs keep() before it");
  const BlockMesh<Real>& mesh = fields_.mesh();
  const Real* const values = fields_.data(field);
  std::vector<double> weight, partial(static_cast<std::size_t>(mesh.slots.numBlocks()), 0.0);
  for (const MaterialValues& m : mesh.materials) weight.insert(weight.end(), 2, 0.5 * inertia(m, field));
  const InnerProductArgs<Real> args{values,
                                    withKept ? copy.data() : values,
                                    mass_.data(),
                                    mesh.volume.data(),
                                    mesh.material.data(),
                                    weight.data(),
                                    partial.data()};
  const auto product = fields_.kernels().innerProduct[fields_.basis().order()];
  fields_.parallel(fields_.allBlocks(), [&](BlockRange mine) { product(args, mine.begin, mine.end); });
  double sum = 0;
  for (double p : partial) sum += p;
  return sum;
}

template <class Real>
double CpuEnergies<Real>::weight(std::int32_t slot, Field field) const {
  const auto material = static_cast<std::size_t>(fields_.mesh().material.data()[slot] / 2);
  return inertia(fields_.mesh().materials[material], field) * fields_.mesh().volume.data()[slot];
}

template class CpuEnergies<float>;
template class CpuEnergies<double>;

}  // namespace fluxtet::dgtd::cpu
