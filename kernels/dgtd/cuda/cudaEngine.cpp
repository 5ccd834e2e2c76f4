// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaEngine.hpp"

#include "kernels/device/gpu.hpp"
#include "kernels/dgtd/cuda/halfStepParts.hpp"
#include "kernels/dgtd/cuda/splitOperators.hpp"
#include "lib/base/error.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {

template <class Real>
CudaEngine<Real>::CudaEngine(const DgtdProblem& problem)
    : CudaEngine(problem, ClusterMesh<Real>(problem, clusterSizeOf<Real>(problem.order))) {}

template <class Real>
CudaEngine<Real>::CudaEngine(const DgtdProblem& problem, const ClusterMesh<Real>& mesh)
    : fields_(problem, mesh),
      waves_(problem, mesh, fields_.operators(), streams().orderComputeAfterExchange()),
      currents_(problem, slots(), fields_.operators(), streams().orderComputeAfterExchange()),
      states_(statesOf(problem)),
      polarisation_{Polarisation<Real>(problem, fields_, Field::E), Polarisation<Real>(problem, fields_, Field::H)},
      tensors_(problem, fields_),
      layers_(problem, fields_),
      traces_(fields_, problem),
      energies_(fields_, problem),
      krylov_(fields_, energies_, tensors_),
      spectra_(fields_),
      traceSums_(fields_),
      retardedSums_(fields_),
      points_(fields_) {
  const int order = fields_.order();
  cudaStream_t stream = streams().orderComputeAfterExchange();
  // Its blocks are small at P1; at higher orders they wait for several blocks of the half step beside them to end.
  constexpr int longHalfStep = 4;
  isShort_ = slots().numClusters() <= longHalfStep * clustersAtOnce<Real>(order);
  fewFindRoomAside_ = order == 1 || isShort_;
  // With other ranks a half step of all elements begins with the border.
  if (slots().numBorderClusters() == 0)
    for (const Field target : {Field::E, Field::H})
      for (const std::int32_t end : partsOfHalfStep<Real>(order, !fields_.isUpwind() && problem.jumpShare(target) != 0,
                                                          mesh.numGathered, slots().clusterSize()))
        parts_[static_cast<std::size_t>(target)].push_back(
            std::min(slots().numElements(), end * slots().clusterSize()));
  // The kernel of the laws of faces stands between half steps.
  if (streams().kernelsBeginEarly() && fields_.laws().none())
    chain_ = HalfStepChain(mesh, clustersAtOnce<Real>(order), stream);
  waitFor(stream);
}

template <class Real>
std::string CudaEngine<Real>::name() const {
  return "cuda (" + currentGpuName() + ")";
}

template <class Real>
std::int64_t CudaEngine<Real>::bytes() const {
  std::size_t own = splitFlux_.bytes();
  for (const auto* arrays : {&next_, &rhs_})
    for (const auto& array : *arrays) own += array.bytes();
  for (const auto& [key, scale] : curlScales_) own += scale.bytes();
  for (const auto& [key, scale] : dampingScales_) own += scale.bytes();
  return static_cast<std::int64_t>(own) + fields_.bytes() + chain_.bytes() + waves_.bytes() + currents_.bytes() +
         polarisation_[0].bytes() + polarisation_[1].bytes() + tensors_.bytes() + layers_.bytes() + traces_.bytes() +
         energies_.bytes() + spectra_.bytes() + traceSums_.bytes() + retardedSums_.bytes() + points_.bytes();
}

template <class Real>
void CudaEngine<Real>::download(Field field, std::span<Real> values) const {
  fields_.toNodal(fields_.data(field), values);
}

template <class Real>
void CudaEngine<Real>::uploadState(StateId id, std::span<const Real> values) {
  const StateInfo& state = states_.at(static_cast<std::size_t>(id));
  switch (state.kind) {
    case StateKind::field:
      return upload(state.field, values);
    case StateKind::pole:
      return polarisation_[static_cast<std::size_t>(state.field)].upload(state, values);
    case StateKind::plasma:
      return tensors_.upload(state, values);
    case StateKind::layer:
      return layers_.upload(state, values);
    case StateKind::faceLaw:
      return fields_.laws().upload(state, values, fields_.streams().orderComputeAfterExchange());
  }
}

template <class Real>
void CudaEngine<Real>::downloadState(StateId id, std::span<Real> values) const {
  const StateInfo& state = states_.at(static_cast<std::size_t>(id));
  switch (state.kind) {
    case StateKind::field:
      return download(state.field, values);
    case StateKind::pole:
      return polarisation_[static_cast<std::size_t>(state.field)].download(state, values);
    case StateKind::plasma:
      return tensors_.download(state, values);
    case StateKind::layer:
      return layers_.download(state, values);
    case StateKind::faceLaw:
      return fields_.laws().download(state, values, fields_.streams().orderComputeAfterExchange());
  }
}

template <class Real>
void CudaEngine<Real>::setFaceLaws(const std::vector<FaceLaw>& laws) {
  if (fields_.laws().none()) return;
  synchronize();
  forgetGraphs();
  fields_.laws().setLaws(laws);
}

template <class Real>
auto CudaEngine<Real>::leapFrogScales(Field target, double step) -> const Scales& {
  Scales& scales = leapFrogScales_[static_cast<std::size_t>(target)];
  if (!scales.rhs.empty() && scales.step == step) return scales;
  forgetGraphs();
  scales.step = step;
  scales.rhs =
      fields_.table([&](const MaterialValues& m) { return curlSign(target) * leapFrogGrowth(m, target, step); });
  scales.target = fields_.table([&](const MaterialValues& m) { return leapFrogDecay(m, target, step); });
  scales.current = fields_.table([&](const MaterialValues& m) { return leapFrogGrowth(m, target, step); });
  scales.decays = std::any_of(fields_.materials().begin(), fields_.materials().end(),
                              [&](const MaterialValues& m) { return loss(m, target, step) != 0; });
  return scales;
}

template <class Real>
auto CudaEngine<Real>::rungeKuttaScales(Field target, double step) -> const Scales& {
  Scales& scales = rungeKuttaScales_[static_cast<std::size_t>(target)];
  if (!scales.rhs.empty() && scales.step == step) return scales;
  scales.step = step;
  scales.rhs =
      fields_.table([&](const MaterialValues& m) { return curlSign(target) * explicitGrowth(m, target, step); });
  scales.target = fields_.table([&](const MaterialValues& m) { return conductionStep(m, Field::E, step); });
  scales.current = fields_.table([&](const MaterialValues& m) { return explicitGrowth(m, Field::E, step); });
  scales.decays = target == Field::E && std::any_of(fields_.materials().begin(), fields_.materials().end(),
                                                    [](const MaterialValues& m) { return m.sigma != 0; });
  return scales;
}

template <class Real>
const Real* CudaEngine<Real>::curlScale(Field target, double step, int level) {
  DeviceBuffer<Real>& scale = curlScales_[{static_cast<int>(target), step, level}];
  if (scale.empty())
    scale = fields_.table([&](const MaterialValues& m) {
      return m.level < level ? 0 : curlSign(target) * explicitGrowth(m, target, step);
    });
  return scale.data();
}

template <class Real>
const Real* CudaEngine<Real>::dampingScale(double step, double stepOfLoss, int level) {
  DeviceBuffer<Real>& scale = dampingScales_[{step, stepOfLoss, level}];
  if (scale.empty())
    scale = fields_.table([&](const MaterialValues& m) {
      return m.level < level ? 0 : curlSign(Field::E) * dampingGrowth(m, step, stepOfLoss);
    });
  return scale.data();
}

template <class Real>
RhsArgs<Real> CudaEngine<Real>::leapFrogArgs(Field target, double step, KernelTime sourceTime, ElementRange range) {
  const Scales& scales = leapFrogScales(target, step);
  // Asking for the stream would keep the next half step from overlapping with this one.
  if (!fields_.laws().none()) fields_.laws().prepare(step, streams().computeBesideExchange());
  RhsArgs<Real> args = fields_.rhsArgs(target, range);
  if (target == Field::E) args.current = currents_.term(sourceTime, scales.current.data());
  args.rhsScale = scales.rhs.data();
  args.targetScale = scales.decays ? scales.target.data() : nullptr;
  return args;
}

template <class Real>
RhsArgs<Real> CudaEngine<Real>::fusedArgs(Field target, double step, KernelTime sourceTime, ElementRange range) {
  RhsArgs<Real> args = leapFrogArgs(target, step, sourceTime, range);
  // What no cluster of the range has needs a kernel with less code.
  const ClusterRange clusters = slots().clusters(range);
  Polarisation<Real>& polarisation = polarisation_[static_cast<std::size_t>(target)];
  if (polarisation.touch(clusters)) args.poles = polarisation.term(step, leapFrogScales(target, step).current.data());
  if (tensors_.touch(target, clusters)) args.tensors = tensors_.term(target, step);
  if (layers_.touch(clusters)) args.layers = layers_.term(target, step);
  if (readsOuterTarget(target)) args.out = fields_.zeroedIfEmpty(next_[static_cast<std::size_t>(target)]);
  return args;
}

template <class Real>
RhsArgs<Real> CudaEngine<Real>::curlArgs(const HalfStep& half, ElementRange range) {
  RhsArgs<Real> args = fields_.rhsArgs(half.target, range);
  args.source = fields_.dataOf(half.curl->source);
  if (half.curl->withoutHalo) args.sourceTrace = fields_.zeroTraces();
  args.target = args.base = args.out = fields_.dataOf(half.curl->out);
  args.jumpScale = nullptr;
  args.waveRecord = nullptr;
  args.rhsScale = curlScale(half.target, half.step, half.curl->level);
  args.dissipation = 0;
  args.outScale = half.curl->fromZero ? Real(0) : Real(1);
  args.tensors = tensors_.explicitTerm(half.target);
  return args;
}

template <class Real>
RhsArgs<Real> CudaEngine<Real>::dampingArgs(const HalfStep& half, ElementRange range) {
  const DampingOnly& damping = *half.damping;
  RhsArgs<Real> args = fields_.rhsArgs(Field::E, range);
  args.source = nullptr;
  args.target = fields_.dataOf(damping.source);
  args.base = fields_.dataOf(damping.base);
  args.out = fields_.dataOf(damping.out);
  fields_.takePenalty(PenaltyPart::damped, args);
  args.rhsScale = dampingScale(half.step, damping.stepOfLoss, damping.level);
  return args;
}

template <class Real>
void CudaEngine<Real>::endPart(Field target, std::int32_t numClusters) {
  if (!readsOuterTarget(target)) return;
  clustersUnderWay_ += numClusters;
  if (clustersUnderWay_ < slots().numClusters()) return;
  clustersUnderWay_ = 0;
  fields_.swap(target, next_[static_cast<std::size_t>(target)]);
  turn_ ^= 1u << static_cast<unsigned>(target);
}

template <class Real>
void CudaEngine<Real>::requireLeapFrog() const {
  requireRun(!fields_.isUpwind(),
             "the upwind flux needs a Runge-Kutta scheme: it is not stable in the leap-frog scheme");
}

template <class Real>
void CudaEngine<Real>::writeWaves(const HalfStep& half) {
  if (!waves_.written(half.target, at(half.targetTime), at(half.sourceTime)))
    waves_.write(half.target, at(half.targetTime), at(half.sourceTime), streams().computeBesideExchange());
}

template <class Real>
void CudaEngine<Real>::keepCurl(RhsArgs<Real>& args, const HalfStep& half) {
  if (!half.kept) return;
  args.kept.out = fields_.dataOf(half.kept->out);
  int i = 0;
  for (const ElementRange& range : {half.kept->interior, half.kept->border}) {
    if (range.begin < range.end) {
      const ClusterRange clusters = slots().clusters(range);
      args.kept.first[i] = clusters.begin;
      args.kept.end[i] = clusters.end;
    }
    ++i;
  }
}

template <class Real>
void CudaEngine<Real>::enterWaves(RhsArgs<Real>& args, const HalfStep& half) {
  waves_.enter(args, half.target, at(half.targetTime), at(half.sourceTime));
}

template <class Real>
void CudaEngine<Real>::fusedHalfStep(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  if (range.begin >= range.end) return;
  if (half.isAuxiliary()) return enqueueAuxiliary(half.curl ? curlArgs(half, range) : dampingArgs(half, range));
  Part part = Part::only;
  for (const std::int32_t end : parts_[static_cast<std::size_t>(half.target)]) {
    if (end <= range.begin || end >= range.end) continue;
    enqueuePart(half, {range.begin, end}, part == Part::only ? Part::first : Part::other);
    range.begin = end;
    part = Part::other;
  }
  if (part == Part::other) return enqueuePart(half, range, part);
  const ClusterRange clusters = slots().clusters(range);
  const bool isWhole = clusters.begin == 0 && clusters.end == slots().numClusters();
  isWhole && !streams().isAside() ? enqueueWhole(half) : enqueuePart(half, range, part);
}

template <class Real>
void CudaEngine<Real>::addArrays(const ArraySum& sum, ElementRange range) {
  const Real* const less = !sum.less                ? nullptr
                           : *sum.less == previousE ? next_[static_cast<std::size_t>(Field::E)].data()
                                                    : fields_.dataOf(*sum.less);
  addArray(sum.weight, fields_.dataOf(sum.source), less, sum.fromZero, fields_.dataOf(sum.out), range);
}

/// Beside long half steps FewElementsKernel finds no room, and blocks of the half step of E that need more memory than
/// others wait for it; so less is aside there. Measured with 390,000 to 8,270,000 nodes (docs/data/localSteps).
template <class Real>
StagesAside CudaEngine<Real>::stagesAside() const {
  // The kernels of incident waves and of laws of faces stand in the compute stream.
  const bool halfStepsMay = slots().numBorderClusters() == 0 && waves_.none() && fields_.laws().none();
  if (isShort_ && halfStepsMay) return StagesAside::withHalfStepOfE;
  constexpr std::int64_t leastNodes = 550'000;
  if (static_cast<std::int64_t>(slots().numElements()) * fields_.basis().np() < leastNodes) return StagesAside::none;
  return fewFindRoomAside_ ? StagesAside::all : StagesAside::beforeHalfStep;
}

/// Measured with 25 to 300 clusters at P1 and P2 (docs/data/localSteps).
template <class Real>
bool CudaEngine<Real>::areFew(std::int32_t numClusters, bool isAside) const {
  constexpr std::int32_t mostClusters = 70;
  return numClusters <= mostClusters && (!isAside || fewFindRoomAside_);
}

template <class Real>
void CudaEngine<Real>::addArray(double weight, const Real* source, const Real* less, bool fromZero, Real* out,
                                ElementRange range) {
  const ClusterRange clusters = slots().clusters(range);
  const std::int64_t each = static_cast<std::int64_t>(slots().clusterSize()) * elementStride(fields_.order());
  const std::int64_t first = clusters.begin * each, count = (clusters.end - clusters.begin) * each;
  const EngineStreams::AuxiliaryStart start = streams().orderAuxiliaryAfterExchange();
  launchSum(static_cast<Real>(weight), source + first, less == nullptr ? nullptr : less + first, fromZero, out + first,
            count, start.behindKernel, start.stream);
}

/// Its blocks start while the kernel before runs, bring what no kernel writes, and wait for the end of that kernel.
template <class Real>
void CudaEngine<Real>::enqueueAuxiliary(RhsArgs<Real> args) {
  const EngineStreams::AuxiliaryStart start = streams().orderAuxiliaryAfterExchange();
  args.chain = {};
  args.chain.count = streams().kernelsBeginEarly() ? 1 : 0;
  args.chain.overlaps = start.behindKernel;
  if (args.tensors == nullptr && areFew(args.numClusters, start.isAside)) {
    launchFewElements(fields_.order(), FewElementsArgs<Real>{args, fields_.lifts()}, start.stream);
  } else {
    launchRhs(fields_.order(), args, start.stream);
  }
}

template <class Real>
void CudaEngine<Real>::enqueuePart(const HalfStep& half, ElementRange range, Part part) {
  writeWaves(half);
  // The arguments first: at the first step they fill tables.
  RhsArgs<Real> args = fusedArgs(half.target, half.step, at(half.sourceTime), range);
  const EngineStreams::AuxiliaryStart start = streams().orderAuxiliaryAfterExchange();
  enterWaves(args, half);
  keepCurl(args, half);
  fields_.laws().enter(args, half.target, half.step, range, start.stream);
  args.chain.count = streams().kernelsBeginEarly() ? 1 : 0;
  if (streams().kernelsBeginEarly() && fields_.laws().none()) {
    // The first part begins when all before it has ended; so all blocks of the others are early ones, which wait for
    // nothing but at their end for the end of the part before.
    args.chain.overlaps = part == Part::other || (part == Part::only && start.behindKernel);
    args.chain.numEarly = part == Part::other ? args.numClusters : 0;
  }
  launchRhs(fields_.order(), args, start.stream);
  endPart(half.target, args.numClusters);
}

/// The launch begins with the border, so that the border's traces can leave while the interior is computed. It may
/// overlap with the half step before.
template <class Real>
void CudaEngine<Real>::enqueueWhole(const HalfStep& half) {
  writeWaves(half);
  // The arguments first: at the first step they make terms of poles, tensors and layers in the same stream.
  RhsArgs<Real> args = fusedArgs(half.target, half.step, at(half.sourceTime), everything());
  const EngineStreams::HalfStepStart start = streams().orderHalfStepAfterExchange();
  enterWaves(args, half);
  keepCurl(args, half);
  fields_.laws().enter(args, half.target, half.step, everything(), start.stream);
  args.chain = chain_.next(start.behindHalfStep, start.stream);
  const bool restarts = args.chain.count == 1;  // the last work in the stream is then what sets counters to 0
  if (!args.chain.overlaps && !restarts && start.behindKernel && fields_.laws().none()) {
    args.chain.overlaps = true;
    args.chain.numEarly = 0;
  }
  if (const std::int32_t numClusters = slots().numBorderClusters(); numClusters > 0) {
    args.border = traces_.outgoing().borderArgs(half.target, numClusters, streams().counts());
    if (start.arrival) {
      args.border.awaited = start.arrival->onDevice;
      args.border.numAwaited = static_cast<std::int32_t>(start.arrival->flags.size());
      args.border.awaitedValue = start.arrival->argument;
    }
    args.border.done = streams().borderCounter();
    args.border.doneAtEnd = streams().countBorder(numClusters);
  }
  launchRhs(fields_.order(), args, start.stream);
  endPart(half.target, args.numClusters);
}

/// SplitTables::rhs [slot][3 Np] fits into a buffer of a field's size.
template <class Real>
SplitTables<Real> CudaEngine<Real>::splitTables() {
  if (splitFlux_.empty()) {
    splitFlux_ = DeviceBuffer<JumpPair<Real>>(static_cast<std::size_t>(slots().numSlots()) * 4 * fields_.basis().nf());
    setSplitOperators<Real>(fields_.order(), fields_.operators());
  }
  return {rhsBuffer(Field::E), splitFlux_.data()};
}

template <class Real>
void CudaEngine<Real>::intVolume(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  const RhsArgs<Real> args = leapFrogArgs(half.target, half.step, {half.sourceTime}, range);
  launchVolume(fields_.order(), args, splitTables(), streams().computeBesideExchange());
}

template <class Real>
void CudaEngine<Real>::intSurface(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  RhsArgs<Real> args = leapFrogArgs(half.target, half.step, {half.sourceTime}, range);
  const SplitTables<Real> tables = splitTables();
  writeWaves(half);
  enterWaves(args, half);
  cudaStream_t stream =
      range.end <= slots().numInterior() ? streams().computeBesideExchange() : streams().orderComputeAfterExchange();
  fields_.laws().enter(args, half.target, half.step, range, stream);
  launchSurface(fields_.order(), args, tables, stream);
}

template <class Real>
void CudaEngine<Real>::updateField(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  const RhsArgs<Real> args = leapFrogArgs(half.target, half.step, {half.sourceTime}, range);
  const SplitTables<Real> tables = splitTables();
  cudaStream_t stream = streams().orderComputeAfterExchange();
  Polarisation<Real>& polarisation = polarisation_[static_cast<std::size_t>(half.target)];
  const Real* scale = leapFrogScales(half.target, half.step).current.data();
  const LayerTerm<Real> layers = layers_.term(half.target, half.step);
  const PoleTerm<Real>* poles = polarisation.term(half.step, scale);
  tensors_.term(half.target, half.step);
  layers_.keep(half.target, range, stream);
  tensors_.keep(half.target, range, stream);
  polarisation.advance(range, layers, stream);
  launchUpdate(fields_.order(), half.target, args, tables, stream);
  polarisation.subtract(range, stream);
  if (half.target == Field::E)
    currents_.subtract({half.sourceTime}, fields_.record(), scale, slots(), range, fields_.data(half.target), stream);
  tensors_.apply(half.target, range, layers, stream);
  layers_.apply(half.target, range, poles, stream);
}

template <class Real>
void CudaEngine<Real>::rungeKuttaResidual(double a, double step, double time, ElementRange range) {
  requireRun(polarisation_[0].none() && polarisation_[1].none(), "dispersive media need the leap-frog scheme");
  requireRun(tensors_.none(), "anisotropic media and magnetised plasmas need the leap-frog scheme");
  requireRun(layers_.none(), "absorbing layers need the leap-frog scheme");
  requireRun(fields_.laws().none(), "impedance walls and sheets need the leap-frog scheme");
  for (const Field target : {Field::E, Field::H}) {
    rungeKuttaScales(target, step);
    rhsBuffer(target);
  }
  cudaStream_t stream =
      range.end <= slots().numInterior() ? streams().computeBesideExchange() : streams().orderComputeAfterExchange();
  for (const Field target : {Field::E, Field::H}) {
    const Scales& scales = rungeKuttaScales(target, step);
    RhsArgs<Real> args = fields_.rhsArgs(target, range);
    const HalfStep stage{target, step, time, time};
    writeWaves(stage);
    enterWaves(args, stage);
    args.base = args.out = rhsBuffer(target);
    args.outScale = static_cast<Real>(a);
    args.rhsScale = scales.rhs.data();
    args.targetScale = scales.decays ? scales.target.data() : nullptr;
    if (fields_.isUpwind()) {
      launchUpwind(fields_.order(), UpwindArgs<Real>{args, fields_.outerMaterial()}, stream);
    } else {
      launchRhs(fields_.order(), args, stream);
    }
    if (target == Field::E)
      currents_.subtract({time}, fields_.record(), scales.current.data(), slots(), range, rhsBuffer(target), stream);
  }
}

template <class Real>
void CudaEngine<Real>::rungeKuttaUpdate(double b, ElementRange range) {
  for (const Field field : {Field::E, Field::H})
    addArray(b, rhsBuffer(field), nullptr, false, fields_.data(field), range);
}

template <class Real>
bool CudaEngine<Real>::isWhole(const ElementList& elements) const {
  return elements == ElementList::all(slots().numElements(), slots().numInterior());
}

template <class Real>
bool CudaEngine<Real>::replays(const TimeStep& step) const {
  // What an auxiliary half step reads of other ranks without an exchange is zero or multiplied by zero. Traces are
  // packed behind half steps of all elements alone.
  const bool mayRecord = manySteps * step.records.size() <= mostRecordsOnGpu;
  return mayRecord && !fields_.isUpwind() &&
         std::none_of(step.stages.begin(), step.stages.end(), [&](const Stage& stage) {
           return stage.keeps ||
                  (stage.isHalfStep() && stage.sends && !isWhole(stage.elements) && slots().numBorderClusters() > 0);
         });
}

template <class Real>
auto CudaEngine<Real>::record(int steps, double dt, const TakeStep& takeStep, cudaStream_t stream) -> StepGraph {
  StepGraph result;
  RunCounts::Recording recording(streams().counts(), dt);
  points_.takeCaptured();  // of a recording that has failed
  result.graph.emplace(stream, [&] {
    if (chain_.mayOverlap()) chain_.restart(stream);
    waves_.forget();
    const int written = std::min(steps, waves_.stepsAtOnce(graphStep_));
    for (int i = 0; i < steps; ++i) {
      recording.beginStep(i);
      if (written > 0 && i % written == 0)
        waves_.writeSteps(graphStep_, written, at(0), streams().computeBesideExchange());
      takeStep(0);
    }
    result.moved = recording.moved(steps);
    result.bytesSent = recording.bytesSent();
    result.records = points_.takeCaptured();
    if (needsPosition()) streams().counts().movePosition(result.moved, streams().computeBesideExchange());
  });
  return result;
}

template <class Real>
auto CudaEngine<Real>::stepGraphs(const TimeStep& step) -> StepGraphs& {
  if (graphStep_ != step || graphMoves_ != fields_.moves()) forgetGraphs();
  graphStep_ = step;
  graphMoves_ = fields_.moves();
  // These calls allocate and fill what the stages need, which must not happen while the stream is captured.
  for (const Stage& stage : step.stages) {
    if (stage.sum) continue;
    if (stage.half.curl) {
      curlArgs(stage.half, everything());
    } else if (stage.half.damping) {
      dampingArgs(stage.half, everything());
    } else {
      fusedArgs(stage.half.target, stage.half.step, {}, everything());
    }
  }
  for (const int handle : step.records) points_.prepare(handle);
  unsigned next = turn_;
  for (const Count count : {Count::sentE, Count::sentH, Count::receivedE, Count::receivedH})
    next = 2 * next + streams().counts().of(count) % 2;
  return graphs_[next];
}

template <class Real>
void CudaEngine<Real>::launch(StepGraph& graph, int steps, double dt, const TakeStep& takeStep, cudaStream_t stream) {
  if (!graph.graph) graph = record(steps, dt, takeStep, stream);
  points_.noteCaptured(graph.records);
  graph.graph->launch(stream);
  streams().noteGraph();
  streams().counts().advance(graph.moved, graph.bytesSent);
  if (slots().numBorderClusters() == 0) return;
  Event& older = replayed_[graphsLaunched_++ % replayed_.size()];
  older.synchronize();
  older.record(stream);
}

template <class Real>
void CudaEngine<Real>::replay(const TimeStep& step, std::int64_t first, std::int64_t count, const TakeStep& takeStep) {
  requireLeapFrog();
  const std::int64_t end = first + count;
  cudaStream_t stream = streams().orderComputeAfterExchange();
  StepGraphs& graphs = stepGraphs(step);
  if (count > 1 && needsPosition()) streams().counts().setPosition(first, stream);
  int steps = manySteps;
  for (StepGraph& graph : graphs) {
    for (; end - first >= steps; first += steps) launch(graph, steps, step.dt, takeStep, stream);
    steps /= 2;
  }
  chain_.forget();
  waves_.forget();
  if (first < end) takeStep(static_cast<double>(first) * step.dt);
}

template class CudaEngine<float>;
template class CudaEngine<double>;

}  // namespace fluxtet::dgtd::cuda
