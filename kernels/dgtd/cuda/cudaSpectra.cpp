// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaSpectra.hpp"

#include "kernels/dgtd/cuda/fieldSums.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"
#include "kernels/dgtd/listChecks.hpp"

#include <utility>

namespace fluxtet::dgtd::cuda {

template <class Real>
CudaSpectra<Real>::CudaSpectra(CudaFields<Real>& fields) : fields_(fields), lists_(1) {
  List& all = lists_[SpectralSums<Real>::allElements];
  all.isWhole = true;
  all.clusters = fields.slots().numClusters();
}

template <class Real>
int CudaSpectra<Real>::addElements(std::span<const std::int32_t> elements) {
  const ClusterSlots& slots = fields_.slots();
  requireAscending(elements, slots.numElements());
  const std::int32_t size = slots.clusterSize();
  std::vector<std::int32_t> cluster, slot, place;
  for (const std::int32_t element : elements) {
    slot.push_back(slots.ofElement(element));
    if (cluster.empty() || cluster.back() != slot.back() / size) cluster.push_back(slot.back() / size);
    place.push_back(static_cast<std::int32_t>(cluster.size() - 1) * size + slot.back() % size);
  }
  List list;
  list.clusters = static_cast<std::int32_t>(cluster.size());
  cudaStream_t stream = fields_.streams().computeBesideExchange();
  list.cluster = toDevice(cluster, stream);
  list.slot = toDevice(slot, stream);
  list.place = toDevice(place, stream);
  lists_.push_back(std::move(list));
  return static_cast<int>(lists_.size()) - 1;
}

template <class Real>
std::int64_t CudaSpectra<Real>::bytes() const {
  std::int64_t sum = 0;
  for (const List& list : lists_)
    sum += static_cast<std::int64_t>(list.cluster.bytes() + list.slot.bytes() + list.place.bytes()) +
           list.sums[0].bytes() + list.sums[1].bytes();
  return sum;
}

template <class Real>
std::size_t CudaSpectra<Real>::valuesPerCluster() const {
  return static_cast<std::size_t>(fields_.slots().clusterSize()) * elementStride(fields_.order());
}

template <class Real>
FieldLayout<Real> CudaSpectra<Real>::layoutOf(const List& list) const {
  return list.isWhole ? fields_.layout() : fields_.layoutOf(list.slot, list.place);
}

template <class Real>
void CudaSpectra<Real>::start(int list, Field field, int count) {
  List& of = listOf(list);
  WeightedSums<Real>& sums = of.sums[static_cast<std::size_t>(field)];
  sums = {};
  if (count > 0)
    sums = WeightedSums<Real>(static_cast<std::size_t>(of.clusters) * valuesPerCluster(), count,
                              fields_.streams().orderComputeAfterExchange());
}

template <class Real>
void CudaSpectra<Real>::add(int list, Field field, std::span<const double> weight) {
  List& to = listOf(list);
  const SummedClusters clusters{to.cluster.data(), static_cast<std::int64_t>(valuesPerCluster())};
  for (const SumArgs<Real>& args : to.sums[static_cast<std::size_t>(field)].launches(weight))
    launchFieldSums(fields_.data(field), clusters, args, fields_.streams().computeBesideExchange());
}

template <class Real>
void CudaSpectra<Real>::download(int list, Field field, int sum, std::span<Real> values) const {
  const List& from = listOf(list);
  fields_.toNodal(layoutOf(from), from.sums[static_cast<std::size_t>(field)].of(sum), values);
}

template <class Real>
void CudaSpectra<Real>::upload(int list, Field field, int sum, std::span<const Real> values) {
  List& to = listOf(list);
  fields_.fromNodal(layoutOf(to), values, to.sums[static_cast<std::size_t>(field)].of(sum));
}

template class CudaSpectra<float>;
template class CudaSpectra<double>;

}  // namespace fluxtet::dgtd::cuda
