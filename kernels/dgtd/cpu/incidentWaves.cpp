// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/incidentWaves.hpp"

#include "lib/base/constants.hpp"
#include "lib/base/vec3.hpp"

#include <cmath>

namespace fluxtet::dgtd::cpu {

template <class Real>
IncidentWaves<Real>::IncidentWaves(const DgtdProblem& problem, const BlockSlots& slots)
    : slots_(slots),
      np_(nodesPerElement(problem.order)),
      nf_(nodesPerFace(problem.order)),
      waveOf_(problem.absorbingWave),
      waves_(problem.waves),
      waveforms_(problem.waveforms) {
  const auto nodeValues = static_cast<std::size_t>(3 * nf_);
  for (std::int32_t k : findWaveFaces(problem).absorbing) {
    const std::int32_t element = problem.absorbingFace[k] / 4;
    const double epsilonR = problem.epsilonR[element], muR = problem.muR[element];
    faces_.push_back({element, problem.absorbingWaveBegin[k], problem.absorbingWaveBegin[k + 1],
                      std::sqrt(epsilonR * muR) / constants::c0, std::sqrt(epsilonR / muR)});
    const double* nodes = problem.absorbingNode.data() + static_cast<std::size_t>(k) * nodeValues;
    nodes_.insert(nodes_.end(), nodes, nodes + nodeValues);
  }
}

template <class Real>
Real* IncidentWaves<Real>::ghost(Real* values, std::int32_t index) const {
  const std::int32_t slot = slots_.ofWaveFace(index);
  return values + static_cast<std::int64_t>(slot / slots_.lanes()) * 3 * np_ * slots_.lanes() + slot % slots_.lanes();
}

template <class Real>
void IncidentWaves<Real>::writeFace(const Face& face, std::int32_t index, Field field, double time,
                                    Real* values) const {
  Real* to = ghost(values, index);
  for (int m = 0; m < nf_; ++m) {
    const double* x = nodes_.data() + (static_cast<std::size_t>(index) * nf_ + m) * 3;
    Vec3 sum{0, 0, 0};
    for (std::int32_t w = face.firstWave; w < face.lastWave; ++w) {
      const IncidentWave& wave = waves_[waveOf_[w]];
      const double delay = dot(wave.direction, Vec3{x[0], x[1], x[2]} - wave.origin) * face.slowness;
      const double strength = wave.amplitude * waveforms_.value(wave.waveform, time - delay);
      const Vec3 E = strength * wave.polarization;
      sum = sum + (field == Field::E ? E : face.admittance * cross(wave.direction, E));
    }
    for (int c = 0; c < 3; ++c) to[(3 * m + c) * slots_.lanes()] = static_cast<Real>(sum[c]);
  }
}

template <class Real>
void IncidentWaves<Real>::write(Field field, double time, ElementRange range, Real* values, int threads) const {
  const auto count = static_cast<std::int32_t>(faces_.size());
  if (count == 0) return;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int32_t index = 0; index < count; ++index) {
    const Face& face = faces_[index];
    if (face.element >= range.begin && face.element < range.end) writeFace(face, index, field, time, values);
  }
}

template <class Real>
void IncidentWaves<Real>::clear(Real* values) const {
  for (std::int32_t index = 0; index < static_cast<std::int32_t>(faces_.size()); ++index)
    for (int i = 0; i < 3 * nf_; ++i) ghost(values, index)[i * slots_.lanes()] = 0;
}

template <class Real>
std::int64_t IncidentWaves<Real>::bytes() const {
  return static_cast<std::int64_t>(faces_.size() * sizeof(Face) + nodes_.size() * sizeof(double) +
                                   waveOf_.size() * sizeof(std::int32_t) + waves_.size() * sizeof(IncidentWave));
}

template class IncidentWaves<float>;
template class IncidentWaves<double>;

}  // namespace fluxtet::dgtd::cpu
