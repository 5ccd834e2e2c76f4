// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuSpectra.hpp"

#include "kernels/dgtd/listChecks.hpp"

#include <numeric>
#include <utility>

namespace fluxtet::dgtd::cpu {

template <class Real>
CpuSpectra<Real>::CpuSpectra(CpuFields<Real>& fields) : fields_(fields), lists_(1) {
  std::vector<std::int32_t>& block = lists_[SpectralSums<Real>::allElements].block;
  block.resize(static_cast<std::size_t>(fields.mesh().slots.numBlocks()));
  std::iota(block.begin(), block.end(), 0);
}

template <class Real>
int CpuSpectra<Real>::addElements(std::span<const std::int32_t> elements) {
  requireAscending(elements, fields_.mesh().slots.numElements());
  const auto lanes = static_cast<std::size_t>(fields_.lanes());
  List list;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::int32_t slot = fields_.mesh().slots.ofElement(elements[i]), block = slot / fields_.lanes();
    if (list.block.empty() || list.block.back() != block) {
      list.block.push_back(block);
      list.row.resize(list.row.size() + lanes, -1);
    }
    list.row[list.row.size() - lanes + static_cast<std::size_t>(slot) % lanes] = static_cast<std::int32_t>(i);
  }
  lists_.push_back(std::move(list));
  return static_cast<int>(lists_.size()) - 1;
}

template <class Real>
const std::int32_t* CpuSpectra<Real>::rowsOf(const List& list, std::int32_t place) const {
  return list.row.empty() ? fields_.elementsOf(list.block[static_cast<std::size_t>(place)])
                          : list.row.data() + static_cast<std::ptrdiff_t>(place) * fields_.lanes();
}

template <class Real>
std::int64_t CpuSpectra<Real>::bytes() const {
  std::int64_t sum = 0;
  for (const List& list : lists_) {
    sum += static_cast<std::int64_t>((list.block.size() + list.row.size()) * sizeof(std::int32_t));
    for (const auto& sums : list.sums) sum += sums.bytes();
  }
  return sum;
}

template <class Real>
void CpuSpectra<Real>::start(int list, Field field, int count) {
  List& of = listOf(list);
  PlacedSums<Real>& sums = of.sums[static_cast<std::size_t>(field)];
  sums = {};
  sums = {count, fields_.blockSize(), fields_.zeros(of.places(), count * fields_.blockSize())};
}

template <class Real>
void CpuSpectra<Real>::add(int list, Field field, std::span<const double> weight) {
  List& to = listOf(list);
  PlacedSums<Real>& sums = to.sums[static_cast<std::size_t>(field)];
  const std::vector<Real> rounded = sums.rounded(weight);
  fields_.parallel({0, to.places()}, [&](BlockRange mine) {
    // The kernel takes a run of consecutive blocks at a time.
    for (std::int32_t place = mine.begin, next; place < mine.end; place = next) {
      const std::int32_t* block = to.block.data();
      for (next = place + 1; next < mine.end && block[next] == block[next - 1] + 1;) ++next;
      const AccumulateArgs<Real> args{fields_.data(field) + block[place] * fields_.blockSize(), sums.at(place, 0),
                                      rounded.data(), sums.count(), fields_.valuesPerElement()};
      fields_.kernels().accumulate(args, 0, next - place);
    }
  });
}

template <class Real>
void CpuSpectra<Real>::download(int list, Field field, int sum, std::span<Real> values) const {
  const List& from = listOf(list);
  const PlacedSums<Real>& sums = from.sums[static_cast<std::size_t>(field)];
  sums.require(sum);
  fields_.parallel({0, from.places()}, [&](BlockRange mine) {
    for (std::int32_t place = mine.begin; place < mine.end; ++place)
      fields_.scatterRows(rowsOf(from, place), sums.at(place, sum), values);
  });
}

template <class Real>
void CpuSpectra<Real>::upload(int list, Field field, int sum, std::span<const Real> values) {
  List& to = listOf(list);
  PlacedSums<Real>& sums = to.sums[static_cast<std::size_t>(field)];
  sums.require(sum);
  fields_.parallel({0, to.places()}, [&](BlockRange mine) {
    for (std::int32_t place = mine.begin; place < mine.end; ++place)
      fields_.gatherRows(rowsOf(to, place), values, sums.at(place, sum));
  });
}

template class CpuSpectra<float>;
template class CpuSpectra<double>;

}  // namespace fluxtet::dgtd::cpu
