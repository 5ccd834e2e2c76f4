// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaFields.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/standingWave.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"
#include "lib/base/error.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {

void waitFor(cudaStream_t stream) {
  cudaCheck(cudaStreamSynchronize(stream), "waiting for a stream");
}

template <class Real>
CudaFields<Real>::CudaFields(const DgtdProblem& problem, const ClusterMesh<Real>& mesh)
    : order_(problem.order),
      upwind_(problem.upwind),
      hasSheets_{problem.hasSheets(Field::E), problem.hasSheets(Field::H)},
      basis_(problem.order),
      operators_(basis_),
      slots_(mesh.slots),
      materials_(mesh.materials),
      numGathered_(mesh.numGathered),
      maxGathered_(mesh.maxGathered),
      laws_(problem, mesh, operators_, streams_.orderComputeAfterExchange()) {
  const std::int32_t mostGathered = maxGatheredOf<Real>(order_, !upwind_ && problem.hasJumpTerms());
  requireRun(
      maxGathered_ <= mostGathered,
      "{} faces of a cluster of {} elements lead out of it, more than shared memory holds ({}): the elements are in no "
      "order that keeps neighbours together",
      maxGathered_, slots_.clusterSize(), mostGathered);
  if (!upwind_ && halfStepsMayOverlap<Real>(order_)) streams_.letKernelsBeginEarly();
  cudaStream_t stream = streams_.orderComputeAfterExchange();
  record_ = toDevice(mesh.record, stream);
  outerMaterial_ = toDevice(mesh.outerMaterial, stream);
  edge_ = toDevice(mesh.edge, stream);
  volume_ = toDevice(mesh.volume, stream);
  corner_ = toDevice(problem.corner, stream);
  gathered_ = toDevice(mesh.gathered, stream);
  reflection_ = toDevice(mesh.reflection, stream);
  traces_ = TraceRecords<Real>(traceSize(order_), problem.numHaloFaces, !problem.haloLevel.empty(), stream);
  toBernstein_ = toDevice<double>(std::span(&operators_.toBernstein, 1), stream);
  lifts_ = toDevice(liftRows<Real>(operators_), stream);
  toNodal_ = toDevice<double>(std::span(&operators_.toNodal, 1), stream);
  for (const Field field : {Field::E, Field::H}) {
    const auto f = static_cast<std::size_t>(field);
    fields_[f] = DeviceBuffer<Real>(fieldSize());
    fields_[f].zero(stream);
    jumpScale_[f] = toDevice(mesh.jumpScale[f], stream);
    fluxAdmittance_[f] = table([&](const MaterialValues& m) { return fluxAdmittance(m, field); });
  }
  boundedJumpScale_ = toDevice(mesh.boundedJumpScale, stream);
  dampedJumpScale_ = toDevice(mesh.dampedJumpScale, stream);
  waitFor(stream);
}

template <class Real>
std::int64_t CudaFields<Real>::bytes() const {
  std::size_t sum = record_.bytes() + outerMaterial_.bytes() + edge_.bytes() + volume_.bytes() + corner_.bytes() +
                    gathered_.bytes() + reflection_.bytes() + toBernstein_.bytes() + toNodal_.bytes() +
                    staging_.bytes() + zeroTraces_.bytes() + lifts_.bytes() + boundedJumpScale_.bytes() +
                    dampedJumpScale_.bytes();
  for (const auto* arrays : {&fields_, &jumpScale_, &fluxAdmittance_})
    for (const auto& array : *arrays) sum += array.bytes();
  for (const auto& array : work_) sum += array.bytes();
  return static_cast<std::int64_t>(sum) + traces_.bytes() + laws_.bytes();
}

template <class Real>
Real* CudaFields<Real>::dataOf(ArrayId array) {
  return array < 2 ? data(static_cast<Field>(array)) : work_.at(static_cast<std::size_t>(array - 2)).data();
}

template <class Real>
ArrayId CudaFields<Real>::addWorkArray() {
  work_.emplace_back();
  zeroedIfEmpty(work_.back());
  return static_cast<ArrayId>(work_.size()) + 1;
}

template <class Real>
Real* CudaFields<Real>::zeroedIfEmpty(DeviceBuffer<Real>& buffer) {
  if (buffer.empty()) buffer = zerosOnDevice<Real>(fieldSize());
  return buffer.data();
}

template <class Real>
const Real* CudaFields<Real>::zeroTraces() {
  if (zeroTraces_.empty() && traces_.haloFaces() > 0)
    zeroTraces_ = zerosOnDevice<Real>(static_cast<std::size_t>(traces_.haloFaces()) * traces_.traceSize());
  return zeroTraces_.data();
}

template <class Real>
FieldLayout<Real> CudaFields<Real>::layout() const {
  return {order_,       slots_.numElements(), slots_.numInterior(), slots_.borderShift(),
          edge_.data(), toBernstein_.data(),  toNodal_.data(),      nullptr,
          nullptr};
}

template <class Real>
FieldLayout<Real> CudaFields<Real>::layoutOf(const DeviceBuffer<std::int32_t>& slot,
                                             const DeviceBuffer<std::int32_t>& place) const {
  FieldLayout<Real> listed = layout();
  listed.numElements = static_cast<std::int32_t>(slot.size());
  listed.slot = slot.data();
  listed.place = place.data();
  return listed;
}

template <class Real>
EnergyMesh<Real> CudaFields<Real>::energyMesh() const {
  return {order_, slots_.numSlots(), volume_.data(), record_.data()};
}

template <class Real>
Real* CudaFields<Real>::stagingBuffer() {
  if (staging_.empty())
    staging_ = DeviceBuffer<Real>(3 * static_cast<std::size_t>(basis_.np()) *
                                  static_cast<std::size_t>(std::min(slots_.numElements(), stagedElements)));
  return staging_.data();
}

template <class Real>
bool CudaFields<Real>::setStandingWave(Field field, const StandingWave& wave) {
  if (corner_.empty()) return false;
  std::vector<double> nodes;
  for (int n = 0; n < basis_.np(); ++n)
    for (const double lambda : basis_.node(n)) nodes.push_back(lambda);
  cudaStream_t stream = streams_.orderComputeAfterExchange();
  const DeviceBuffer<double> lambda = toDevice(nodes, stream);
  Real* const staging = stagingBuffer();
  const std::int32_t count = slots_.numElements();
  for (std::int32_t first = 0; first < count; first += stagedElements) {
    const std::int32_t part = std::min(stagedElements, count - first);
    launchStandingWave(layout(), wave, corner_.data(), lambda.data(), first, part, staging, stream);
    launchToField(layout(), staging, first, part, data(field), stream);
  }
  waitFor(stream);
  return true;
}

template <class Real>
void CudaFields<Real>::fromNodal(const FieldLayout<Real>& layout, std::span<const Real> values, Real* field) {
  const std::size_t each = 3 * static_cast<std::size_t>(basis_.np());
  const std::int32_t count = layout.numElements;
  Real* const staging = stagingBuffer();
  cudaStream_t stream = streams_.orderComputeAfterExchange();
  for (std::int32_t first = 0; first < count; first += stagedElements) {
    const std::int32_t part = std::min(stagedElements, count - first);
    staging_.fromHost(values.subspan(static_cast<std::size_t>(first) * each, static_cast<std::size_t>(part) * each),
                      stream);
    launchToField(layout, staging, first, part, field, stream);
  }
  waitFor(stream);
}

template <class Real>
void CudaFields<Real>::toNodal(const FieldLayout<Real>& layout, const Real* field, std::span<Real> values) {
  const std::size_t each = 3 * static_cast<std::size_t>(basis_.np());
  const std::int32_t count = layout.numElements;
  Real* const staging = stagingBuffer();
  cudaStream_t stream = streams_.orderComputeAfterExchange();
  for (std::int32_t first = 0; first < count; first += stagedElements) {
    const std::int32_t part = std::min(stagedElements, count - first);
    launchToNodal(layout, field, first, part, staging, stream);
    staging_.toHost(values.subspan(static_cast<std::size_t>(first) * each, static_cast<std::size_t>(part) * each),
                    stream);
  }
  waitFor(stream);
}

template <class Real>
DeviceBuffer<Real> CudaFields<Real>::table(const ValueOf& valueOf) {
  std::vector<Real> values;
  for (const MaterialValues& m : materials_) values.push_back(static_cast<Real>(valueOf(m)));
  return readyOnDevice(values);
}

template <class Real>
void CudaFields<Real>::setTable(DeviceBuffer<Real>& buffer, const ValueOf& valueOf) {
  std::vector<Real> values;
  for (const MaterialValues& m : materials_) values.push_back(static_cast<Real>(valueOf(m)));
  if (buffer.empty()) buffer = DeviceBuffer<Real>(values.size());
  buffer.fromHost(values, streams_.orderComputeAfterExchange());
}

template <class Real>
RhsArgs<Real> CudaFields<Real>::rhsArgs(Field target, ElementRange range) {
  const auto f = static_cast<std::size_t>(target);
  const Field source = other(target);
  const ClusterRange clusters = slots_.clusters(range);
  RhsArgs<Real> args{};
  args.source = data(source);
  args.target = data(target);
  args.base = args.out = data(target);
  args.jumpScale = jumpScale_[f].data();
  args.record = record_.data();
  args.gathered = gathered_.data();
  args.reflection = reflection_.data();
  args.sourceTrace = traces_.of(source);
  args.targetTrace = traces_.of(target);
  args.fluxAdmittance = fluxAdmittance_[f].data();
  args.outScale = 1;
  args.sourceMirror[mirrorNone] = 1;
  args.sourceMirror[mirrorPec] = static_cast<Real>(electricWall.mirror(source));
  args.sourceMirror[mirrorPmc] = static_cast<Real>(magneticWall.mirror(source));
  args.dissipation = static_cast<Real>(dissipationSign(target));
  args.firstCluster = clusters.begin;
  args.numClusters = clusters.end - clusters.begin;
  args.clusterSize = slots_.clusterSize();
  args.gatheredPitch = maxGathered_;
  args.maxGathered = mostGathered(clusters);
  return args;
}

template <class Real>
std::int32_t CudaFields<Real>::mostGathered(ClusterRange clusters) {
  if (clusters.begin >= clusters.end) return 0;
  const auto [known, isNew] = mostGathered_.try_emplace({clusters.begin, clusters.end}, 0);
  if (isNew)
    known->second = *std::max_element(numGathered_.begin() + clusters.begin, numGathered_.begin() + clusters.end);
  return known->second;
}

template <class Real>
void CudaFields<Real>::takePenalty(PenaltyPart part, RhsArgs<Real>& args) const {
  if (dampedJumpScale_.empty() || part == PenaltyPart::all) return;
  args.jumpScale = (part == PenaltyPart::damped ? dampedJumpScale_ : boundedJumpScale_).data();
}

template class CudaFields<float>;
template class CudaFields<double>;

}  // namespace fluxtet::dgtd::cuda
