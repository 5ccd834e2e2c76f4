// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/cuda/outgoingTraces.hpp"
#include "kernels/dgtd/engineParts.hpp"

namespace fluxtet::dgtd::cuda {

/// HaloTraces of the CUDA engine. The trace of a face is a trace record: components u, v at each node, [Nf][2], V
/// (ElementRhs).
template <class Real>
class CudaTraces final : public HaloTraces<Real> {
 public:
  CudaTraces(CudaFields<Real>& fields, const DgtdProblem& problem);

  int valuesPerFace() const override { return traceSize(fields_.order()); }
  void pack(Field field, std::span<Real> buffer) override;
  void set(Field field, std::span<const Real> buffer) override;
  std::unique_ptr<DeviceHalo> makeDeviceHalo(std::span<const std::int32_t> offset) override;
  OutgoingTraces<Real>& outgoing() { return outgoing_; }
  std::int64_t bytes() const;

 private:
  CudaFields<Real>& fields_;
  /// [halo face] 4 * slot + face of the face whose trace leaves, and DgtdProblem::haloLevel
  std::vector<std::int32_t> slotFace_;
  std::vector<std::uint8_t> level_;
  OutgoingTraces<Real> outgoing_;
  DeviceBuffer<Real> sendRecords_;    ///< [halo face][Nf][2] trace records that pack() makes
  DeviceBuffer<Real*> sendRecordOf_;  ///< [halo face] pointer to the face's record in sendRecords_
};

extern template class CudaTraces<float>;
extern template class CudaTraces<double>;

}  // namespace fluxtet::dgtd::cuda
