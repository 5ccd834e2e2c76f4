// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/faceSides.hpp"
#include "kernels/dgtd/cuda/weightedSums.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cuda {

/// TraceSums of the CUDA engine. A sum is [face][side][Nf][2], the Bernstein coefficients of u and v, V (ElementRhs).
template <class Real>
class CudaTraceSums final : public TraceSums<Real> {
 public:
  explicit CudaTraceSums(CudaFields<Real>& fields) : fields_(fields) {}

  int addFaces(std::span<const std::int32_t> faces) override;
  void start(int list, Field field, int count) override;
  void add(int list, Field field, std::span<const double> weight) override;
  void download(int list, Field field, int sum, std::span<Real> values) const override;
  void upload(int list, Field field, int sum, std::span<const Real> values) override;
  std::int64_t bytes() const;

 private:
  struct List {
    FaceSides sides;
    std::array<WeightedSums<Real>, 2> sums{};  ///< by Field
  };
  List& listOf(int list) { return lists_.at(static_cast<std::size_t>(list)); }
  const List& listOf(int list) const { return lists_.at(static_cast<std::size_t>(list)); }
  /// Number of nodal values of a face, [side][node][xyz].
  std::size_t nodalPerFace() const { return 6 * static_cast<std::size_t>(fields_.basis().nf()); }
  /// Calls move(first, values, staging, stream) for parts of the listed faces, as many as fit into a staging buffer in
  /// device memory: faces first to first + values.size() / nodalPerFace() - 1, whose nodal values are `values`. Blocks
  /// until the stream has executed what the calls enqueue.
  template <class Value, class Move>
  void byParts(const List& list, std::span<Value> values, const Move& move) const;

  CudaFields<Real>& fields_;
  std::vector<List> lists_;  ///< by handle
};

extern template class CudaTraceSums<float>;
extern template class CudaTraceSums<double>;

}  // namespace fluxtet::dgtd::cuda
