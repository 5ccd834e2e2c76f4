// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/incidentWaves.hpp"

#include "kernels/dgtd/cuda/toDevice.hpp"
#include "kernels/dgtd/laws.hpp"

#include <stdexcept>

namespace fluxtet::dgtd::cuda {
namespace {

/// The nodes of the incident face `i`, [Nf][xyz], m.
std::span<const double> nodesOf(const DgtdProblem& problem, std::size_t i) {
  const auto size = 3 * static_cast<std::size_t>(nodesPerFace(problem.order));
  return {&problem.waveNode[i * size], size};
}
std::span<const std::int32_t> wavesOf(const DgtdProblem& problem, std::size_t i) {
  const auto begin = static_cast<std::size_t>(problem.waveBegin[i]),
             end = static_cast<std::size_t>(problem.waveBegin[i + 1]);
  return {problem.waveOfFace.data() + begin, end - begin};
}

/// The edges A->B and A->C of a face, m, from its nodes: A, B, C are its nodes 0, order and Nf - 1 (NodeOrder).
std::array<double, 6> faceEdges(std::span<const double> node, int order) {
  std::array<double, 6> edges{};
  const std::array corners{3 * static_cast<std::size_t>(order), node.size() - 3};
  for (std::size_t k = 0; k < 2; ++k)
    for (std::size_t c = 0; c < 3; ++c) edges[3 * k + c] = node[corners[k] + c] - node[c];
  return edges;
}

/// The face of a problem, without its records.
WaveFace makeFace(const DgtdProblem& problem, std::size_t i) {
  const std::size_t numWaveFaces = problem.waveFace.size();
  const MaterialValues medium = materialOf(problem, static_cast<std::size_t>(problem.incidentFace(i) / 4));
  const double sign = i < numWaveFaces ? 1 : problem.injectedSign[i - numWaveFaces];
  return {faceEdges(nodesOf(problem, i), problem.order),
          problem.waveBegin[i],
          problem.waveBegin[i + 1],
          slowness(medium),
          fluxAdmittance(medium, Field::E),
          sign,
          -1,
          -1,
          problem.profileOf(i)};
}

/// Whether the waves of two incident faces are each other's negative, bit for bit.
bool areOpposite(const DgtdProblem& problem, std::size_t i, const WaveFace& a, std::size_t j, const WaveFace& b) {
  return a.sign == -b.sign && a.slowness == b.slowness && a.admittance == b.admittance && a.profile == b.profile &&
         std::ranges::equal(nodesOf(problem, i), nodesOf(problem, j)) &&
         std::ranges::equal(wavesOf(problem, i), wavesOf(problem, j));
}

bool sameTime(const KernelTime& a, const KernelTime& b) {
  return a.base == b.base && a.step == b.step && a.ahead == b.ahead && a.dt == b.dt;
}

}  // namespace

template <class Real>
IncidentWaves<Real>::IncidentWaves(const DgtdProblem& problem, const ClusterMesh<Real>& mesh,
                                   const BernsteinOperators& operators, cudaStream_t stream)
    : order_(problem.order),
      sliceSize_(static_cast<std::int64_t>(mesh.waveFace.size()) * traceSize(problem.order)),
      numWaveFaces_(static_cast<std::int32_t>(problem.waveFace.size())),
      waveforms_(problem.waveforms, stream) {
  if (problem.numIncident() == 0) return;
  for (const Field target : {Field::E, Field::H})
    injectsTarget_[static_cast<std::size_t>(target)] =
        !problem.injectedFace.empty() && (problem.upwind || problem.jumpShare(target) != 0);
  std::vector<std::int32_t> recordOf(problem.numIncident());
  for (std::size_t record = 0; record < mesh.waveFace.size(); ++record)
    if (mesh.waveFace[record] >= 0)
      recordOf[static_cast<std::size_t>(mesh.waveFace[record])] = static_cast<std::int32_t>(record);
  std::vector<WaveFace> faces;
  std::vector<double> node;
  for (std::size_t i = 0; i < recordOf.size(); ++i) {
    WaveFace face = makeFace(problem, i);
    face.record = recordOf[i];
    if (const std::int32_t side = problem.incidentFace(i);
        i >= problem.waveFace.size() && problem.faceKind[static_cast<std::size_t>(side)] == FaceKind::interior) {
      // The two sides are listed each by itself. What one computes serves both.
      const std::int32_t across = problem.injectedIndex(problem.faceLink[static_cast<std::size_t>(side)]);
      const std::size_t j = problem.waveFace.size() + static_cast<std::size_t>(across);
      if (across >= 0 && areOpposite(problem, i, face, j, makeFace(problem, j))) {
        if (j < i) continue;
        face.opposite = recordOf[j];
      }
    }
    faces.push_back(face);
    const auto nodes = nodesOf(problem, i);
    node.insert(node.end(), nodes.begin(), nodes.end());
  }
  face_ = toDevice(faces, stream);
  node_ = toDevice(node, stream);
  waveOf_ = toDevice(problem.waveOfFace, stream);
  wave_ = toDevice(problem.waves, stream);
  profile_ = toDevice(problem.waveProfile, stream);
  toBernstein_ = toDevice<double>(std::span(&operators.faceToBernstein, 1), stream);
  waveRecord_ = toDevice(mesh.waveRecord, stream);
  injected_ = toDevice(mesh.injected, stream);
  slices_ = WaveSlices::fitting(sliceSize_ * static_cast<std::int64_t>(sizeof(Real)), WaveSlices::forTarget(problem),
                                !problem.upwind);
  inSlice_.resize(static_cast<std::size_t>(slices_.count()));
  sliceIsWritten_.resize(inSlice_.size());
  records_ = DeviceBuffer<Real>(inSlice_.size() * static_cast<std::size_t>(sliceSize_));
}

template <class Real>
std::int64_t IncidentWaves<Real>::bytes() const {
  return waveforms_.bytes() + static_cast<std::int64_t>(waveRecord_.bytes() + injected_.bytes() + face_.bytes() +
                                                        node_.bytes() + toBernstein_.bytes() + waveOf_.bytes() +
                                                        wave_.bytes() + profile_.bytes() + records_.bytes());
}

template <class Real>
bool IncidentWaves<Real>::Instant::covers(const Instant& other) const {
  return field == other.field && sameTime(time, other.time) && (withInjected || !other.withInjected);
}

template <class Real>
auto IncidentWaves<Real>::instantsOf(Field target, const KernelTime& targetTime, const KernelTime& sourceTime) const
    -> std::array<Instant, 2> {
  return {{{other(target), sourceTime, !injected_.empty()},
           {target, targetTime, injectsTarget_[static_cast<std::size_t>(target)]}}};
}

template <class Real>
std::int32_t IncidentWaves<Real>::numFaces(const Instant& instant) const {
  return instant.withInjected ? static_cast<std::int32_t>(face_.size()) : numWaveFaces_;
}

template <class Real>
int IncidentWaves<Real>::find(const Instant& instant) const {
  for (std::size_t slice = 0; slice < inSlice_.size(); ++slice)
    if (sliceIsWritten_[slice] && inSlice_[slice].covers(instant)) return static_cast<int>(slice);
  return -1;
}

template <class Real>
bool IncidentWaves<Real>::written(Field target, const KernelTime& targetTime, const KernelTime& sourceTime) const {
  const auto instants = instantsOf(target, targetTime, sourceTime);
  return std::ranges::all_of(instants, [&](const Instant& i) { return numFaces(i) == 0 || find(i) >= 0; });
}

template <class Real>
void IncidentWaves<Real>::write(Field target, const KernelTime& targetTime, const KernelTime& sourceTime,
                                cudaStream_t stream) {
  std::vector<bool> isKept(inSlice_.size(), false);
  std::vector<Instant> missing;
  for (const Instant& instant : instantsOf(target, targetTime, sourceTime)) {
    if (numFaces(instant) == 0) continue;
    const int slice = find(instant);
    if (slice >= 0) isKept[static_cast<std::size_t>(slice)] = true;
    if (slice < 0) missing.push_back(instant);
  }
  std::vector<int> slices;
  for (const Instant& instant : missing) {
    // There are two slices at least, and a half step reads two at most.
    const auto free = static_cast<std::size_t>(std::ranges::find(isKept, false) - isKept.begin());
    isKept[free] = true;
    inSlice_[free] = instant;
    sliceIsWritten_[free] = true;
    slices.push_back(static_cast<int>(free));
  }
  KernelTime first = sourceTime;
  first.base = 0;
  launch(missing, slices, 1, 0, first, stream);
}

template <class Real>
auto IncidentWaves<Real>::instantsOf(const TimeStep& step) const -> std::vector<Instant> {
  std::vector<Instant> all;
  for (const Stage& stage : step.stages) {
    if (stage.half.curl) continue;
    for (const Instant& instant : instantsOf(stage.half.target, {stage.half.targetTime}, {stage.half.sourceTime})) {
      if (numFaces(instant) == 0) continue;
      const auto same = std::ranges::find_if(
          all, [&](const Instant& i) { return i.field == instant.field && sameTime(i.time, instant.time); });
      if (same == all.end()) {
        all.push_back(instant);
      } else {
        same->withInjected = same->withInjected || instant.withInjected;
      }
    }
  }
  return all;
}

template <class Real>
int IncidentWaves<Real>::stepsAtOnce(const TimeStep& step) const {
  const auto ofStep = static_cast<int>(instantsOf(step).size());
  int steps = 0;
  for (int more = 1; ofStep > 0 && more <= manySteps && more * ofStep <= slices_.count(); more *= 2) steps = more;
  return steps;
}

template <class Real>
void IncidentWaves<Real>::writeSteps(const TimeStep& step, int count, const KernelTime& first, cudaStream_t stream) {
  if (count > stepsAtOnce(step)) throw std::logic_error("records of incident waves of more steps than fit");
  const std::vector<Instant> instants = instantsOf(step);
  forget();
  std::vector<int> slices;
  for (std::size_t i = 0; i < instants.size(); ++i) {
    slices.push_back(static_cast<int>(i));
    for (int s = 0; s < count; ++s) {
      const std::size_t slice = static_cast<std::size_t>(s) * instants.size() + i;
      inSlice_[slice] = instants[i];
      inSlice_[slice].time = {instants[i].time.base, first.step, first.ahead + s, first.dt};
      sliceIsWritten_[slice] = true;
    }
  }
  launch(instants, slices, count, static_cast<int>(instants.size()), first, stream);
}

template <class Real>
void IncidentWaves<Real>::launch(std::span<const Instant> instants, std::span<const int> slice, int steps,
                                 int slicesOfStep, const KernelTime& first, cudaStream_t stream) {
  const WaveArgs args{order_,       face_.data(),    node_.data(),       waveOf_.data(),
                      wave_.data(), profile_.data(), waveforms_.table(), toBernstein_.data()};
  for (std::size_t begin = 0; begin < instants.size(); begin += WaveTimes::most) {
    WaveTimes times{};
    times.count = static_cast<int>(std::min<std::size_t>(WaveTimes::most, instants.size() - begin));
    times.steps = steps;
    times.first = first;
    times.slicesOfStep = slicesOfStep;
    for (int i = 0; i < times.count; ++i) {
      const std::size_t at = begin + static_cast<std::size_t>(i);
      times.of[i] = {instants[at].field, instants[at].time.base, numFaces(instants[at]), slice[at]};
    }
    launchWaves(args, times, records_.data(), sliceSize_, stream);
  }
}

template <class Real>
void IncidentWaves<Real>::enter(RhsArgs<Real>& args, Field target, const KernelTime& targetTime,
                                const KernelTime& sourceTime) const {
  args.waveRecord = waveRecord_.data();
  args.injected = injected_.data();
  const auto [ofSource, ofTarget] = instantsOf(target, targetTime, sourceTime);
  const auto records = [&](const Instant& instant) -> const Real* {
    if (numFaces(instant) == 0) return nullptr;
    const int slice = find(instant);
    if (slice < 0) throw std::logic_error("records of incident waves have not been written");
    return records_.data() + slice * sliceSize_;
  };
  args.sourceWave = records(ofSource);
  args.targetWave = records(ofTarget);
}

template <class Real>
void IncidentWaves<Real>::forget() {
  sliceIsWritten_.assign(sliceIsWritten_.size(), false);
}

template class IncidentWaves<float>;
template class IncidentWaves<double>;

}  // namespace fluxtet::dgtd::cuda
