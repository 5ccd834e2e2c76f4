// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/places.hpp"
#include "kernels/dgtd/states.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// The polarisation currents of media whose permittivity (field E) or permeability (field H) has poles on a GPU, as a
/// term of the half step of this field (docs/theory.md, section 3.7). The clusters that hold a dispersive element have
/// the states of the poles; all other clusters cost nothing. The fused kernel advances the states itself; for the split
/// kernels there are advance() and subtract().
template <class Real>
class Polarisation {
 public:
  Polarisation(const DgtdProblem& problem, CudaFields<Real>& fields, Field field);

  bool none() const { return positions_.numPoles() == 0; }
  /// Whether any of these clusters has a dispersive element.
  bool touch(ClusterRange clusters) const { return places_.touch(clusters.begin, clusters.end); }
  /// Bytes of device memory.
  std::int64_t bytes() const;

  /// The term for half steps of size `step` = c0 dt, m, as a device pointer; null without dispersive media. scale
  /// [material]: leapFrogGrowth(), m, device pointer. Both remain in use until the next call with another step or
  /// scale.
  const PoleTerm<Real>* term(double step, const Real* scale);
  /// Enqueues in `stream` on the clusters of `range`: advances the states by a half step and keeps its currents, before
  /// the field is updated; and subtracts scale times these currents from it. Leaves out the elements whose
  /// poles AbsorbingLayers::apply() advances; in others `layers`, of the same half step with the states before it,
  /// stretch the field that drives the poles. To be called after term().
  void advance(ElementRange range, const LayerTerm<Real>& layers, cudaStream_t stream);
  void subtract(ElementRange range, cudaStream_t stream);

  /// Sets a state of these poles from nodal values [element of the state][node][xyz], and writes it to such values.
  /// Both block the host.
  void upload(const StateInfo& state, std::span<const Real> values);
  void download(const StateInfo& state, std::span<Real> values);

 private:
  /// PoleTerm::withLayers: the dispersive elements of clusters that have some element in a layer, but for those in
  /// which a half step of this field is a matrix, which follows the poles.
  std::vector<std::uint8_t> elementsWithLayers(const DgtdProblem& problem) const;
  Real* stateData(int state) { return states_.data() + state * stateSize_; }

  CudaFields<Real>& fields_;
  Field field_;
  PolePositions positions_;
  Places places_;                ///< by cluster
  std::int64_t stateSize_ = 0;   ///< values of one state
  const Real* scale_ = nullptr;  ///< PoleTerm::scale of term_
  double step_ = 0;              ///< of coefficients_ and term_, m
  DeviceBuffer<std::int32_t> place_, first_;
  DeviceBuffer<std::uint8_t> withLayers_;  ///< empty without layers
  DeviceBuffer<Real> states_, current_;
  DeviceBuffer<PoleCoefficients<Real>> coefficients_;
  DeviceBuffer<PoleTerm<Real>> term_;
};

extern template class Polarisation<float>;
extern template class Polarisation<double>;

}  // namespace fluxtet::dgtd::cuda
