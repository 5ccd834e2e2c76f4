// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/currents.hpp"
#include "kernels/dgtd/cuda/engineStreams.hpp"

#include <optional>

namespace fluxtet::dgtd::cuda {

/// The plane waves of a problem on the faces through which they enter, as trace records of the outer field
/// (docs/theory.md, section 2.4): at wave faces the waves, at injected faces the neighbour's trace plus the face's sign
/// times the waves. The constructor enqueues copies in `stream`.
template <class Real>
class IncidentWaves {
 public:
  IncidentWaves(const DgtdProblem& problem, const ClusterMesh<Real>& mesh, const BernsteinOperators& operators,
                cudaStream_t stream);

  /// One field as it stands. Device pointers.
  struct FieldTraces {
    Field field;
    const Real* values;  ///< [slot][elementStride] V
    Real* records;       ///< TraceRecords::of(): of the halo faces, which are read, then of the waves
  };
  bool none() const { return face_.empty(); }
  bool injects() const { return injects_; }  ///< whether there are injected faces
  std::int64_t bytes() const;
  /// Enqueues the writing of the records of a field at `time`: of interior elements if `range` has any, and of border
  /// elements if it has any; of injected faces only if `injects`. The kernel waits for the flags of `arrival`, if there
  /// are any, before it reads records of halo faces.
  void write(const FieldTraces& traces, KernelTime time, ElementRange range, bool injects,
             const std::optional<ArrivalFlags>& arrival, cudaStream_t stream) const;
  /// Enqueues the writing of the records without the waves: zero at wave faces, the neighbour's trace at injected
  /// faces.
  void leaveOut(const FieldTraces& traces, ElementRange range, cudaStream_t stream) const;

 private:
  /// Enqueues the writing of what `traces` says, except `record`, to records of a field.
  void launch(WaveTraces<Real> traces, Real* records, ElementRange range, cudaStream_t stream) const;

  int order_;
  bool injects_ = false;
  std::int32_t numInteriorElements_, numHaloFaces_;
  std::int32_t numInteriorFaces_ = 0;  ///< faces of interior elements come first
  DeviceWaveforms waveforms_;
  DeviceBuffer<WaveFace> face_;
  DeviceBuffer<double> node_, toBernstein_;
  DeviceBuffer<std::int32_t> waveOf_;
  DeviceBuffer<IncidentWave> wave_;
};

}  // namespace fluxtet::dgtd::cuda
