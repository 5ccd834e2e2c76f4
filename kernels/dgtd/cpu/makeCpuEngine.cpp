// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuEngine.hpp"

#include <algorithm>

namespace fluxtet::dgtd {

template <class Real>
std::unique_ptr<FieldEngine<Real>> makeCpuEngine(const DgtdProblem& problem, int threads) {
  return std::make_unique<cpu::CpuEngine<Real>>(problem, threads);
}

template std::unique_ptr<FieldEngine<float>> makeCpuEngine(const DgtdProblem&, int);
template std::unique_ptr<FieldEngine<double>> makeCpuEngine(const DgtdProblem&, int);

/// Counts, per element: E and H; with Runge-Kutta their two residuals, else one more field for each with jump terms
/// or sheets (its new values) and one for the right-hand side of the split kernels; the spectral sums; 9 edge
/// components; 4-byte words (4 links, material, element of the slot and, with jump terms, 4 neighbour materials); and
/// the volume. Ghost slots and padding are not counted.
std::int64_t cpuEngineBytes(const EngineSize& size) {
  const std::int64_t rhs = size.splitKernels ? 1 : 0;
  const int next = std::max(size.fieldsWithJumps, (size.laws.hasSheets[0] ? 1 : 0) + (size.laws.hasSheets[1] ? 1 : 0));
  const std::int64_t fields = (size.rungeKutta ? 4 : 2 + next + rhs) + size.spectra + size.workArrays;
  const std::int64_t words = size.fieldsWithJumps > 0 ? 10 : 6;
  const auto real = static_cast<std::int64_t>(size.bytesPerReal);
  // States of poles, and the sum of their currents.
  const std::int64_t ofPoles = size.poleElements * (size.poleStates + 1) +
                               size.magneticPoleElements * (size.magneticPoleStates + (size.magneticPoleStates > 0));
  // The field before an update in media with tensors, and the state of plasmas.
  const std::int64_t ofTensors = size.tensors.elements + size.tensors.ofPlasma;
  // States of absorbing layers of both fields, and the field before an update, stretched too if it drives poles.
  const std::int64_t ofLayers = 2 * size.layers.ofStates + (size.layers.driveMedia ? 2 : 1) * size.layers.elements;
  const std::int64_t states = (ofPoles + ofTensors + ofLayers) * 3 * nodesPerElement(size.order) * real;
  const std::int64_t ofLaws = size.laws.faces * size.laws.statesPerFace * 3 * nodesPerFace(size.order) * real;
  return states + ofLaws +
         size.elements *
             (fields * 3 * nodesPerElement(size.order) * real + 9 * real +
              words * static_cast<std::int64_t>(sizeof(std::int32_t)) + static_cast<std::int64_t>(sizeof(double)));
}

}  // namespace fluxtet::dgtd
