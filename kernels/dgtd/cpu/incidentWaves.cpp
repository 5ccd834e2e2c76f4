// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/incidentWaves.hpp"

#include "kernels/dgtd/laws.hpp"
#include "lib/base/vec3.hpp"

namespace fluxtet::dgtd::cpu {

template <class Real>
IncidentWaves<Real>::IncidentWaves(const DgtdProblem& problem, const BlockSlots& slots)
    : slots_(slots),
      np_(nodesPerElement(problem.order)),
      nf_(nodesPerFace(problem.order)),
      nodes_(problem.waveNode),
      waveOf_(problem.waveOfFace),
      waves_(problem.waves),
      waveforms_(problem.waveforms) {
  for (std::size_t w = 0; w < problem.waveFace.size(); ++w) {
    const std::int32_t element = problem.boundaryFace[problem.waveFace[w]] / 4;
    const MaterialValues medium = materialOf(problem, static_cast<std::size_t>(element));
    faces_.push_back(
        {element, problem.waveBegin[w], problem.waveBegin[w + 1], slowness(medium), fluxAdmittance(medium, Field::E)});
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
    double sum[3] = {0, 0, 0};
    for (std::int32_t w = face.firstWave; w < face.lastWave; ++w) {
      const IncidentWave& wave = waves_[waveOf_[w]];
      const double delay = dot(wave.direction, Vec3{x[0], x[1], x[2]} - wave.origin) * face.slowness;
      const double strength = wave.amplitude * waveforms_.value(wave.waveform, time - delay);
      addPlaneWave(field, wave.direction.data(), wave.polarization.data(), strength, face.admittance, sum);
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
