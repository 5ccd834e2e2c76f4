// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/static/femProblem.hpp"
#include "kernels/static/methods.hpp"

#include <cstdint>

namespace fluxtet::bench {

/// Bytes that one iteration of Jacobi-preconditioned conjugate gradients has to move between memory and processor, as
/// our engines carry it out (docs/userGuide.md, Measuring speed): every array of a pass once. `nonzeros`: number
/// of those of an assembled matrix.
double iterationBytes(const statics::FemProblem& problem, statics::AssemblyMethod method, std::int64_t nonzeros,
                      bool singlePrecision, bool onGpu);

}  // namespace fluxtet::bench
