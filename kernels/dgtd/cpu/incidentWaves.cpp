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
      profiles_(problem.waveProfile),
      waveforms_(problem.waveforms) {
  for (std::size_t i = 0; i < problem.numIncident(); ++i) {
    const std::int32_t element = problem.incidentFace(i) / 4;
    const MaterialValues medium = materialOf(problem, static_cast<std::size_t>(element));
    Face face{element, problem.waveBegin[i], problem.waveBegin[i + 1]};
    face.profile = problem.profileOf(i);
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
void IncidentWaves<Real>::forBatches(ElementRange range, bool injects, int threads, const Work& work) const {
  const auto count = static_cast<std::int32_t>(faces_.size());
  if (count == 0) return;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int32_t first = 0; first < count; first += facesOfBatch) {
    Batch batch;
    for (std::int32_t index = first; index < std::min(first + facesOfBatch, count); ++index) {
      const Face& face = faces_[index];
      if (face.element >= range.begin && face.element < range.end && (injects || !face.isInjected()))
        batch.face[batch.size++] = index;
    }
    if (batch.size > 0) work(batch);
  }
}

template <class Real>
void IncidentWaves<Real>::sumUp(const Batch& batch, Field field, double time, BatchTraces& traces) const {
  const auto nf = static_cast<std::size_t>(nf_);
  std::fill_n(traces.begin(), static_cast<std::size_t>(batch.size) * nf * 3, 0.0);
  std::array<double, nodesOfBatch> at, strength;
  std::array<std::int32_t, facesOfBatch> next;  // of each face, its first wave that has not been summed up
  for (int i = 0; i < batch.size; ++i) next[i] = faces_[batch.face[i]].firstWave;
  for (bool remain = true; remain;) {
    // The wave of the first face that has one left, and all faces whose turn it is at: in general all of them.
    std::int32_t wave = -1;
    std::array<int, facesOfBatch> has;
    int numHas = 0;
    remain = false;
    for (int i = 0; i < batch.size; ++i) {
      if (next[i] == faces_[batch.face[i]].lastWave) continue;
      if (wave < 0) wave = waveOf_[next[i]];
      if (waveOf_[next[i]] != wave) {
        remain = true;
        continue;
      }
      has[numHas++] = i;
      remain = ++next[i] < faces_[batch.face[i]].lastWave || remain;
    }
    if (numHas == 0) return;
    const IncidentWave& now = waves_[wave];
    for (int k = 0; k < numHas; ++k) {
      const std::int32_t index = batch.face[has[k]];
      for (std::size_t m = 0; m < nf; ++m) {
        const double* x = nodes_.data() + (static_cast<std::size_t>(index) * nf + m) * 3;
        at[k * nf + m] = faces_[index].profile >= 0
                             ? time
                             : time - dot(now.direction, Vec3{x[0], x[1], x[2]} - now.origin) * faces_[index].slowness;
      }
    }
    const std::size_t count = static_cast<std::size_t>(numHas) * nf;
    waveforms_.values(now.waveformOf(field), std::span(at.data(), count), std::span(strength.data(), count));
    for (int k = 0; k < numHas; ++k) {
      const Face& face = faces_[batch.face[has[k]]];
      const std::size_t profile = (2 * static_cast<std::size_t>(face.profile) + static_cast<std::size_t>(field)) * nf;
      for (std::size_t m = 0; m < nf; ++m) {
        const double factor = face.sign * now.amplitude * strength[k * nf + m];
        double* const trace = &traces[(has[k] * nf + m) * 3];
        if (face.profile >= 0)
          addPortWave(&profiles_[3 * (profile + m)], factor, trace);
        else
          addPlaneWave(field, now.direction.data(), now.polarization.data(), factor, face.admittance, trace);
      }
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
  const std::size_t each = 3 * static_cast<std::size_t>(nf_);
  forBatches(range, injects, threads, [&](const Batch& batch) {
    BatchTraces traces;
    sumUp(batch, field, time, traces);
    for (int i = 0; i < batch.size; ++i) writeFace(batch.face[i], std::span(&traces[i * each], each), values);
  });
}

template <class Real>
void IncidentWaves<Real>::leaveOut(ElementRange range, Real* values, int threads) const {
  constexpr std::array<double, 3 * nodesPerFace(maxOrder)> zero{};
  forBatches(range, true, threads, [&](const Batch& batch) {
    for (int i = 0; i < batch.size; ++i) writeFace(batch.face[i], zero, values);
  });
}

template <class Real>
std::int64_t IncidentWaves<Real>::bytes() const {
  return static_cast<std::int64_t>(faces_.size() * sizeof(Face) + (nodes_.size() + profiles_.size()) * sizeof(double) +
                                   (waveOf_.size() + traceOffset_.size()) * sizeof(std::int32_t) +
                                   waves_.size() * sizeof(IncidentWave));
}

template class IncidentWaves<float>;
template class IncidentWaves<double>;

}  // namespace fluxtet::dgtd::cpu
