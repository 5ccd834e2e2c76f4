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
  const Real* const values = fields_.data(field);
  return product(field, values, withKept ? copy.data() : values, fields_.allBlocks());
}

template <class Real>
double CpuEnergies<Real>::innerProduct(Field field, ArrayId f, ArrayId g, ElementRange range) const {
  return product(field, fields_.dataOf(f), fields_.dataOf(g), fields_.mesh().slots.blocks(range));
}

template <class Real>
double CpuEnergies<Real>::product(Field field, const Real* f, const Real* g, BlockRange blocks) const {
  const BlockMesh<Real>& mesh = fields_.mesh();
  std::vector<double> weight, partial(static_cast<std::size_t>(mesh.slots.numBlocks()), 0.0);
  for (const MaterialValues& m : mesh.materials)
    weight.insert(weight.end(), 2, m.isMatrix(field) ? 0 : 0.5 * inertia(m, field));
  const InnerProductArgs<Real> args{
      f, g, mass_.data(), mesh.volume.data(), mesh.material.data(), weight.data(), partial.data()};
  const auto kernel = fields_.kernels().innerProduct[fields_.basis().order()];
  fields_.parallel(blocks, [&](BlockRange mine) { kernel(args, mine.begin, mine.end); });
  addMatrices(field, f, g, blocks, partial);
  double sum = 0;
  for (double p : partial) sum += p;
  return sum;
}

template <class Real>
void CpuEnergies<Real>::addMatrices(Field field, const Real* f, const Real* g, BlockRange blocks,
                                    std::vector<double>& partial) const {
  const BlockMesh<Real>& mesh = fields_.mesh();
  if (std::none_of(mesh.materials.begin(), mesh.materials.end(),
                   [field](const MaterialValues& m) { return m.isMatrix(field); }))
    return;
  const int lanes = fields_.lanes(), np = fields_.basis().np();
  fields_.parallel(blocks, [&](BlockRange mine) {
    CpuNodalValues x(np, 3), y(np, 3);
    for (std::int32_t slot = mine.begin * lanes; slot < mine.end * lanes; ++slot) {
      if (fields_.elementAt(slot) < 0 || !material(slot).isMatrix(field)) continue;
      for (int i = 0; i < 3 * np; ++i) {
        x.data()[i] = static_cast<double>(f[fields_.place(slot) + i * lanes]);
        y.data()[i] = static_cast<double>(g[fields_.place(slot) + i * lanes]);
      }
      partial[static_cast<std::size_t>(slot / lanes)] += ofElement(slot, field, x, y);
    }
  });
}

template <class Real>
double CpuEnergies<Real>::ofElement(std::int32_t slot, Field field, const CpuNodalValues& f,
                                    const CpuNodalValues& g) const {
  const double half = 0.5 * weight(slot, field);
  if (!material(slot).isMatrix(field)) return half * f.cwiseProduct(fields_.basis().mass() * g).sum();
  const Matrix3 c = inertiaMatrix(material(slot), field);
  const Eigen::Map<const Eigen::Matrix3d> matrix(c.data());  // symmetric
  return half * f.cwiseProduct(fields_.basis().mass() * g * matrix).sum();
}

template <class Real>
double CpuEnergies<Real>::weight(std::int32_t slot, Field field) const {
  const MaterialValues& m = material(slot);
  return (m.isMatrix(field) ? 1 : inertia(m, field)) * fields_.mesh().volume.data()[slot];
}

template class CpuEnergies<float>;
template class CpuEnergies<double>;

}  // namespace fluxtet::dgtd::cpu
