// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/basisChange.hpp"
#include "kernels/dgtd/cuda/launches.hpp"

namespace fluxtet::dgtd::cuda {

/// The waveforms of a problem in device memory. The constructor enqueues the copies in `stream`.
class DeviceWaveforms {
 public:
  DeviceWaveforms(const WaveformSet& set, cudaStream_t stream);
  WaveformTable table() const;
  /// Bytes of device memory.
  std::int64_t bytes() const;

 private:
  DeviceBuffer<Waveform> waveform_;
  DeviceBuffer<double> tableTime_, tableValue_;
};

/// The current densities of a problem (docs/theory.md, section 2.6), in device memory; an element may have several. The
/// constructor enqueues the copies in `stream`.
template <class Real>
class Currents {
 public:
  Currents(const DgtdProblem& problem, const ClusterSlots& slots, const BernsteinOperators& operators,
           cudaStream_t stream);

  bool none() const { return slot_.empty(); }
  std::int64_t bytes() const;
  /// The currents at `time` for the fused kernel, which subtracts them itself. scale [material], m, device pointer.
  CurrentTerm<Real> term(KernelTime time, const Real* scale) const;
  /// Enqueues out -= scale[material] * sum coefficient w(time) on the elements of `range`, which begins and ends
  /// between clusters. Device pointers: out [slot][elementStride], V; scale [material], m.
  void subtract(KernelTime time, const ElementRecord<Real>* record, const Real* scale, const ClusterSlots& slots,
                ElementRange range, Real* out, cudaStream_t stream);

 private:
  CurrentList<Real> list() const;

  int order_;
  DeviceWaveforms waveforms_;
  DeviceBuffer<double> strength_;  ///< [waveform] w(time), for subtract()
  std::int32_t firstCluster_ = 0;  ///< this and the others as in CurrentList
  DeviceBuffer<std::int32_t> slot_, begin_, waveformOf_, clusterBegin_;
  DeviceBuffer<Real> coefficient_;
};

}  // namespace fluxtet::dgtd::cuda
