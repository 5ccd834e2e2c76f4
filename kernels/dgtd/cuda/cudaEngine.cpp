// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaEngine.hpp"

#include "kernels/device/check.hpp"
#include "kernels/device/gpu.hpp"
#include "kernels/dgtd/cuda/cudaHalo.hpp"
#include "kernels/dgtd/cuda/randomField.hpp"
#include "kernels/dgtd/cuda/splitOperators.hpp"
#include "kernels/dgtd/cuda/standingWave.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"
#include "kernels/dgtd/randomVector.hpp"
#include "lib/base/constants.hpp"
#include "lib/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fluxtet::gpu {
namespace {

/// Steps that one replay of the larger graph takes: enough to hide the launch of the next.
constexpr int stepsPerGraph = 16;

template <class T>
std::int64_t bytesOf(const std::array<DeviceBuffer<T>, 2>& buffers) {
  return static_cast<std::int64_t>(buffers[0].bytes() + buffers[1].bytes());
}

void waitFor(cudaStream_t stream) {
  cudaCheck(cudaStreamSynchronize(stream), "waiting for a stream");
}

}  // namespace

template <class Real>
CudaEngine<Real>::CudaEngine(const DgtdProblem& problem)
    : order_(problem.order), upwind_(problem.upwind), basis_(problem.order), operators_(basis_) {
  const ClusterMesh<Real> mesh(problem, clusterSizeOf<Real>(order_));
  slots_ = mesh.slots;
  materials_ = mesh.materials;
  maxRemote_ = mesh.maxRemote;
  numWaveRecords_ = static_cast<std::int64_t>(mesh.waveFace.size());
  const std::int32_t mostRemote = maxRemoteOf<Real>(order_, !upwind_ && problem.hasJumpTerms());
  requireRun(
      maxRemote_ <= mostRemote,
      "{} faces of a cluster of {} elements lead out of it, more than shared memory holds ({}): the elements are in no "
      "order that keeps neighbours together",
      maxRemote_, slots_.clusterSize(), mostRemote);
  cudaStream_t stream = streams_.all();
  record_ = toDevice(mesh.record, stream);
  outerMaterial_ = toDevice(mesh.outerMaterial, stream);
  edge_ = toDevice(mesh.edge, stream);
  volume_ = toDevice(mesh.volume, stream);
  corner_ = toDevice(problem.corner, stream);
  remote_ = toDevice(mesh.remote, stream);
  waveRecord_ = toDevice(mesh.waveRecord, stream);
  std::vector<std::int32_t> sendFace;
  for (const std::int32_t face : problem.sendFace) sendFace.push_back(4 * slots_.ofElement(face / 4) + face % 4);
  outgoing_ = OutgoingTraces<Real>(order_, sendFace, stream);
  sendRecords_ = DeviceBuffer<Real>(sendFace.size() * static_cast<std::size_t>(traceSize(order_)));
  std::vector<Real*> sendRecordOf;
  for (std::size_t k = 0; k < sendFace.size(); ++k) sendRecordOf.push_back(sendRecords_.data() + k * traceSize(order_));
  sendRecordOf_ = toDevice(sendRecordOf, stream);
  traces_ = TraceRecords<Real>(traceSize(order_), mesh.numHaloFaces, numWaveRecords_, stream);
  toBernstein_ = toDevice<double>(std::span(&operators_.toBernstein, 1), stream);
  toNodal_ = toDevice<double>(std::span(&operators_.toNodal, 1), stream);
  for (const Field field : {Field::E, Field::H}) {
    const auto f = static_cast<std::size_t>(field);
    fields_[f] = DeviceBuffer<Real>(fieldSize());
    fields_[f].zero(stream);
    jumpScale_[f] = toDevice(mesh.jumpScale[f], stream);
    std::vector<double> weight;
    for (const MaterialValues& m : materials_) weight.push_back(0.5 * inertia(m, field));
    inertia_[f] = toDevice(weight, stream);
    admittance_[f] = table([&](const MaterialValues& m) { return fluxAdmittance(m, field); });
  }
  stepCounter_ = DeviceBuffer<std::int64_t>(1);
  waves_ = std::make_unique<IncidentWaves<Real>>(problem, mesh, operators_, stream);
  currents_ = std::make_unique<Currents<Real>>(problem, slots_, operators_, stream);
  // Incident waves are written between half steps, which must not overlap then.
  if (!upwind_ && waves_->none() && halfStepsMayOverlap<Real>(order_))
    chain_ = HalfStepChain(mesh, clustersAtOnce<Real>(order_), stream);
  waitFor(stream);
}

template <class Real>
std::string CudaEngine<Real>::name() const {
  return "cuda (" + currentGpuName() + ")";
}

template <class Real>
std::int64_t CudaEngine<Real>::bytes() const {
  std::int64_t sum = bytesOf(fields_) + bytesOf(next_) + bytesOf(rates_) + bytesOf(kept_) + bytesOf(jumpScale_) +
                     traces_.bytes() + bytesOf(inertia_);
  const std::size_t single = record_.bytes() + outerMaterial_.bytes() + edge_.bytes() + volume_.bytes() +
                             corner_.bytes() + remote_.bytes() + waveRecord_.bytes() + sendRecords_.bytes() +
                             sendRecordOf_.bytes() + toBernstein_.bytes() + toNodal_.bytes() + splitFlux_.bytes() +
                             staging_.bytes();
  sum += static_cast<std::int64_t>(single) + energies_.bytes() + outgoing_.bytes() + chain_.bytes() + waves_->bytes() +
         currents_->bytes();
  for (const Points<Real>& points : points_) sum += points.bytes();
  for (const auto& state : states_) sum += static_cast<std::int64_t>(state.bytes());
  for (const auto& [key, scale] : curlScales_) sum += static_cast<std::int64_t>(scale.bytes());
  for (const SpectralSums<Real>& sums : spectra_) sum += sums.bytes();
  return sum;
}

template <class Real>
FieldLayout<Real> CudaEngine<Real>::layout() const {
  return {order_,       slots_.numElements(), slots_.numInterior(), slots_.boundaryShift(),
          edge_.data(), toBernstein_.data(),  toNodal_.data()};
}

template <class Real>
EnergyMesh<Real> CudaEngine<Real>::energyMesh() const {
  return {order_, slots_.numSlots(), edge_.data(), volume_.data(), record_.data()};
}

template <class Real>
Real* CudaEngine<Real>::bufferOf(DeviceBuffer<Real>& buffer) {
  if (buffer.empty()) {
    buffer = DeviceBuffer<Real>(fieldSize());
    buffer.zero(streams_.all());
  }
  return buffer.data();
}

template <class Real>
StateId CudaEngine<Real>::addState() {
  states_.emplace_back();
  bufferOf(states_.back());
  return static_cast<StateId>(states_.size()) + 1;
}

template <class Real>
Real* CudaEngine<Real>::dataOf(StateId state) {
  return state < 2 ? data(static_cast<Field>(state)) : states_.at(static_cast<std::size_t>(state - 2)).data();
}

template <class Real>
void CudaEngine<Real>::upload(Field field, std::span<const Real> values) {
  copyFromNodal(values, data(field));
}

template <class Real>
Real* CudaEngine<Real>::stagingBuffer() const {
  if (staging_.empty())
    staging_ = DeviceBuffer<Real>(3 * static_cast<std::size_t>(basis_.np()) *
                                  static_cast<std::size_t>(std::min(slots_.numElements(), stagedElements)));
  return staging_.data();
}

template <class Real>
bool CudaEngine<Real>::setStandingWave(Field field, const StandingWave& wave) {
  if (corner_.empty()) return false;
  std::vector<double> nodes;
  for (int n = 0; n < basis_.np(); ++n)
    for (const double lambda : basis_.node(n)) nodes.push_back(lambda);
  cudaStream_t stream = streams_.all();
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
void CudaEngine<Real>::copyFromNodal(std::span<const Real> values, Real* field) {
  const std::size_t each = 3 * static_cast<std::size_t>(basis_.np());
  const std::int32_t count = slots_.numElements();
  Real* const staging = stagingBuffer();
  cudaStream_t stream = streams_.all();
  for (std::int32_t first = 0; first < count; first += stagedElements) {
    const std::int32_t part = std::min(stagedElements, count - first);
    staging_.fromHost(values.subspan(static_cast<std::size_t>(first) * each, static_cast<std::size_t>(part) * each),
                      stream);
    launchToField(layout(), staging, first, part, field, stream);
  }
  waitFor(stream);
}

template <class Real>
void CudaEngine<Real>::copyToNodal(const Real* field, std::span<Real> values) const {
  const std::size_t each = 3 * static_cast<std::size_t>(basis_.np());
  const std::int32_t count = slots_.numElements();
  Real* const staging = stagingBuffer();
  cudaStream_t stream = streams_.all();
  for (std::int32_t first = 0; first < count; first += stagedElements) {
    const std::int32_t part = std::min(stagedElements, count - first);
    launchToNodal(layout(), field, first, part, staging, stream);
    staging_.toHost(values.subspan(static_cast<std::size_t>(first) * each, static_cast<std::size_t>(part) * each),
                    stream);
  }
  waitFor(stream);
}

template <class Real>
void CudaEngine<Real>::download(Field field, std::span<Real> values) const {
  copyToNodal(data(field), values);
}

template <class Real>
void CudaEngine<Real>::packTraces(Field field, std::span<Real> buffer) {
  cudaStream_t stream = streams_.traces();
  launchPack(order_, data(field), outgoing_.slotFace(), outgoing_.size(), sendRecordOf_.data(), stream);
  if (!buffer.empty()) sendRecords_.toHost(buffer, stream);
  waitFor(stream);
}

template <class Real>
void CudaEngine<Real>::setHaloTraces(Field field, std::span<const Real> buffer) {
  if (!buffer.empty())
    copyBytes(traces_.of(field), buffer.data(), buffer.size_bytes(),
              static_cast<std::size_t>(traces_.haloFaces()) * traces_.recordBytes(), streams_.traces());
}

template <class Real>
std::unique_ptr<DeviceHalo> CudaEngine<Real>::makeDeviceHalo(std::span<const std::int32_t> offset) {
  return std::make_unique<CudaHalo<Real>>(HaloSource<Real>{order_, fields_, outgoing_, traces_, streams_}, offset);
}

template <class Real>
DeviceBuffer<Real> CudaEngine<Real>::table(const ValueOf& valueOf) const {
  std::vector<Real> values;
  for (const MaterialValues& m : materials_) values.push_back(static_cast<Real>(valueOf(m)));
  return toDevice(values, streams_.all());
}

template <class Real>
void CudaEngine<Real>::setTable(DeviceBuffer<Real>& buffer, const ValueOf& valueOf) {
  std::vector<Real> values;
  for (const MaterialValues& m : materials_) values.push_back(static_cast<Real>(valueOf(m)));
  if (buffer.empty()) buffer = DeviceBuffer<Real>(values.size());
  buffer.fromHost(values, streams_.all());
}

template <class Real>
auto CudaEngine<Real>::leapFrogScales(Field target, double step) -> const Scales& {
  Scales& scales = leapFrogScales_[static_cast<std::size_t>(target)];
  if (!scales.rate.empty() && scales.step == step) return scales;
  forgetGraphs();
  scales.step = step;
  scales.rate = table([&](const MaterialValues& m) { return curlSign(target) * leapFrogGrowth(m, target, step); });
  scales.target = table([&](const MaterialValues& m) { return leapFrogDecay(m, target, step); });
  scales.current = table([&](const MaterialValues& m) { return leapFrogGrowth(m, target, step); });
  scales.hasLoss = std::any_of(materials_.begin(), materials_.end(),
                               [&](const MaterialValues& m) { return loss(m, target, step) != 0; });
  return scales;
}

template <class Real>
auto CudaEngine<Real>::rungeKuttaScales(Field target, double step) -> const Scales& {
  Scales& scales = rungeKuttaScales_[static_cast<std::size_t>(target)];
  if (!scales.rate.empty() && scales.step == step) return scales;
  scales.step = step;
  scales.rate = table([&](const MaterialValues& m) { return curlSign(target) * step / inertia(m, target); });
  scales.target = table([&](const MaterialValues& m) { return conductionStep(m, Field::E, step); });
  scales.current = table([&](const MaterialValues& m) { return step / m.epsilonR; });
  scales.hasLoss = target == Field::E && std::any_of(materials_.begin(), materials_.end(),
                                                     [](const MaterialValues& m) { return m.sigma != 0; });
  return scales;
}

template <class Real>
const Real* CudaEngine<Real>::curlScale(Field target, double step) {
  DeviceBuffer<Real>& scale = curlScales_[{static_cast<int>(target), step}];
  if (scale.empty())
    scale = table([&](const MaterialValues& m) { return curlSign(target) * step / inertia(m, target); });
  return scale.data();
}

template <class Real>
RateArgs<Real> CudaEngine<Real>::rateArgs(Field target, ElementRange range) {
  const ClusterRange clusters = slots_.clusters(range);
  RateArgs<Real> args{};
  args.source = data(other(target));
  args.target = data(target);
  args.base = args.out = data(target);
  args.jumpScale = jumpScale_[static_cast<std::size_t>(target)].data();
  args.record = record_.data();
  args.remote = remote_.data();
  args.waveRecord = waveRecord_.data();
  args.sourceTrace = traces_.of(other(target));
  args.targetTrace = traces_.of(target);
  args.outScale = 1;
  const Field source = other(target);
  args.mirror[mirrorNone] = 1;
  args.mirror[mirrorPec] = static_cast<Real>(mirrorAtPec(source));
  args.mirror[mirrorPmc] = static_cast<Real>(mirrorAtPmc(source));
  args.dissipation = static_cast<Real>(dissipationSign(target));
  args.admittance = admittance_[static_cast<std::size_t>(target)].data();
  args.firstCluster = clusters.begin;
  args.numClusters = clusters.end - clusters.begin;
  args.clusterSize = slots_.clusterSize();
  args.maxRemote = maxRemote_;
  return args;
}

template <class Real>
RateArgs<Real> CudaEngine<Real>::leapFrogArgs(Field target, double step, KernelTime sourceTime, ElementRange range) {
  const Scales& scales = leapFrogScales(target, step);
  RateArgs<Real> args = rateArgs(target, range);
  if (target == Field::E) args.current = currents_->term(sourceTime, scales.current.data());
  args.rateScale = scales.rate.data();
  args.targetScale = scales.hasLoss ? scales.target.data() : nullptr;
  return args;
}

template <class Real>
RateArgs<Real> CudaEngine<Real>::fusedArgs(Field target, double step, KernelTime sourceTime, ElementRange range) {
  RateArgs<Real> args = leapFrogArgs(target, step, sourceTime, range);
  if (readsOuterTarget(target)) args.out = bufferOf(next_[static_cast<std::size_t>(target)]);
  return args;
}

template <class Real>
RateArgs<Real> CudaEngine<Real>::curlArgs(const HalfStep& half, ElementRange range) {
  RateArgs<Real> args = rateArgs(half.target, range);
  args.source = dataOf(half.curl->source);
  args.target = args.base = args.out = dataOf(half.curl->out);
  args.jumpScale = nullptr;
  args.rateScale = curlScale(half.target, half.step);
  args.dissipation = 0;
  args.outScale = half.curl->fromZero ? Real(0) : Real(1);
  return args;
}

template <class Real>
void CudaEngine<Real>::endPart(Field target, std::int32_t numClusters) {
  if (!readsOuterTarget(target)) return;
  clustersUnderWay_ += numClusters;
  if (clustersUnderWay_ < slots_.numClusters()) return;
  clustersUnderWay_ = 0;
  std::swap(fields_[static_cast<std::size_t>(target)], next_[static_cast<std::size_t>(target)]);
  turn_ ^= 1u << static_cast<unsigned>(target);
}

template <class Real>
void CudaEngine<Real>::requireLeapFrog() const {
  requireRun(!upwind_, "the upwind flux needs a Runge-Kutta scheme: it is not stable in the leap-frog scheme");
}

template <class Real>
Real* CudaEngine<Real>::waveRecords(Field field) {
  return traces_.of(field) + static_cast<std::int64_t>(traces_.haloFaces()) * traceSize(order_);
}

template <class Real>
void CudaEngine<Real>::writeWaves(Field target, KernelTime targetTime, KernelTime sourceTime, ElementRange range,
                                  cudaStream_t stream) {
  if (waves_->none()) return;
  waves_->write(target, targetTime, range, waveRecords(target), stream);
  waves_->write(other(target), sourceTime, range, waveRecords(other(target)), stream);
}

template <class Real>
void CudaEngine<Real>::enqueueHalfStep(const HalfStep& half, KernelTime targetTime, KernelTime sourceTime,
                                       ElementRange range, const ChainArgs& chain, cudaStream_t stream) {
  if (half.curl) return launchRate(order_, curlArgs(half, range), stream);
  writeWaves(half.target, targetTime, sourceTime, range, stream);
  RateArgs<Real> args = fusedArgs(half.target, half.step, sourceTime, range);
  args.chain = chain;
  launchRate(order_, args, stream);
  endPart(half.target, args.numClusters);
}

template <class Real>
void CudaEngine<Real>::fusedHalfStep(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  if (range.begin >= range.end) return;
  const ClusterRange clusters = slots_.clusters(range);
  const bool isWhole = clusters.begin == 0 && clusters.end == slots_.numClusters() && slots_.numBoundaryClusters() > 0;
  if (isWhole && !half.curl) {
    enqueueLayerFirst(half);
  } else {
    enqueueHalfStep(half, {half.targetTime}, {half.sourceTime}, range, {}, streams_.all());
  }
}

/// All elements in one launch, which begins with the boundary layer: its traces can leave while the rest is computed.
template <class Real>
void CudaEngine<Real>::enqueueLayerFirst(const HalfStep& half) {
  const ElementRange everything{0, slots_.numElements()};
  RateArgs<Real> args = fusedArgs(half.target, half.step, {half.sourceTime}, everything);
  args.layer = outgoing_.layerArgs(half.target, slots_.numBoundaryClusters());
  cudaStream_t stream = nullptr;
  if (chain_.mayOverlap()) {
    const EngineStreams::ChainPlace place = streams_.chain();
    stream = place.stream;
    args.chain = chain_.next(place.behindHalfStep, stream);
    if (place.arrival) {
      args.layer.awaited = place.arrival->onDevice;
      args.layer.numAwaited = static_cast<std::int32_t>(place.arrival->counters.size());
      args.layer.awaitedValue = place.arrival->value;
    }
  } else {
    stream = streams_.all();
    writeWaves(half.target, {half.targetTime}, {half.sourceTime}, everything, stream);
  }
  args.layer.done = streams_.layerCounter();
  args.layer.doneAtEnd = streams_.layerFirst(args.layer.numClusters);
  launchRate(order_, args, stream);
  endPart(half.target, args.numClusters);
}

/// The rate takes no more room than a field.
template <class Real>
SplitTables<Real> CudaEngine<Real>::splitTables() {
  if (splitFlux_.empty()) {
    splitFlux_ = DeviceBuffer<JumpPair<Real>>(static_cast<std::size_t>(slots_.numSlots()) * 4 * basis_.nf());
    setSplitOperators<Real>(order_, operators_);
  }
  return {rateBuffer(Field::E), splitFlux_.data()};
}

template <class Real>
void CudaEngine<Real>::intVolume(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  const RateArgs<Real> args = leapFrogArgs(half.target, half.step, {half.sourceTime}, range);
  launchVolume(order_, args, splitTables(), streams_.beside());
}

template <class Real>
void CudaEngine<Real>::intSurface(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  const RateArgs<Real> args = leapFrogArgs(half.target, half.step, {half.sourceTime}, range);
  const SplitTables<Real> tables = splitTables();
  cudaStream_t stream = range.end <= slots_.numInterior() ? streams_.beside() : streams_.all();
  writeWaves(half.target, {half.targetTime}, {half.sourceTime}, range, stream);
  launchSurface(order_, args, tables, stream);
}

template <class Real>
void CudaEngine<Real>::updateField(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  const RateArgs<Real> args = leapFrogArgs(half.target, half.step, {half.sourceTime}, range);
  const SplitTables<Real> tables = splitTables();
  cudaStream_t stream = streams_.all();
  launchUpdate(order_, half.target, args, tables, stream);
  if (half.target == Field::E)
    currents_->subtract({half.sourceTime}, record_.data(), leapFrogScales(half.target, half.step).current.data(),
                        slots_, range, data(half.target), stream);
}

template <class Real>
void CudaEngine<Real>::rungeKuttaResidual(double a, double step, double time, ElementRange range) {
  for (const Field target : {Field::E, Field::H}) {
    rungeKuttaScales(target, step);
    rateBuffer(target);
  }
  cudaStream_t stream = range.end <= slots_.numInterior() ? streams_.beside() : streams_.all();
  writeWaves(Field::E, {time}, {time}, range, stream);
  for (const Field target : {Field::E, Field::H}) {
    const Scales& scales = rungeKuttaScales(target, step);
    RateArgs<Real> args = rateArgs(target, range);
    args.base = args.out = rateBuffer(target);
    args.outScale = static_cast<Real>(a);
    args.rateScale = scales.rate.data();
    args.targetScale = scales.hasLoss ? scales.target.data() : nullptr;
    if (upwind_) {
      launchUpwind(order_, UpwindArgs<Real>{args, outerMaterial_.data()}, stream);
    } else {
      launchRate(order_, args, stream);
    }
    if (target == Field::E)
      currents_->subtract({time}, record_.data(), scales.current.data(), slots_, range, rateBuffer(target), stream);
  }
}

template <class Real>
void CudaEngine<Real>::rungeKuttaUpdate(double b, ElementRange range) {
  const ClusterRange clusters = slots_.clusters(range);
  const std::int64_t each = static_cast<std::int64_t>(slots_.clusterSize()) * elementStride(order_);
  cudaStream_t stream = streams_.all();
  for (const Field field : {Field::E, Field::H})
    launchAxpy(static_cast<Real>(b), rateBuffer(field) + clusters.begin * each, data(field) + clusters.begin * each,
               (clusters.end - clusters.begin) * each, stream);
}

template <class Real>
void CudaEngine<Real>::stabilityOperator(double a, double b, bool withSigma) {
  for (const Field target : {Field::E, Field::H}) {
    Scales& scales = stabilityScales_[static_cast<std::size_t>(target)];
    setTable(scales.rate, [&](const MaterialValues& m) { return b / inertia(m, target); });
    if (withSigma && target == Field::E)
      setTable(scales.target, [&](const MaterialValues& m) { return b * m.sigma / m.epsilonR; });
  }
  cudaStream_t stream = streams_.all();
  if (!waves_->none())
    for (const Field field : {Field::E, Field::H})
      zeroBytes(waveRecords(field), static_cast<std::size_t>(numWaveRecords_) * traces_.recordBytes(), stream);
  for (const Field target : {Field::E, Field::H}) {
    const Scales& scales = stabilityScales_[static_cast<std::size_t>(target)];
    RateArgs<Real> args = rateArgs(target, {0, slots_.numElements()});
    args.base = args.out = keptBuffer(target);
    args.outScale = static_cast<Real>(a);
    args.rateScale = scales.rate.data();
    args.targetScale = withSigma && target == Field::E ? scales.target.data() : nullptr;
    args.dissipation = 1;
    if (upwind_) {
      launchUpwind(order_, UpwindArgs<Real>{args, outerMaterial_.data()}, stream);
    } else {
      launchRate(order_, args, stream);
    }
  }
  std::swap(fields_, kept_);
  forgetGraphs();
}

template <class Real>
void CudaEngine<Real>::setRandom(std::span<const std::int64_t> elementId) {
  cudaStream_t stream = streams_.all();
  const Eigen::MatrixXd fromNormal = operators_.toBernstein * basis_.fromOrthonormal();
  const auto fromNormalOnDevice = toDevice<double>(std::span(&fromNormal, 1), stream);
  DeviceBuffer<std::int64_t> ids(elementId.size());
  ids.fromHost(elementId, stream);
  for (const Field field : {Field::E, Field::H})
    launchRandomField<Real>({layout(), field, ids.data(), fromNormalOnDevice.data(), volume_.data(), record_.data(),
                             inertia_[static_cast<std::size_t>(field)].data(), data(field)},
                            stream);
  waitFor(stream);
}

template <class Real>
StrongestElement CudaEngine<Real>::strongestElement(double a) {
  EnergyTerms<Real> terms;
  terms.factor = static_cast<Real>(a);
  for (const Field field : {Field::E, Field::H})
    terms.term[terms.count++] = {data(field), keptBuffer(field), inertia_[static_cast<std::size_t>(field)].data()};
  const SlotEnergy largest = energies_.largest(energyMesh(), terms, streams_.all());
  kept_ = {};
  if (largest.slot < 0) return {};
  return {slots_.elementAt(largest.slot), largest.energy};
}

/// Graphs hold the addresses of the fields and of the tables of scales.
template <class Real>
void CudaEngine<Real>::forgetGraphs() {
  graphs_ = {};
}

template <class Real>
void CudaEngine<Real>::keep(Field field) {
  Real* copy = keptBuffer(field);
  cudaCheck(cudaMemcpyAsync(copy, data(field), fieldSize() * sizeof(Real), cudaMemcpyDeviceToDevice, streams_.all()));
}

template <class Real>
double CudaEngine<Real>::innerProduct(Field field, bool withKept) const {
  const auto f = static_cast<std::size_t>(field);
  if (withKept && kept_[f].empty()) throw std::logic_error("innerProduct with a kept field needs keep() before it");
  EnergyTerms<Real> terms;
  terms.term[terms.count++] = {data(field), withKept ? kept_[f].data() : nullptr, inertia_[f].data()};
  terms.squared = !withKept;
  return energies_.sum(energyMesh(), terms, streams_.all());
}

template <class Real>
double CudaEngine<Real>::energy() const {
  EnergyTerms<Real> terms;
  for (const Field field : {Field::E, Field::H})
    terms.term[terms.count++] = {data(field), nullptr, inertia_[static_cast<std::size_t>(field)].data()};
  return energies_.sum(energyMesh(), terms, streams_.all());
}

template <class Real>
void CudaEngine<Real>::startSpectra(Field field, int count) {
  SpectralSums<Real>& sums = spectra_[static_cast<std::size_t>(field)];
  sums = {};
  if (count > 0) sums = SpectralSums<Real>(fieldSize(), count, streams_.all());
}

template <class Real>
void CudaEngine<Real>::addToSpectra(Field field, std::span<const double> weight) {
  spectra_[static_cast<std::size_t>(field)].add(data(field), weight, streams_.beside());
}

template <class Real>
void CudaEngine<Real>::downloadSpectrum(Field field, int sum, std::span<Real> values) const {
  copyToNodal(spectra_[static_cast<std::size_t>(field)].of(sum), values);
}

template <class Real>
void CudaEngine<Real>::uploadSpectrum(Field field, int sum, std::span<const Real> values) {
  copyFromNodal(values, spectra_[static_cast<std::size_t>(field)].of(sum));
}

template <class Real>
int CudaEngine<Real>::addPoints(PointSet points) {
  const auto np = static_cast<Eigen::Index>(basis_.np());
  cudaStream_t stream = streams_.all();
  std::vector<std::int32_t> slot;
  for (const std::int32_t element : points.element) slot.push_back(slots_.ofElement(element));
  // Weights of nodal values become weights of Bernstein coefficients.
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Rows> weight(points.weight.data(), static_cast<Eigen::Index>(slot.size()), np);
  if (!slot.empty()) weight = (weight * operators_.toNodal).eval();
  points_.emplace_back(order_, slot, points.weight, stream);
  return static_cast<int>(points_.size()) - 1;
}

template <class Real>
void CudaEngine<Real>::samplePoints(int handle, Field field, std::span<double> values) const {
  points_.at(static_cast<std::size_t>(handle)).sample(data(field), edge_.data(), values, streams_.all());
}

template <class Real>
void CudaEngine<Real>::recordPoints(int handle) {
  points_.at(static_cast<std::size_t>(handle)).record(data(Field::E), data(Field::H), edge_.data(), streams_.all());
}

template <class Real>
std::vector<double> CudaEngine<Real>::takeRecord(int handle) {
  return points_.at(static_cast<std::size_t>(handle)).take(streams_.all());
}

template <class Real>
bool CudaEngine<Real>::isWhole(const ElementList& elements) const {
  return elements == ElementList::all(slots_.numElements(), slots_.numInterior());
}

template <class Real>
bool CudaEngine<Real>::replays(const TimeStep& step) const {
  // Records of incident waves that two launches of one half step read are written for both.
  return !upwind_ && std::none_of(step.stages.begin(), step.stages.end(), [&](const Stage& stage) {
    return stage.keeps || !(stage.half.curl || isWhole(stage.elements));
  });
}

template <class Real>
void CudaEngine<Real>::enqueueStage(const Stage& stage, double dt, int ahead, bool isFirst, cudaStream_t stream) {
  const auto at = [&](double time) { return KernelTime{time, stepCounter_.data(), ahead, dt}; };
  const KernelTime targetTime = at(stage.half.targetTime), sourceTime = at(stage.half.sourceTime);
  if (isWhole(stage.elements) && !stage.half.curl) {
    const ElementRange all{0, slots_.numElements()};
    enqueueHalfStep(stage.half, targetTime, sourceTime, all, chain_.next(!isFirst, stream), stream);
    return;
  }
  for (const auto* ranges : {&stage.elements.interior, &stage.elements.border})
    for (const ElementRange& range : *ranges) enqueueHalfStep(stage.half, targetTime, sourceTime, range, {}, stream);
}

template <class Real>
void CudaEngine<Real>::countMoves(const TimeStep& step) {
  for (const Stage& stage : step.stages)
    if (!stage.half.curl) endPart(stage.half.target, slots_.numClusters());
}

template <class Real>
auto CudaEngine<Real>::stepGraphs(const TimeStep& step) -> StepGraphs& {
  if (graphStep_ != step) forgetGraphs();
  graphStep_ = step;
  StepGraphs& graphs = graphs_[turn_];
  if (graphs.many) return graphs;
  cudaStream_t stream = streams_.all();
  // What the stages need is made before they are recorded.
  for (const Stage& stage : step.stages) {
    const ElementRange all{0, slots_.numElements()};
    stage.half.curl ? curlArgs(stage.half, all) : fusedArgs(stage.half.target, stage.half.step, {}, all);
  }
  const auto enqueue = [&](int steps) {
    if (chain_.mayOverlap()) chain_.restart(stream);
    // A half step overlaps with the one before if that is one of all elements too.
    bool isChained = false;
    for (int i = 0; i < steps; ++i)
      for (const Stage& stage : step.stages) {
        enqueueStage(stage, step.dt, i, !isChained, stream);
        isChained = isWhole(stage.elements) && !stage.half.curl;
      }
    if (timeMatters()) launchAdvance(stepCounter_.data(), steps, stream);
  };
  static_assert(stepsPerGraph % 2 == 0, "a graph must leave the fields where it found them");
  graphs.many.emplace(stream, [&] { enqueue(stepsPerGraph); });
  graphs.one.emplace(stream, [&] { enqueue(1); });
  // Recording has moved the fields by one step, which it has not taken yet.
  countMoves(step);
  return graphs;
}

template <class Real>
void CudaEngine<Real>::replay(const TimeStep& step, std::int64_t first, std::int64_t count) {
  requireLeapFrog();
  cudaStream_t stream = streams_.all();
  stepGraphs(step);
  if (timeMatters()) {
    stepCounter_.zero(stream);
    launchAdvance(stepCounter_.data(), first, stream);
  }
  chain_.forget();
  for (; count >= stepsPerGraph; count -= stepsPerGraph) stepGraphs(step).many->launch(stream);
  for (; count > 0; --count) {
    stepGraphs(step).one->launch(stream);
    countMoves(step);
  }
}

template class CudaEngine<float>;
template class CudaEngine<double>;

}  // namespace fluxtet::gpu
