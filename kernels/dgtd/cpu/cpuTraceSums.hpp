// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/cpuFields.hpp"
#include "kernels/dgtd/cpu/faceTraces.hpp"
#include "kernels/dgtd/cpu/placedSums.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cpu {

/// TraceSums of the CPU engine. A place of a sum is a listed face, with the values [side][node][xyz] of a download, so
/// that a sum that is uploaded again is the same to the last bit.
template <class Real>
class CpuTraceSums final : public TraceSums<Real> {
 public:
  explicit CpuTraceSums(CpuFields<Real>& fields) : fields_(fields) {}

  int addFaces(std::span<const std::int32_t> faces) override;
  void start(int list, Field field, int count) override;
  void add(int list, Field field, std::span<const double> weight) override;
  void download(int list, Field field, int sum, std::span<Real> values) const override;
  void upload(int list, Field field, int sum, std::span<const Real> values) override;
  std::int64_t bytes() const;

 private:
  struct List {
    FaceTraces<Real> faces;
    std::array<PlacedSums<Real>, 2> sums;  ///< by Field
  };
  List& listOf(int list) { return lists_.at(static_cast<std::size_t>(list)); }
  const List& listOf(int list) const { return lists_.at(static_cast<std::size_t>(list)); }
  /// Values of both traces of a face, [side][node][xyz].
  int valuesPerFace() const { return 6 * fields_.basis().nf(); }

  CpuFields<Real>& fields_;
  std::vector<List> lists_;  ///< by handle
};

extern template class CpuTraceSums<float>;
extern template class CpuTraceSums<double>;

}  // namespace fluxtet::dgtd::cpu
