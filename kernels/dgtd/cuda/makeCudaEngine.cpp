// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cudaEngine.hpp"

#include "kernels/dgtd/cuda/cudaEngine.hpp"

namespace fluxtet {

template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCudaEngine(const DgtdProblem& problem) {
  return std::make_unique<gpu::CudaEngine<Real>>(problem);
}

std::int64_t cudaEngineBytes(int order, std::int64_t elements, std::int64_t haloFaces, std::size_t bytesPerReal,
                             bool rungeKutta) {
  const auto real = static_cast<std::int64_t>(bytesPerReal);
  // Both fields, their kept copies, and a rate (two for Runge-Kutta).
  const std::int64_t arrays = rungeKutta ? 6 : 5;
  const std::int64_t record = bytesPerReal == sizeof(float) ? sizeof(gpu::ElementRecord<float>) : sizeof(gpu::ElementRecord<double>);
  // Geometry besides: edges, volume, and at most about four gathered traces an element.
  const std::int64_t perElement = arrays * gpu::elementStride(order) * real + record + 9 * real + 8 + 16;
  // Records of both fields in two slots each, packed ones of both and one, and where they come from and go to.
  const std::int64_t perHaloFace = 7 * gpu::traceSize(order) * real + 4 + 5 * 8;
  return elements * perElement + haloFaces * perHaloFace;
}

template std::unique_ptr<FieldEngine<float>> makeCudaEngine(const DgtdProblem&);
template std::unique_ptr<FieldEngine<double>> makeCudaEngine(const DgtdProblem&);

}  // namespace fluxtet
