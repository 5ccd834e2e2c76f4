// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/launches.hpp"

namespace fluxtet::dgtd::cuda {

/// Device pointers.
template <class Real>
struct RandomFieldArgs {
  FieldLayout<Real> layout;
  Field field;
  const std::int64_t* elementId;  ///< [element]
  const double* fromNormal;       ///< [Np][Np] L^{-T}, then to Bernstein coefficients
  const double* volume;           ///< [slot]
  const ElementRecord<Real>* record;
  const double* weight;  ///< [material] c / 2
  Real* out;
};
/// The random vector of randomVector.hpp.
template <class Real>
void launchRandomField(const RandomFieldArgs<Real>& args, cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
