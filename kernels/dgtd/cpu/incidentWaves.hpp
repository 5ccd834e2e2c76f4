// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/blockMesh.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// Writes the incident plane waves at the nodes of the wave faces into the ghost slots of a field, where the kernels
/// read them as outer traces: E = polarization amplitude w(t - direction . (x - origin) / c), Z0 H = sqrt(epsilonR /
/// muR) direction x E, with c, epsilonR and muR of the element at the face.
template <class Real>
class IncidentWaves {
 public:
  IncidentWaves(const DgtdProblem& problem, const BlockSlots& slots);

  /// Writes `field` of the waves at `time`, s, in V/m, at the wave faces of the elements in `range`. `values` is the
  /// whole field, [block][node][xyz][lane] with the ghost blocks.
  void write(Field field, double time, ElementRange range, Real* values, int threads) const;
  /// Sets the traces at all wave faces to zero.
  void clear(Real* values) const;
  std::int64_t bytes() const;

 private:
  struct Face {
    std::int32_t element = 0, firstWave = 0, lastWave = 0;
    double slowness = 0;    ///< 1 / c, s/m
    double admittance = 0;  ///< sqrt(epsilonR / muR), relative to vacuum
  };
  void writeFace(const Face& face, std::int32_t index, Field field, double time, Real* values) const;
  /// Returns the place of the first value of wave face `index`.
  Real* ghost(Real* values, std::int32_t index) const;

  BlockSlots slots_;
  int np_, nf_;
  std::vector<Face> faces_;
  std::vector<double> nodes_;         ///< [wave face][Nf][xyz] m
  std::vector<std::int32_t> waveOf_;  ///< indices into waves_; those of a face are firstWave..lastWave - 1
  std::vector<IncidentWave> waves_;
  WaveformSet waveforms_;
};

extern template class IncidentWaves<float>;
extern template class IncidentWaves<double>;

}  // namespace fluxtet::dgtd::cpu
