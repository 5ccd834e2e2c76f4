// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cpu/blockMesh.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cpu {

/// Writes the outer traces of the faces at which plane waves enter into the ghost slots of a field, where the kernels
/// read them: at wave faces the waves, at injected faces the neighbour's trace plus the face's sign times the waves.
/// A wave is E = polarization amplitude w(t - direction . (x - origin) / c), Z0 H = sqrt(epsilonR / muR) direction x E,
/// with c, epsilonR and muR of the element at the face. The wave of a port is amplitude w(t) times
/// the profile of the field at the node.
template <class Real>
class IncidentWaves {
 public:
  IncidentWaves(const DgtdProblem& problem, const BlockMesh<Real>& mesh);

  /// Writes `field` of the waves at `time`, s, in V/m, at the faces of the elements in `range`; at the injected ones
  /// only if `injects`. `values` is the whole field, [block][node][xyz][lane] with the ghost blocks.
  void write(Field field, double time, ElementRange range, bool injects, Real* values, int threads) const;
  /// Writes the outer traces without the waves: zero at wave faces, the neighbour's trace at injected faces.
  void leaveOut(ElementRange range, Real* values, int threads) const;
  std::int64_t bytes() const;

 private:
  struct Face {
    std::int32_t element = 0, firstWave = 0, lastWave = 0;
    std::int32_t profile = -1;    ///< index of its profiles; -1: plane waves
    std::int32_t neighbour = -1;  ///< injected face: link word of the neighbour's trace
    double slowness = 0;          ///< 1 / c, s/m
    double admittance = 0;        ///< sqrt(epsilonR / muR), relative to vacuum
    double sign = 1;              ///< factor of the waves
    bool isInjected() const { return neighbour >= 0; }
  };
  /// Faces whose waves are evaluated together: enough for vectors, and always the same ones, so that the rounding does
  /// not depend on the number of threads.
  static constexpr std::int32_t facesOfBatch = 16;
  static constexpr std::size_t nodesOfBatch = facesOfBatch * nodesPerFace(maxOrder);
  struct Batch {
    std::array<std::int32_t, facesOfBatch> face;
    int size = 0;
  };
  using BatchTraces = std::array<double, 3 * nodesOfBatch>;  ///< [face of the batch][Nf][xyz] V/m

  /// Calls work(batch) for batches of the faces of the elements in `range`; with the injected ones only if `injects`.
  template <class Work>
  void forBatches(ElementRange range, bool injects, int threads, const Work& work) const;
  /// Sets `traces` to the sums of the waves times the sign.
  void sumUp(const Batch& batch, Field field, double time, BatchTraces& traces) const;
  /// Writes the neighbour's trace, where there is one, plus `waves`, [Nf][xyz].
  void writeFace(std::int32_t index, std::span<const double> waves, Real* values) const;
  /// Returns the first value of a slot.
  Real* at(Real* values, std::int32_t slot) const;

  BlockSlots slots_;
  int np_, nf_;
  std::vector<Face> faces_;                ///< in the order of DgtdProblem::incidentFace()
  std::vector<std::int32_t> traceOffset_;  ///< [Nf][numLinkCodes] of face 0, see RhsArgs; the other faces have the same
  std::vector<double> nodes_;              ///< [face][Nf][xyz] m
  std::vector<std::int32_t> waveOf_;       ///< indices into waves_; those of a face are firstWave..lastWave - 1
  std::vector<IncidentWave> waves_;
  std::vector<double> profiles_;  ///< [profile][E, H][Nf][xyz] 1/m
  WaveformSet waveforms_;
};

extern template class IncidentWaves<float>;
extern template class IncidentWaves<double>;

}  // namespace fluxtet::dgtd::cpu
