// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Needs no CUDA header and exists in every build.
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"

namespace fluxtet::dgtd {

/// The engine of the calling thread's GPU (useGpu() before), for order P1-P4. Its work runs asynchronously; what
/// returns values of the fields to the host (download, energies, samples, sums) waits for them. Throws RunError if the
/// memory of the GPU does not suffice, InputError in a build without CUDA.
template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCudaEngine(const DgtdProblem& problem);

/// Bytes of GPU memory that an engine holds at most: while the time step is estimated, or later with its sums over
/// time; for `fluxtet check` and the test before the first allocation.
std::int64_t cudaEngineBytes(const EngineSize& size);

extern template std::unique_ptr<FieldEngine<float>> makeCudaEngine(const DgtdProblem&);
extern template std::unique_ptr<FieldEngine<double>> makeCudaEngine(const DgtdProblem&);

}  // namespace fluxtet::dgtd
