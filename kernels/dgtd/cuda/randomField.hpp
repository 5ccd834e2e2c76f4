// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/launches.hpp"

namespace fluxtet::dgtd::cuda {

/// Arguments of launchRandomField(). Device pointers.
template <class Real>
struct RandomFieldArgs {
  FieldLayout<Real> layout;
  Field field;
  const std::int64_t* elementId;      ///< [element]
  const double* fromNormal;           ///< [Np][Np] Bernstein coefficients from normal numbers: toBernstein L^{-T}
  const double* volume;               ///< [slot] m^3
  const ElementRecord<Real>* record;  ///< [slot]
  const double* weight;               ///< [material] c / 2
  Real* out;                          ///< [slot][elementStride]
};
/// Enqueues: sets `out` to the random vector of randomVector.hpp, as covariant Bernstein coefficients.
template <class Real>
void launchRandomField(const RandomFieldArgs<Real>& args, cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
