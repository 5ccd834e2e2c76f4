// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/weightedSums.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cuda {

/// SpectralSums of the CUDA engine. A sum holds the clusters that have a listed element, one after the other.
template <class Real>
class CudaSpectra final : public SpectralSums<Real> {
 public:
  explicit CudaSpectra(CudaFields<Real>& fields);

  int addElements(std::span<const std::int32_t> elements) override;
  void start(int list, Field field, int count) override;
  void add(int list, Field field, std::span<const double> weight) override;
  void download(int list, Field field, int sum, std::span<Real> values) const override;
  void upload(int list, Field field, int sum, std::span<const Real> values) override;
  std::int64_t bytes() const;

 private:
  struct List {
    bool isWhole = false;                      ///< the list of all elements; its arrays below are empty
    std::int32_t clusters = 0;                 ///< number of clusters that a sum holds
    DeviceBuffer<std::int32_t> cluster;        ///< [clusters] ascending
    DeviceBuffer<std::int32_t> slot;           ///< [element of the list] its slot in the mesh
    DeviceBuffer<std::int32_t> place;          ///< [element of the list] its slot in a sum
    std::array<WeightedSums<Real>, 2> sums{};  ///< by Field
  };
  List& listOf(int list) { return lists_.at(static_cast<std::size_t>(list)); }
  const List& listOf(int list) const { return lists_.at(static_cast<std::size_t>(list)); }
  /// Values of a cluster in a field.
  std::size_t valuesPerCluster() const;
  /// The listed elements as kernels take them that change the basis of a sum.
  FieldLayout<Real> layoutOf(const List& list) const;

  CudaFields<Real>& fields_;
  std::vector<List> lists_;  ///< by handle
};

extern template class CudaSpectra<float>;
extern template class CudaSpectra<double>;

}  // namespace fluxtet::dgtd::cuda
