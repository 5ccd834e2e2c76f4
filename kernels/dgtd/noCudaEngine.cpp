// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Definitions of cudaEngine.hpp for a build without CUDA.
#include "kernels/dgtd/cudaEngine.hpp"
#include "lib/base/error.hpp"

namespace fluxtet::dgtd {

template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCudaEngine(const DgtdProblem&) {
  throw InputError("this build of fluxtet has no CUDA engine");
}

std::int64_t cudaEngineBytes(const EngineSize&) {
  return 0;
}

template std::unique_ptr<FieldEngine<float>> makeCudaEngine(const DgtdProblem&);
template std::unique_ptr<FieldEngine<double>> makeCudaEngine(const DgtdProblem&);

}  // namespace fluxtet::dgtd
