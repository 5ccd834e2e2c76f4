// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/launches.hpp"
#include "lib/physics/standingWave.hpp"

namespace fluxtet::dgtd::cuda {

/// Nodal values [count][Np][3] of a standing wave in the elements first.. from `corner` [element][3], m, the edges that
/// the layout has, and `lambda` [Np][4], the nodes' barycentric coordinates. Device pointers; nothing waits.
template <class Real>
void launchStandingWave(const FieldLayout<Real>& layout, const StandingWave& wave, const double* corner,
                        const double* lambda, std::int32_t first, std::int32_t count, Real* nodal, cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
