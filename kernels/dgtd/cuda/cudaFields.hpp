// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/basisChange.hpp"
#include "kernels/dgtd/cuda/clusterMesh.hpp"
#include "kernels/dgtd/cuda/elementEnergies.hpp"
#include "kernels/dgtd/cuda/engineStreams.hpp"
#include "kernels/dgtd/cuda/faceLaws.hpp"
#include "kernels/dgtd/cuda/launches.hpp"
#include "kernels/dgtd/cuda/traceRecords.hpp"
#include "kernels/dgtd/timeStep.hpp"
#include "lib/physics/standingWave.hpp"

#include <array>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// Elements whose nodal values pass through the staging buffer at a time when a field is uploaded or downloaded.
inline constexpr std::int32_t stagedElements = 1 << 17;

/// Blocks the host until the stream is empty.
void waitFor(cudaStream_t stream);

/// The fields and the mesh of the CUDA engine on its GPU, which all parts of the engine share. Fields are arrays
/// [slot][elementStride] of covariant Bernstein coefficients, V (ElementRhs). Pointers to fields and tables are device
/// pointers.
template <class Real>
class CudaFields {
 public:
  /// `mesh` is made from `problem`. Throws RunError where a cluster has more gathered traces than shared memory holds.
  CudaFields(const DgtdProblem& problem, const ClusterMesh<Real>& mesh);

  int order() const { return order_; }
  bool isUpwind() const { return upwind_; }
  /// Whether a half step of `target` reads the outer traces of the target itself: it has jump terms or sheets.
  bool readsOuterTarget(Field target) const {
    return !jumpScale_[static_cast<std::size_t>(target)].empty() || hasSheets_[static_cast<std::size_t>(target)];
  }
  const ReferenceElement& basis() const { return basis_; }
  const BernsteinOperators& operators() const { return operators_; }
  const ClusterSlots& slots() const { return slots_; }
  const std::vector<MaterialValues>& materials() const { return materials_; }
  EngineStreams& streams() { return streams_; }
  TraceRecords<Real>& traces() { return traces_; }
  FaceLaws<Real>& laws() { return laws_; }
  const FaceLaws<Real>& laws() const { return laws_; }
  /// Bytes of device memory.
  std::int64_t bytes() const;

  Real* data(Field field) { return fields_[static_cast<std::size_t>(field)].data(); }
  /// The array of this number: E, H, or one that addWorkArray() has made.
  Real* dataOf(ArrayId array);
  /// A work array. Throws std::out_of_range if there is none of this number.
  DeviceBuffer<Real>& workArray(ArrayId array) { return work_.at(static_cast<std::size_t>(array - 2)); }
  /// Adds a work array of zeros.
  ArrayId addWorkArray();
  void freeWorkArrays() { work_.clear(); }
  /// [field] the arrays of E and H.
  const std::array<DeviceBuffer<Real>, 2>& arrays() const { return fields_; }
  /// Number of values of one field, padding and empty slots included.
  std::size_t fieldSize() const { return static_cast<std::size_t>(slots_.numSlots()) * elementStride(order_); }
  /// Makes `buffer` a field of zeros if it is empty. Returns its pointer.
  Real* zeroedIfEmpty(DeviceBuffer<Real>& buffer);
  /// Trace records of other ranks, as TraceRecords::of() has them, that are all zero; made on first use.
  const Real* zeroTraces();
  /// liftRows() on the device.
  const Real* lifts() const { return lifts_.data(); }
  /// Exchanges the array of a field with another one of fieldSize().
  void swap(Field field, DeviceBuffer<Real>& array) { std::swap(fields_[static_cast<std::size_t>(field)], array); }
  /// States that the fields have changed their arrays for good, or messages their buffers, so that recorded graphs hold
  /// wrong addresses. moves() counts these calls.
  void markMoved() { ++moves_; }
  std::int64_t moves() const { return moves_; }

  /// Copy a field of fieldSize() on the device to nodal values [element][Np][xyz], V/m, on the host, and back. Both
  /// block until the copy is done.
  void toNodal(const Real* field, std::span<Real> values) { toNodal(layout(), field, values); }
  void fromNodal(std::span<const Real> values, Real* field) { fromNodal(layout(), values, field); }
  /// The same for the elements of a layout, [layout.numElements][Np][xyz], which are no more than those of the rank.
  void toNodal(const FieldLayout<Real>& layout, const Real* field, std::span<Real> values);
  void fromNodal(const FieldLayout<Real>& layout, std::span<const Real> values, Real* field);
  /// Sets a field to a standing wave and blocks until it is set. Returns false, and does nothing, without
  /// DgtdProblem::corner.
  bool setStandingWave(Field field, const StandingWave& wave);

  /// The mesh as kernels take it.
  FieldLayout<Real> layout() const;
  /// The same for listed elements only, by FieldLayout::slot and FieldLayout::place, which outlive it.
  FieldLayout<Real> layoutOf(const DeviceBuffer<std::int32_t>& slot, const DeviceBuffer<std::int32_t>& place) const;
  EnergyMesh<Real> energyMesh() const;
  const ElementRecord<Real>* record() const { return record_.data(); }          ///< [slot]
  const Real* edge() const { return edge_.data(); }                             ///< [slot][3][xyz] m
  const double* volume() const { return volume_.data(); }                       ///< [slot] m^3
  const std::uint32_t* outerMaterial() const { return outerMaterial_.data(); }  ///< [slot][4]; upwind flux only

  using ValueOf = std::function<double(const MaterialValues&)>;
  /// A table [material] of valueOf() on the device. Blocks the host until it is there.
  DeviceBuffer<Real> table(const ValueOf& valueOf);
  /// Writes such a table into a buffer that work enqueued earlier may still read.
  void setTable(DeviceBuffer<Real>& buffer, const ValueOf& valueOf);
  /// Arguments of a right-hand side of `target` on a range of elements: in place, with the problem's jump terms, and
  /// without incident waves. The caller sets rhsScale and targetScale.
  RhsArgs<Real> rhsArgs(Field target, ElementRange range);
  /// Gathered traces of the cluster of a range that has most.
  std::int32_t mostGathered(ClusterRange clusters);
  /// Makes a right-hand side of E take a part of the penalty alone.
  void takePenalty(PenaltyPart part, RhsArgs<Real>& args) const;

 private:
  /// Device memory for the nodal values of stagedElements elements, made on first use.
  Real* stagingBuffer();

  int order_;
  bool upwind_;
  std::array<bool, 2> hasSheets_;  ///< [drive]
  ReferenceElement basis_;
  BernsteinOperators operators_;
  ClusterSlots slots_;
  std::vector<MaterialValues> materials_;
  std::vector<std::int32_t> numGathered_;                                       ///< [cluster] gathered traces
  std::int32_t maxGathered_ = 0;                                                ///< of the cluster that has most
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> mostGathered_;  ///< by the begin and end of ranges
  std::int64_t moves_ = 0;
  EngineStreams streams_;
  FaceLaws<Real> laws_;
  DeviceBuffer<ElementRecord<Real>> record_;
  DeviceBuffer<std::uint32_t> outerMaterial_;
  DeviceBuffer<Real> edge_;
  DeviceBuffer<double> volume_;
  DeviceBuffer<double> corner_;  ///< DgtdProblem::corner
  DeviceBuffer<GatheredTrace> gathered_;
  DeviceBuffer<Real> reflection_;
  DeviceBuffer<double> toBernstein_, toNodal_;
  std::array<DeviceBuffer<Real>, 2> fields_;
  std::vector<DeviceBuffer<Real>> work_;                   ///< arrays 2, 3, ...
  std::array<DeviceBuffer<Real>, 2> jumpScale_;            ///< [target][slot][4] m, see RhsArgs; empty: no jump terms
  DeviceBuffer<Real> boundedJumpScale_, dampedJumpScale_;  ///< of E, see ClusterMesh
  std::array<DeviceBuffer<Real>, 2> fluxAdmittance_;       ///< [target][material] fluxAdmittance()
  TraceRecords<Real> traces_;
  DeviceBuffer<Real> zeroTraces_, lifts_;
  DeviceBuffer<Real> staging_;
};

extern template class CudaFields<float>;
extern template class CudaFields<double>;

}  // namespace fluxtet::dgtd::cuda
