// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/currents.hpp"

namespace fluxtet::dgtd::cuda {

/// Plane waves on the faces where they enter, as trace records of the incident field.
template <class Real>
class IncidentWaves {
 public:
  IncidentWaves(const DgtdProblem& problem, const ClusterMesh<Real>& mesh, const BernsteinOperators& operators,
                cudaStream_t stream);

  bool none() const { return face_.empty(); }
  std::int64_t bytes() const;
  /// Writes the records of the wave faces in an element range; `record` is the first of all.
  void write(Field field, KernelTime time, ElementRange range, Real* record, cudaStream_t stream) const;

 private:
  int order_;
  std::int32_t numInteriorElements_, numInteriorFaces_ = 0;  ///< faces of the interior come first
  DeviceWaveforms waveforms_;
  DeviceBuffer<WaveFace> face_;
  DeviceBuffer<double> node_, toBernstein_;
  DeviceBuffer<std::int32_t> waveOf_;
  DeviceBuffer<IncidentWave> wave_;
};

}  // namespace fluxtet::dgtd::cuda
