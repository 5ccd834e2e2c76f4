// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/basisChange.hpp"
#include "kernels/dgtd/cuda/launches.hpp"

namespace fluxtet::dgtd::cuda {

/// The waveforms of a problem in device memory.
class DeviceWaveforms {
 public:
  DeviceWaveforms(const WaveformSet& set, cudaStream_t stream);
  WaveformTable table() const;
  std::int64_t bytes() const;

 private:
  DeviceBuffer<Waveform> waveform_;
  DeviceBuffer<double> tableTime_, tableValue_;
};

/// The currents of a problem; elements may have several.
template <class Real>
class Currents {
 public:
  Currents(const DgtdProblem& problem, const ClusterSlots& slots, const BernsteinOperators& operators,
           cudaStream_t stream);

  bool none() const { return slot_.empty(); }
  std::int64_t bytes() const;
  /// For the fused kernel, which takes the currents off itself.
  CurrentTerm<Real> term(KernelTime time, const Real* scale) const;
  /// out -= scale[material] * sum coefficient w(time), on the clusters of `range`.
  void subtract(KernelTime time, const ElementRecord<Real>* record, const Real* scale, const ClusterSlots& slots,
                ElementRange range, Real* out, cudaStream_t stream);

 private:
  CurrentList<Real> list() const;

  int order_;
  DeviceWaveforms waveforms_;
  DeviceBuffer<double> strength_;
  std::int32_t firstCluster_ = 0;
  DeviceBuffer<std::int32_t> slot_, begin_, waveformOf_, clusterBegin_;
  DeviceBuffer<Real> coefficient_;
};

}  // namespace fluxtet::dgtd::cuda
