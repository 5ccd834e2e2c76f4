// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuSpectra.hpp"

#include <stdexcept>

namespace fluxtet::dgtd::cpu {

template <class Real>
void CpuSpectra<Real>::start(Field field, int count) {
  Sums& sums = sums_[static_cast<std::size_t>(field)];
  sums = {};
  sums = {count, fields_.zeros(fields_.mesh().slots.numBlocks(), count * fields_.blockSize())};
}

template <class Real>
void CpuSpectra<Real>::add(Field field, std::span<const double> weight) {
  Sums& sums = sums_[static_cast<std::size_t>(field)];
  if (static_cast<int>(weight.size()) != sums.count) throw std::logic_error("each sum of a field needs a weight");
  const std::vector<Real> rounded(weight.begin(), weight.end());
  const AccumulateArgs<Real> args{fields_.data(field), sums.values.data(), rounded.data(), sums.count,
                                  fields_.valuesPerElement()};
  fields_.parallel(fields_.allBlocks(),
                   [&](BlockRange mine) { fields_.kernels().accumulate(args, mine.begin, mine.end); });
}

template <class Real>
auto CpuSpectra<Real>::sumsWith(Field field, int sum) const -> const Sums& {
  const Sums& sums = sums_[static_cast<std::size_t>(field)];
  if (sum < 0 || sum >= sums.count) throw std::logic_error("the field has no such sum");
  return sums;
}

template <class Real>
void CpuSpectra<Real>::download(Field field, int sum, std::span<Real> values) const {
  const Sums& from = sumsWith(field, sum);
  fields_.parallel(fields_.allBlocks(), [&](BlockRange mine) {
    for (std::int32_t b = mine.begin; b < mine.end; ++b)
      fields_.scatterBlock(b, from.values.data() + place(from, b, sum), values);
  });
}

template <class Real>
void CpuSpectra<Real>::upload(Field field, int sum, std::span<const Real> values) {
  const Sums& to = sumsWith(field, sum);
  Real* const sums = sums_[static_cast<std::size_t>(field)].values.data();
  fields_.parallel(fields_.allBlocks(), [&](BlockRange mine) {
    for (std::int32_t b = mine.begin; b < mine.end; ++b) fields_.gatherBlock(b, values, sums + place(to, b, sum));
  });
}

template class CpuSpectra<float>;
template class CpuSpectra<double>;

}  // namespace fluxtet::dgtd::cpu
