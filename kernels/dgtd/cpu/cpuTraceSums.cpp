// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuTraceSums.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cpu {
template <class Real>
int CpuTraceSums<Real>::addFaces(std::span<const std::int32_t> faces) {
  lists_.push_back({FaceTraces<Real>(fields_, faces), {}});
  return static_cast<int>(lists_.size()) - 1;
}

template <class Real>
std::int64_t CpuTraceSums<Real>::bytes() const {
  std::int64_t sum = 0;
  for (const List& list : lists_) {
    sum += list.faces.bytes();
    for (const auto& sums : list.sums) sum += sums.bytes();
  }
  return sum;
}

template <class Real>
void CpuTraceSums<Real>::start(int list, Field field, int count) {
  List& of = listOf(list);
  PlacedSums<Real>& sums = of.sums[static_cast<std::size_t>(field)];
  sums = {};
  sums = {count, valuesPerFace(), fields_.zeros(of.faces.size(), static_cast<std::int64_t>(count) * valuesPerFace())};
}

// The functions below share out faces among the threads as others do blocks.

template <class Real>
void CpuTraceSums<Real>::add(int list, Field field, std::span<const double> weight) {
  List& to = listOf(list);
  PlacedSums<Real>& sums = to.sums[static_cast<std::size_t>(field)];
  const std::vector<Real> rounded = sums.rounded(weight);
  fields_.parallel({0, to.faces.size()}, [&](BlockRange mine) {
    const int values = valuesPerFace();
    Real traces[6 * nodesPerFace(maxOrder)];
    for (std::int32_t k = mine.begin; k < mine.end; ++k) {
      to.faces.read(k, field, traces);
      for (int s = 0; s < sums.count(); ++s) {
        Real* const sum = sums.at(k, s);
        for (int i = 0; i < values; ++i) sum[i] += rounded[static_cast<std::size_t>(s)] * traces[i];
      }
    }
  });
}

template <class Real>
void CpuTraceSums<Real>::download(int list, Field field, int sum, std::span<Real> values) const {
  const List& from = listOf(list);
  const PlacedSums<Real>& sums = from.sums[static_cast<std::size_t>(field)];
  sums.require(sum);
  fields_.parallel({0, from.faces.size()}, [&](BlockRange mine) {
    for (std::int32_t k = mine.begin; k < mine.end; ++k)
      std::copy_n(sums.at(k, sum), valuesPerFace(), values.data() + static_cast<std::ptrdiff_t>(k) * valuesPerFace());
  });
}

template <class Real>
void CpuTraceSums<Real>::upload(int list, Field field, int sum, std::span<const Real> values) {
  List& to = listOf(list);
  PlacedSums<Real>& sums = to.sums[static_cast<std::size_t>(field)];
  sums.require(sum);
  fields_.parallel({0, to.faces.size()}, [&](BlockRange mine) {
    for (std::int32_t k = mine.begin; k < mine.end; ++k)
      std::copy_n(values.data() + static_cast<std::ptrdiff_t>(k) * valuesPerFace(), valuesPerFace(), sums.at(k, sum));
  });
}

template class CpuTraceSums<float>;
template class CpuTraceSums<double>;

}  // namespace fluxtet::dgtd::cpu
