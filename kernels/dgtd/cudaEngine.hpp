// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Needs no CUDA header and exists in every build.
#pragma once

#include "kernels/dgtd/fieldEngine.hpp"

namespace fluxtet {

/// The engine of the calling thread's GPU (useGpu() before), for order P1-P4. Its work runs asynchronously; download(),
/// innerProduct() and samplePoints() wait for what they return. Throws RunError if the memory of the GPU does not
/// suffice, InputError in a build without CUDA.
template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCudaEngine(const DgtdProblem& problem);

/// Bytes of GPU memory that makeCudaEngine would hold for so many elements and halo faces, with the copy of a field that
/// the energy of leap-frog and the time step estimate need; for `fluxtet check` and the test before the first allocation.
std::int64_t cudaEngineBytes(int order, std::int64_t elements, std::int64_t haloFaces, std::size_t bytesPerReal, bool rungeKutta);

extern template std::unique_ptr<FieldEngine<float>> makeCudaEngine(const DgtdProblem&);
extern template std::unique_ptr<FieldEngine<double>> makeCudaEngine(const DgtdProblem&);

}  // namespace fluxtet
