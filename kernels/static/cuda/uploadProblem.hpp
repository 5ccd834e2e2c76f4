// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/cuda/deviceProblem.hpp"

#include <span>

namespace fluxtet::gpu {

/// The problem's mesh, with room for coefficients and prescribed values.
template <class Real>
DeviceProblem<Real> uploadProblem(const FemProblem& problem, cudaStream_t stream);

/// Enqueues the coefficients of all regions and the prescribed values. Throws std::logic_error if they are not as many
/// as the problem has.
template <class Real>
void uploadValues(DeviceProblem<Real>& problem, std::span<const RegionCoefficients> coefficients, const FemLoads& loads,
                  cudaStream_t stream);

template <class Real>
std::int64_t bytesOf(const DeviceProblem<Real>& problem);

}  // namespace fluxtet::gpu
