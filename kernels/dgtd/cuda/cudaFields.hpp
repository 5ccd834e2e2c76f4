// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/basisChange.hpp"
#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "kernels/dgtd/cuda/elementEnergies.hpp"
#include "kernels/dgtd/cuda/engineStreams.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/traceRecords.hpp"
#include "kernels/dgtd/timeStep.hpp"
#include "lib/physics/standingWave.hpp"

#include <array>
#include <functional>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// Elements that pass through the staging buffer at once when fields come or go.
inline constexpr std::int32_t stagedElements = 1 << 17;

/// Blocks until the stream is empty.
void waitFor(cudaStream_t stream);

/// The fields and the mesh of the CUDA engine on its GPU, which its parts share: fields as covariant Bernstein
/// coefficients (ElementRhs), [slot][elementStride].
template <class Real>
class CudaFields {
 public:
  /// `mesh` is made of `problem`.
  CudaFields(const DgtdProblem& problem, const ClusterMesh<Real>& mesh);

  int order() const { return order_; }
  bool isUpwind() const { return upwind_; }
  bool readsOuterTarget(Field target) const { return !jumpScale_[static_cast<std::size_t>(target)].empty(); }
  const ReferenceElement& basis() const { return basis_; }
  const BernsteinOperators& operators() const { return operators_; }
  const ClusterSlots& slots() const { return slots_; }
  const std::vector<MaterialValues>& materials() const { return materials_; }
  EngineStreams& streams() { return streams_; }
  TraceRecords<Real>& traces() { return traces_; }
  std::int64_t bytes() const;

  Real* data(Field field) { return fields_[static_cast<std::size_t>(field)].data(); }
  /// Of E, H and the states that were added. Device pointer.
  Real* dataOf(StateId state);
  StateId addState();
  const std::array<DeviceBuffer<Real>, 2>& arrays() const { return fields_; }
  /// Values of one field.
  std::size_t fieldSize() const { return static_cast<std::size_t>(slots_.numSlots()) * elementStride(order_); }
  /// Makes `buffer` a field of zeros where it is empty. Device pointer.
  Real* zeroedIfEmpty(DeviceBuffer<Real>& buffer);
  /// Exchanges the field with another array of fieldSize().
  void swap(Field field, DeviceBuffer<Real>& array) { std::swap(fields_[static_cast<std::size_t>(field)], array); }
  /// The fields have come to stand elsewhere for good: addresses that graphs hold are no longer theirs.
  void markMoved() { ++moves_; }
  std::int64_t moves() const { return moves_; }

  /// Nodal values to and from device arrays of fieldSize(); wait for them.
  void toNodal(const Real* field, std::span<Real> values);
  void fromNodal(std::span<const Real> values, Real* field);
  /// False without DgtdProblem::corner.
  bool setStandingWave(Field field, const StandingWave& wave);

  /// Where elements stand, as kernels are told. Device pointers.
  FieldLayout<Real> layout() const;
  EnergyMesh<Real> energyMesh() const;
  const ElementRecord<Real>* record() const { return record_.data(); }
  const Real* edge() const { return edge_.data(); }
  const double* volume() const { return volume_.data(); }
  const std::uint32_t* outerMaterial() const { return outerMaterial_.data(); }
  /// The first record of incident waves. Device pointer.
  Real* waveRecords(Field field);
  /// Enqueues: no wave enters.
  void clearWaveRecords(cudaStream_t stream);

  using ValueOf = std::function<double(const MaterialValues&)>;
  /// A number per material, on the device.
  DeviceBuffer<Real> table(const ValueOf& valueOf);
  /// The same into a buffer that work enqueued before may still read.
  void setTable(DeviceBuffer<Real>& buffer, const ValueOf& valueOf);
  /// Arguments of the right-hand side kernels on `target`, in place and with jump terms where the problem has them, but
  /// for scales.
  RhsArgs<Real> rhsArgs(Field target, ElementRange range);

 private:
  /// Room for the nodal values of as many elements as pass at once. Device pointer.
  Real* stagingBuffer();

  int order_;
  bool upwind_;
  ReferenceElement basis_;
  BernsteinOperators operators_;
  ClusterSlots slots_;
  std::vector<MaterialValues> materials_;
  std::int32_t maxRemote_ = 0;
  std::int64_t numWaveRecords_ = 0, moves_ = 0;
  EngineStreams streams_;
  DeviceBuffer<ElementRecord<Real>> record_;
  DeviceBuffer<std::uint32_t> outerMaterial_;
  DeviceBuffer<Real> edge_;
  DeviceBuffer<double> volume_;
  DeviceBuffer<double> corner_;  ///< DgtdProblem::corner
  DeviceBuffer<RemoteTrace> remote_;
  DeviceBuffer<std::int32_t> waveRecord_;
  DeviceBuffer<Real> reflection_;
  DeviceBuffer<double> toBernstein_, toNodal_;
  std::array<DeviceBuffer<Real>, 2> fields_;
  std::vector<DeviceBuffer<Real>> states_;        ///< from number 2 on
  std::array<DeviceBuffer<Real>, 2> jumpScale_;   ///< empty: no jump terms
  std::array<DeviceBuffer<Real>, 2> admittance_;  ///< [material] fluxAdmittance()
  TraceRecords<Real> traces_;
  DeviceBuffer<Real> staging_;
};

extern template class CudaFields<float>;
extern template class CudaFields<double>;

}  // namespace fluxtet::dgtd::cuda
