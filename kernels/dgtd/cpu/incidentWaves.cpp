// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/incidentWaves.hpp"

#include "kernels/dgtd/laws.hpp"
#include "lib/base/vec3.hpp"

#include <algorithm>
#include <array>

namespace fluxtet::dgtd::cpu {

template <class Real>
IncidentWaves<Real>::IncidentWaves(const DgtdProblem& problem, const BlockMesh<Real>& mesh)
    : slots_(mesh.slots),
      np_(nodesPerElement(problem.order)),
      nf_(nodesPerFace(problem.order)),
      nodes_(problem.waveNode),
      waveOf_(problem.waveOfFace),
      waves_(problem.waves),
      waveforms_(problem.waveforms) {
  for (std::size_t i = 0; i < problem.numIncident(); ++i) {
    const std::int32_t element = problem.incidentFace(i) / 4;
    const MaterialValues medium = materialOf(problem, static_cast<std::size_t>(element));
    Face face{element, problem.waveBegin[i], problem.waveBegin[i + 1]};
    face.slowness = slowness(medium);
    face.admittance = fluxAdmittance(medium, Field::E);
    if (i >= problem.waveFace.size()) {
      const std::size_t injected = i - problem.waveFace.size();
      face.neighbour = mesh.injectedLink[injected];
      face.sign = problem.injectedSign[injected];
    }
    faces_.push_back(face);
  }
  traceOffset_.assign(mesh.traceOffset.data(), mesh.traceOffset.data() + nf_ * numLinkCodes);
}

template <class Real>
Real* IncidentWaves<Real>::at(Real* values, std::int32_t slot) const {
  return values + static_cast<std::int64_t>(slot / slots_.lanes()) * 3 * np_ * slots_.lanes() + slot % slots_.lanes();
}

template <class Real>
template <class Work>
void IncidentWaves<Real>::forFaces(ElementRange range, bool injects, int threads, const Work& work) const {
  const auto count = static_cast<std::int32_t>(faces_.size());
  if (count == 0) return;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int32_t index = 0; index < count; ++index) {
    const Face& face = faces_[index];
    if (face.element >= range.begin && face.element < range.end && (injects || !face.isInjected())) work(index);
  }
}

template <class Real>
void IncidentWaves<Real>::sumUp(std::int32_t index, Field field, double time, std::span<double> waves) const {
  const Face& face = faces_[index];
  for (int m = 0; m < nf_; ++m) {
    const double* x = nodes_.data() + (static_cast<std::size_t>(index) * nf_ + m) * 3;
    double* const sum = &waves[3 * m];
    std::fill_n(sum, 3, 0.0);
    for (std::int32_t w = face.firstWave; w < face.lastWave; ++w) {
      const IncidentWave& wave = waves_[waveOf_[w]];
      const double delay = dot(wave.direction, Vec3{x[0], x[1], x[2]} - wave.origin) * face.slowness;
      const double strength = face.sign * wave.amplitude * waveforms_.value(wave.waveform, time - delay);
      addPlaneWave(field, wave.direction.data(), wave.polarization.data(), strength, face.admittance, sum);
    }
  }
}

template <class Real>
void IncidentWaves<Real>::writeFace(std::int32_t index, std::span<const double> waves, Real* values) const {
  const Face& face = faces_[index];
  const int lanes = slots_.lanes();
  Real* to = at(values, slots_.ofIncidentFace(index));
  const Real* from = face.isInjected() ? at(values, face.neighbour >> linkCodeBits) : nullptr;
  for (int m = 0; m < nf_; ++m) {
    const std::int32_t node = from != nullptr ? traceOffset_[m * numLinkCodes + face.neighbour % numLinkCodes] : 0;
    for (int c = 0; c < 3; ++c) {
      const auto wave = static_cast<Real>(waves[3 * m + c]);
      to[(3 * m + c) * lanes] = from != nullptr ? from[node + c * lanes] + wave : wave;
    }
  }
}

template <class Real>
void IncidentWaves<Real>::write(Field field, double time, ElementRange range, bool injects, Real* values,
                                int threads) const {
  forFaces(range, injects, threads, [&](std::int32_t index) {
    std::array<double, 3 * nodesPerFace(maxOrder)> waves;
    sumUp(index, field, time, waves);
    writeFace(index, waves, values);
  });
}

template <class Real>
void IncidentWaves<Real>::leaveOut(ElementRange range, Real* values, int threads) const {
  constexpr std::array<double, 3 * nodesPerFace(maxOrder)> zero{};
  forFaces(range, true, threads, [&](std::int32_t index) { writeFace(index, zero, values); });
}

template <class Real>
std::int64_t IncidentWaves<Real>::bytes() const {
  return static_cast<std::int64_t>(faces_.size() * sizeof(Face) + nodes_.size() * sizeof(double) +
                                   (waveOf_.size() + traceOffset_.size()) * sizeof(std::int32_t) +
                                   waves_.size() * sizeof(IncidentWave));
}

template class IncidentWaves<float>;
template class IncidentWaves<double>;

}  // namespace fluxtet::dgtd::cpu
