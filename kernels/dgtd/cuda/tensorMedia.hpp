// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/places.hpp"
#include "kernels/dgtd/states.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// Anisotropic media and magnetised plasmas on a GPU, as a term of the half steps of both fields (docs/theory.md,
/// section 3.12). Fields are stored by covariant components p_j = t_j . F, so that a matrix A of a medium becomes t_j .
/// A g_k in each element, nine numbers; there is no traffic for each node unless the medium conducts or is a plasma.
/// Clusters without such an element cost nothing. The fused kernel applies the term itself; for the split kernels there
/// are keep() and apply().
template <class Real>
class TensorMedia {
 public:
  TensorMedia(const DgtdProblem& problem, CudaFields<Real>& fields);

  bool none() const { return places_[0].count == 0 && places_[1].count == 0; }
  /// Whether an element's half step of `field` is a matrix.
  bool actsOn(Field field) const { return places_[static_cast<std::size_t>(field)].count > 0; }
  /// The same for any of these clusters.
  bool touch(Field field, ClusterRange clusters) const {
    return places_[static_cast<std::size_t>(field)].touch(clusters.begin, clusters.end);
  }
  /// Bytes of device memory.
  std::int64_t bytes() const;

  /// The term of half steps of size `step` = c0 dt, m, as a device pointer; null where no element's half step of
  /// `target` is a matrix. It remains in use until the next call with another step.
  const TensorTerm<Real>* term(Field target, double step);
  /// The term of passes that divide increments by the material coefficient alone.
  const TensorTerm<Real>* explicitTerm(Field target);
  /// Enqueue in `stream` on the clusters of `range`: keep the field before its update; and make of the increments that
  /// the update has added to it the new values. To be called after term().
  void keep(Field target, ElementRange range, cudaStream_t stream);
  /// layers: of the same half step, with the states before it.
  void apply(Field target, ElementRange range, const LayerTerm<Real>& layers, cudaStream_t stream);

  /// Sets the state of plasmas from nodal values [element of the state][node][xyz], and writes it to such values. Both
  /// block the host.
  void upload(const StateInfo& plasma, std::span<const Real> values);
  void download(const StateInfo& plasma, std::span<Real> values);

 private:
  /// The matrices of a term on the device.
  struct Matrices {
    double step = 0;  ///< m
    DeviceBuffer<Real> growth, decay, plasma;
    DeviceBuffer<TensorTerm<Real>> term;
  };
  /// Returns t_j . A g_k of the elements of clusters with places, [place][matrix][9][element of the cluster], for the
  /// `count` Cartesian matrices A that ofMedium() writes; of other elements 0, or the unit matrix if `unit`.
  using OfMedium = std::function<void(const MaterialValues&, std::span<Matrix3>)>;
  std::vector<Real> covariant(const Places& places, Field target, std::size_t count, bool unit,
                              const OfMedium& ofMedium) const;
  void setTerm(Matrices& matrices, Field target);
  std::int64_t clusterValues() const;

  CudaFields<Real>& fields_;
  std::vector<std::int32_t> materialOfSlot_;  ///< -1: no element
  std::vector<double> gradient_;              ///< DgtdProblem::gradient, empty without tensors
  std::vector<std::int32_t> elementOfSlot_;
  std::array<Places, 2> places_;  ///< [field] by cluster
  Places plasmaPlaces_;
  std::array<DeviceBuffer<std::int32_t>, 2> place_;
  std::array<DeviceBuffer<std::uint8_t>, 2> isTensor_;  ///< [field][place][element of the cluster]
  DeviceBuffer<std::int32_t> plasmaPlace_;
  DeviceBuffer<Real> state_;                     ///< [plasma place][element of the cluster][elementStride]
  std::array<DeviceBuffer<Real>, 2> old_;        ///< [field] the same by place, of keep()
  std::array<Matrices, 2> leapFrog_, explicit_;  ///< [field]
};

extern template class TensorMedia<float>;
extern template class TensorMedia<double>;

}  // namespace fluxtet::dgtd::cuda
