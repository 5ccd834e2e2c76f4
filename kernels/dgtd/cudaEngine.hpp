// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The CUDA engine behind FieldEngine. This header includes no CUDA header and is part of every build.
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"

namespace fluxtet::dgtd {

/// Makes an engine for P1 to P4 on the calling thread's current GPU; the caller chooses that GPU by useGpu(). Calls of
/// the engine return before the GPU has done the work, except those that return values of the fields to the host
/// (download, energies, samples, sums). Throws RunError if the GPU has too little memory, InputError in a build without
/// CUDA.
template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCudaEngine(const DgtdProblem& problem);

/// Returns the largest number of bytes of GPU memory that an engine of this size holds: during the time step estimate
/// or afterwards, whichever is more, with the sums over time. `fluxtet check` prints it, and a run compares it with the
/// free memory before it allocates. 0 in a build without CUDA.
std::int64_t cudaEngineBytes(const EngineSize& size);

extern template std::unique_ptr<FieldEngine<float>> makeCudaEngine(const DgtdProblem&);
extern template std::unique_ptr<FieldEngine<double>> makeCudaEngine(const DgtdProblem&);

}  // namespace fluxtet::dgtd
