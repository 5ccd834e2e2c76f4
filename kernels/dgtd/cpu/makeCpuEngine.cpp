// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuEngine.hpp"

namespace fluxtet {

template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCpuEngine(const DgtdProblem& problem, int threads) {
  return std::make_unique<cpu::CpuEngine<Real>>(problem, threads);
}

template std::unique_ptr<FieldEngine<float>> makeCpuEngine(const DgtdProblem&, int);
template std::unique_ptr<FieldEngine<double>> makeCpuEngine(const DgtdProblem&, int);

/// Per element: the fields (twice that with the residuals of Runge-Kutta, and the materials across the faces), their
/// sums, nine edge components, four links, the material word, the place and the volume. Ghost slots and padding are not
/// counted.
std::int64_t cpuEngineBytes(int order, std::int64_t elements, std::size_t bytesPerReal, bool rungeKutta, int spectra) {
  const std::int64_t fields = (rungeKutta ? 4 : 2) + spectra;
  const std::int64_t words = rungeKutta ? 10 : 6;
  const auto real = static_cast<std::int64_t>(bytesPerReal);
  return elements *
         (fields * 3 * nodesPerElement(order) * real + 9 * real +
          words * static_cast<std::int64_t>(sizeof(std::int32_t)) + static_cast<std::int64_t>(sizeof(double)));
}

}  // namespace fluxtet
