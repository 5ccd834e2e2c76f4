// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/cpu/placedSums.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cpu {

/// SpectralSums of the CPU engine. A place of a sum is a block that holds a listed element.
template <class Real>
class CpuSpectra final : public SpectralSums<Real> {
 public:
  explicit CpuSpectra(CpuFields<Real>& fields);

  int addElements(std::span<const std::int32_t> elements) override;
  void start(int list, Field field, int count) override;
  void add(int list, Field field, std::span<const double> weight) override;
  void download(int list, Field field, int sum, std::span<Real> values) const override;
  void upload(int list, Field field, int sum, std::span<const Real> values) override;
  std::int64_t bytes() const;

 private:
  struct List {
    std::vector<std::int32_t> block;  ///< [place] ascending
    /// [place][lane] number of the lane's element in the list, -1 if the list has it not; empty for the list of all
    /// elements, whose numbers are CpuFields::elementsOf().
    std::vector<std::int32_t> row;
    std::array<PlacedSums<Real>, 2> sums;  ///< by Field; values [node][xyz][lane]

    std::int32_t places() const { return static_cast<std::int32_t>(block.size()); }
  };
  List& listOf(int list) { return lists_.at(static_cast<std::size_t>(list)); }
  const List& listOf(int list) const { return lists_.at(static_cast<std::size_t>(list)); }
  /// Returns the numbers in the list of the elements at a place, [lane].
  const std::int32_t* rowsOf(const List& list, std::int32_t place) const;

  CpuFields<Real>& fields_;
  std::vector<List> lists_;  ///< by handle
};

extern template class CpuSpectra<float>;
extern template class CpuSpectra<double>;

}  // namespace fluxtet::dgtd::cpu
