// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/faceSides.hpp"
#include "kernels/dgtd/cuda/retardedSums.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cuda {

/// RetardedSums of the CUDA engine.
template <class Real>
class CudaRetardedSums final : public RetardedSums {
 public:
  explicit CudaRetardedSums(CudaFields<Real>& fields) : fields_(fields) {}

  int addTerms(RetardedTerms terms) override;
  void start(int list, std::int64_t instants) override;
  void add(int list, Field field, std::int64_t sample) override;
  void download(int list, Field field, std::span<double> values) const override;
  void upload(int list, Field field, std::span<const double> values) override;
  std::int64_t bytes() const;

 private:
  /// See RetardedArgs.
  struct List {
    int signals = 0, delays = 0;
    FaceSides sides;
    DeviceBuffer<std::int64_t> begin;
    DeviceBuffer<std::int32_t> emitter, faceOf;
    DeviceBuffer<Real> weight, mean;
    std::array<DeviceBuffer<EmitterCoefficients<Real>>, 2> coefficients;  ///< by Field
    std::int64_t instants = 0;
    std::array<DeviceBuffer<double>, 2> received;  ///< by Field; [signal][instant][component]
  };
  List& listOf(int list) { return lists_.at(static_cast<std::size_t>(list)); }
  const List& listOf(int list) const { return lists_.at(static_cast<std::size_t>(list)); }

  CudaFields<Real>& fields_;
  std::vector<List> lists_;  ///< by handle
};

extern template class CudaRetardedSums<float>;
extern template class CudaRetardedSums<double>;

}  // namespace fluxtet::dgtd::cuda
