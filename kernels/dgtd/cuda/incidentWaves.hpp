// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/currents.hpp"

namespace fluxtet::dgtd::cuda {

/// The plane waves of a problem on the boundary faces through which they enter (wave faces), as trace records of the
/// incident field (docs/theory.md, section 2.4). The constructor enqueues copies in `stream`.
template <class Real>
class IncidentWaves {
 public:
  IncidentWaves(const DgtdProblem& problem, const ClusterMesh<Real>& mesh, const BernsteinOperators& operators,
                cudaStream_t stream);

  bool none() const { return face_.empty(); }
  std::int64_t bytes() const;
  /// Enqueues the traces of the incident waves of `field` at `time`: of interior elements if `range` has any, and of
  /// border elements if it has any. record [wave face][Nf][2], V, device pointer.
  void write(Field field, KernelTime time, ElementRange range, Real* record, cudaStream_t stream) const;

 private:
  int order_;
  std::int32_t numInteriorElements_, numInteriorFaces_ = 0;  ///< wave faces of interior elements come first
  DeviceWaveforms waveforms_;
  DeviceBuffer<WaveFace> face_;
  DeviceBuffer<double> node_, toBernstein_;
  DeviceBuffer<std::int32_t> waveOf_;
  DeviceBuffer<IncidentWave> wave_;
};

}  // namespace fluxtet::dgtd::cuda
