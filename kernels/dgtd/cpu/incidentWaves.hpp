// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/blockMesh.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// The incident plane waves at the nodes of the absorbing faces, written into the ghost slots of a field, where the
/// kernels find them as outer traces. E = polarization amplitude w(t - d . (x - origin) / c), Z0 H = sqrt(epsilonR /
/// muR) d x E, in the medium of the face.
template <class Real>
class IncidentWaves {
 public:
  IncidentWaves(const DgtdProblem& problem, const BlockSlots& slots);

  /// Waves at `time` on the faces of the elements in `range`.
  void write(Field field, double time, ElementRange range, Real* values, int threads) const;
  /// No wave at all.
  void clear(Real* values) const;
  std::int64_t bytes() const;

 private:
  struct Face {
    std::int32_t element = 0, firstWave = 0, lastWave = 0;
    double slowness = 0;    ///< 1 / c, s/m
    double admittance = 0;  ///< sqrt(epsilonR / muR)
  };
  void writeFace(const Face& face, std::int32_t index, Field field, double time, Real* values) const;
  Real* ghost(Real* values, std::int32_t index) const;

  BlockSlots slots_;
  int np_, nf_;
  std::vector<Face> faces_;
  std::vector<double> nodes_;         ///< [face][Nf][3] m
  std::vector<std::int32_t> waveOf_;  ///< indices into waves_, see Face
  std::vector<IncidentWave> waves_;
  WaveformSet waveforms_;
};

extern template class IncidentWaves<float>;
extern template class IncidentWaves<double>;

}  // namespace fluxtet::dgtd::cpu
