// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/launches.hpp"
#include "lib/physics/standingWave.hpp"

namespace fluxtet::dgtd::cuda {

/// Enqueues: sets nodal [count][Np][xyz], V/m, to a standing wave in the elements first to first + count - 1. corner
/// [element][xyz]: vertex 0, m. lambda [Np][4]: barycentric coordinates of the nodes. Device pointers.
template <class Real>
void launchStandingWave(const FieldLayout<Real>& layout, const StandingWave& wave, const double* corner,
                        const double* lambda, std::int32_t first, std::int32_t count, Real* nodal, cudaStream_t stream);

}  // namespace fluxtet::dgtd::cuda
