// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/cpu/faceTraces.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cpu {

/// RetardedSums of the CPU engine.
template <class Real>
class CpuRetardedSums final : public RetardedSums {
 public:
  explicit CpuRetardedSums(CpuFields<Real>& fields) : fields_(fields) {}

  int addTerms(RetardedTerms terms) override;
  void start(int list, std::int64_t instants) override;
  void add(int list, Field field, std::int64_t sample) override;
  void download(int list, Field field, std::span<double> values) const override;
  void upload(int list, Field field, std::span<const double> values) override;
  std::int64_t bytes() const;

 private:
  struct List {
    RetardedTerms terms;
    FaceTraces<Real> faces;
    std::vector<Real> mean;                        ///< [face][node][xyz] of the sample that is being added, V/m
    std::int64_t instants = 0;                     ///< of the signals
    std::array<std::vector<double>, 2> signals{};  ///< by Field; [signal][instant][component]
  };
  List& listOf(int list) { return lists_.at(static_cast<std::size_t>(list)); }
  const List& listOf(int list) const { return lists_.at(static_cast<std::size_t>(list)); }
  /// Returns both components of what the terms of a delay of a signal make of List::mean.
  std::array<double, 2> sumOf(const List& list, Field field, std::size_t delayOfSignal) const;

  CpuFields<Real>& fields_;
  std::vector<List> lists_;  ///< by handle
};

extern template class CpuRetardedSums<float>;
extern template class CpuRetardedSums<double>;

}  // namespace fluxtet::dgtd::cpu
