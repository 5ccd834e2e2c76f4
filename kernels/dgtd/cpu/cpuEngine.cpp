// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuEngine.hpp"

#include "kernels/dgtd/cpu/flushDenormals.hpp"
#include "kernels/dgtd/cpu/instructionSet.hpp"
#include "kernels/dgtd/randomVector.hpp"
#include "lib/base/error.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace fluxtet::cpu {

namespace {

using NodalValues = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// The share of `blocks` that thread `index` of `count` works on.
BlockRange shareOf(BlockRange blocks, int index, int count) {
  const std::int64_t size = blocks.end - blocks.begin;
  return {blocks.begin + static_cast<std::int32_t>(size * index / count),
          blocks.begin + static_cast<std::int32_t>(size * (index + 1) / count)};
}

}  // namespace

template <class Real>
CpuEngine<Real>::CpuEngine(const DgtdProblem& problem, int threads)
    : basis_(problem.order),
      kernels_(chooseKernels<Real>()),
      threads_(std::max(1, threads)),
      upwind_(problem.upwind),
      jumpShare_{problem.jumpShare(Field::E), problem.jumpShare(Field::H)},
      mesh_(problem, basis_, kernels_.lanes),
      waves_(problem, mesh_.slots),
      currents_(problem, mesh_.slots),
      elementOfSlot_(static_cast<std::size_t>(mesh_.slots.numSlots()), -1),
      sendFace_(problem.sendFace) {
  for (std::int32_t e = 0; e < problem.numElements; ++e) elementOfSlot_[mesh_.slots.ofElement(e)] = e;
  for (auto& field : fields_) field = newField(true);
  const int np = basis_.np();
  mass_ = AlignedArray<double>(static_cast<std::size_t>(np) * np);
  for (int n = 0; n < np; ++n)
    for (int k = 0; k < np; ++k) mass_[static_cast<std::size_t>(n) * np + k] = basis_.mass()(n, k);
}

template <class Real>
std::string CpuEngine<Real>::name() const {
  return fmt::format("cpu ({}, {} thread{})", kernels_.name, threads_, threads_ == 1 ? "" : "s");
}

template <class Real>
std::int64_t CpuEngine<Real>::bytes() const {
  std::int64_t sum = mesh_.bytes() + waves_.bytes() + currents_.bytes() + mass_.bytes();
  sum += static_cast<std::int64_t>((elementOfSlot_.size() + sendFace_.size()) * sizeof(std::int32_t));
  for (const auto* arrays : {&fields_, &next_, &rates_, &kept_})
    for (const auto& array : *arrays) sum += array.bytes();
  for (const auto& state : states_) sum += state.bytes();
  for (const Spectra& spectra : spectra_) sum += spectra.sums.bytes();
  for (const PointSet& set : points_)
    sum += static_cast<std::int64_t>(set.element.size() * sizeof(std::int32_t) + set.weight.size() * sizeof(double));
  return sum;
}

template <class Real>
void CpuEngine<Real>::parallel(BlockRange blocks, const BlockWork& work) const {
  if (blocks.begin == blocks.end) return;
#pragma omp parallel num_threads(threads_)
  {
    const FlushDenormals flush;
    const BlockRange mine = shareOf(blocks, omp_get_thread_num(), omp_get_num_threads());
    if (mine.begin < mine.end) work(mine);
  }
}

template <class Real>
AlignedArray<Real> CpuEngine<Real>::zeros(std::int32_t numBlocks, std::int64_t valuesPerBlock) const {
  AlignedArray<Real> array(static_cast<std::size_t>(numBlocks * valuesPerBlock));
  parallel({0, numBlocks}, [&](BlockRange mine) {
    std::fill(array.data() + mine.begin * valuesPerBlock, array.data() + mine.end * valuesPerBlock, Real(0));
  });
  return array;
}

template <class Real>
AlignedArray<Real> CpuEngine<Real>::newField(bool withGhosts) const {
  return zeros(mesh_.slots.numBlocks() + (withGhosts ? mesh_.slots.numGhostBlocks() : 0), blockSize());
}

template <class Real>
AlignedArray<Real>& CpuEngine<Real>::rateBuffer(Field field) {
  auto& buffer = rates_[static_cast<int>(field)];
  if (buffer.empty()) buffer = newField(false);
  return buffer;
}

template <class Real>
StateId CpuEngine<Real>::addState() {
  states_.push_back(newField(true));
  return static_cast<StateId>(states_.size()) + 1;
}

template <class Real>
void CpuEngine<Real>::upload(Field field, std::span<const Real> values) {
  parallel(allBlocks(), [&](BlockRange mine) {
    for (std::int32_t b = mine.begin; b < mine.end; ++b) gatherBlock(b, values, data(field) + b * blockSize());
  });
}

template <class Real>
void CpuEngine<Real>::gatherBlock(std::int32_t block, std::span<const Real> from, Real* to) const {
  const int count = valuesPerElement();
  for (int lane = 0; lane < kernels_.lanes; ++lane) {
    const std::int32_t element = elementOfSlot_[block * kernels_.lanes + lane];
    if (element < 0) continue;
    const Real* values = from.data() + static_cast<std::int64_t>(element) * count;
    for (int i = 0; i < count; ++i) to[i * kernels_.lanes + lane] = values[i];
  }
}

template <class Real>
void CpuEngine<Real>::scatterBlock(std::int32_t block, const Real* from, std::span<Real> to) const {
  const int count = valuesPerElement();
  for (int lane = 0; lane < kernels_.lanes; ++lane) {
    const std::int32_t element = elementOfSlot_[block * kernels_.lanes + lane];
    if (element < 0) continue;
    Real* values = to.data() + static_cast<std::int64_t>(element) * count;
    for (int i = 0; i < count; ++i) values[i] = from[i * kernels_.lanes + lane];
  }
}

template <class Real>
void CpuEngine<Real>::download(Field field, std::span<Real> values) const {
  parallel({0, mesh_.slots.numBlocks()}, [&](BlockRange mine) {
    for (std::int32_t b = mine.begin; b < mine.end; ++b) scatterBlock(b, data(field) + b * blockSize(), values);
  });
}

template <class Real>
void CpuEngine<Real>::packTraces(Field field, std::span<Real> buffer) {
  const int nf = basis_.nf();
  const auto count = static_cast<std::int32_t>(sendFace_.size());
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::int32_t k = 0; k < count; ++k) {
    const Real* from = data(field) + place(mesh_.slots.ofElement(sendFace_[k] / 4));
    Real* to = buffer.data() + static_cast<std::int64_t>(k) * 3 * nf;
    for (int m = 0; m < nf; ++m)
      for (int c = 0; c < 3; ++c) to[3 * m + c] = from[(3 * basis_.faceNode(sendFace_[k] % 4, m) + c) * kernels_.lanes];
  }
}

template <class Real>
void CpuEngine<Real>::setHaloTraces(Field field, std::span<const Real> buffer) {
  const int count = 3 * basis_.nf();
  const auto faces = static_cast<std::int32_t>(sendFace_.size());
#pragma omp parallel for schedule(static) num_threads(threads_)
  for (std::int32_t k = 0; k < faces; ++k) {
    const Real* from = buffer.data() + static_cast<std::int64_t>(k) * count;
    Real* to = data(field) + place(mesh_.slots.ofHaloFace(k));
    for (int i = 0; i < count; ++i) to[i * kernels_.lanes] = from[i];
  }
}

template <class Real>
template <class Function>
typename CpuEngine<Real>::Table CpuEngine<Real>::table(Function&& valueOf) const {
  Table values;
  for (const MaterialValues& m : mesh_.materials)
    for (double orientation : {1.0, -1.0}) values.push_back(static_cast<Real>(valueOf(m, orientation)));
  return values;
}

template <class Real>
RateArgs<Real> CpuEngine<Real>::rateArgs(Field target) const {
  RateArgs<Real> args;
  args.edge = mesh_.edge.data();
  args.link = mesh_.link.data();
  args.material = mesh_.material.data();
  args.neighbourMaterial = mesh_.neighbourMaterial.data();
  args.flags = mesh_.flags.data();
  args.lift = mesh_.lift.data();
  args.traceOffset = mesh_.traceOffset.data();
  args.source = data(other(target));
  args.target = data(target);
  for (int code = 0; code < numLinkCodes; ++code) args.sourceMirror[code] = args.targetMirror[code] = 1;
  const Field source = other(target);
  args.sourceMirror[linkPec] = static_cast<Real>(mirrorAtPec(source));
  args.sourceMirror[linkPmc] = static_cast<Real>(mirrorAtPmc(source));
  args.targetMirror[linkPec] = static_cast<Real>(mirrorAtPec(target));
  args.targetMirror[linkPmc] = static_cast<Real>(mirrorAtPmc(target));
  args.upwind = upwind_;
  args.jumpShare = static_cast<Real>(jumpShare_[static_cast<int>(target)]);
  args.dissipation = static_cast<Real>(dissipationSign(target));
  return args;
}

template <class Real>
Real* CpuEngine<Real>::newData(Field target) {
  if (!readsOuterTarget(target)) return data(target);
  auto& next = next_[static_cast<int>(target)];
  if (next.empty()) next = newField(true);
  return next.data();
}

template <class Real>
void CpuEngine<Real>::endPart(Field target, ElementRange range) {
  if (!readsOuterTarget(target)) return;
  stepped_ += range.end - range.begin;
  if (stepped_ < mesh_.slots.numElements()) return;
  stepped_ = 0;
  std::swap(fields_[static_cast<int>(target)], next_[static_cast<int>(target)]);
}

template <class Real>
void CpuEngine<Real>::requireLeapFrog() const {
  requireRun(!upwind_, "the upwind flux needs a Runge-Kutta scheme: it is not stable in the leap-frog scheme");
}

template <class Real>
typename CpuEngine<Real>::BlockWork CpuEngine<Real>::withCurrents(BlockWork work, Field target, double time,
                                                                  Table scale, Real* out) const {
  if (target != Field::E || currents_.none()) return work;
  return [this, work = std::move(work), scale = std::move(scale), strength = currents_.strengths(time),
          out](BlockRange mine) {
    work(mine);
    currents_.subtract(mine, strength, scale.data(), mesh_.material.data(), out);
  };
}

template <class Real>
void CpuEngine<Real>::fusedHalfStep(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  if (half.curl) return addCurl(half, range);
  const Field target = half.target;
  waves_.write(target, half.targetTime, range, data(target), threads_);
  waves_.write(other(target), half.sourceTime, range, data(other(target)), threads_);

  const Table rateScale = table([&](const MaterialValues& m, double orientation) {
    return curlSign(target) * orientation * leapFrogGrowth(m, target, half.step);
  });
  const Table oldScale = table([&](const MaterialValues& m, double) { return leapFrogKeep(m, target, half.step); });
  RateArgs<Real> args = rateArgs(target);
  args.out = newData(target);
  args.rateScale = rateScale.data();
  (readsOuterTarget(target) ? args.targetScale : args.outScale) = oldScale.data();
  const Table impedance = impedanceTable(target);
  args.impedance = impedance.data();

  const auto step = [&](BlockRange mine) { kernels_.rate[basis_.order()](args, mine.begin, mine.end); };
  const Table currentScale =
      table([&](const MaterialValues& m, double) { return leapFrogGrowth(m, target, half.step); });
  parallel(mesh_.slots.blocks(range), withCurrents(step, target, half.sourceTime, currentScale, args.out));
  endPart(target, range);
}

template <class Real>
void CpuEngine<Real>::addCurl(const HalfStep& half, ElementRange range) {
  const Table rateScale = table([&](const MaterialValues& m, double orientation) {
    return curlSign(half.target) * orientation * half.step / inertia(m, half.target);
  });
  const Table one = table([](const MaterialValues&, double) { return 1; });
  RateArgs<Real> args = rateArgs(half.target);
  args.source = dataOf(half.curl->source);
  args.out = dataOf(half.curl->out);
  args.rateScale = rateScale.data();
  args.outScale = half.curl->fromZero ? nullptr : one.data();
  args.jumpShare = 0;
  const Table impedance = impedanceTable(half.target);
  args.impedance = impedance.data();
  args.dissipation = 0;
  parallel(mesh_.slots.blocks(range),
           [&](BlockRange mine) { kernels_.rate[basis_.order()](args, mine.begin, mine.end); });
}

template <class Real>
typename CpuEngine<Real>::Table CpuEngine<Real>::impedanceTable(Field target) const {
  return table([&](const MaterialValues& m, double) { return fluxImpedance(m, target); });
}

template <class Real>
void CpuEngine<Real>::addRate(const HalfStep& half, ElementRange range, bool volume) {
  requireLeapFrog();
  const Table orient = table([](const MaterialValues&, double orientation) { return orientation; });
  const Table one = table([](const MaterialValues&, double) { return 1; });
  const Table impedance = impedanceTable(half.target);
  RateArgs<Real> args = rateArgs(half.target);
  args.out = rateBuffer(Field::E).data();
  args.rateScale = orient.data();
  args.outScale = volume ? nullptr : one.data();
  args.impedance = impedance.data();
  args.volume = volume;
  args.surface = !volume;
  parallel(mesh_.slots.blocks(range),
           [&](BlockRange mine) { kernels_.rate[basis_.order()](args, mine.begin, mine.end); });
}

template <class Real>
void CpuEngine<Real>::intVolume(const HalfStep& half, ElementRange range) {
  addRate(half, range, true);
}

template <class Real>
void CpuEngine<Real>::intSurface(const HalfStep& half, ElementRange range) {
  waves_.write(half.target, half.targetTime, range, data(half.target), threads_);
  waves_.write(other(half.target), half.sourceTime, range, data(other(half.target)), threads_);
  addRate(half, range, false);
}

template <class Real>
void CpuEngine<Real>::updateField(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  const Field target = half.target;
  const Table inScale =
      table([&](const MaterialValues& m, double) { return curlSign(target) * leapFrogGrowth(m, target, half.step); });
  const Table outScale = table([&](const MaterialValues& m, double) { return leapFrogKeep(m, target, half.step); });
  CombineArgs<Real> args{data(target),   rateBuffer(Field::E).data(), mesh_.material.data(), outScale.data(),
                         inScale.data(), valuesPerElement()};
  const auto update = [&](BlockRange mine) { kernels_.combine(args, mine.begin, mine.end); };
  parallel(mesh_.slots.blocks(range), withCurrents(update, target, half.sourceTime, inScale, args.out));
}

template <class Real>
void CpuEngine<Real>::rungeKuttaResidual(double a, double step, double time, ElementRange range) {
  for (Field field : {Field::E, Field::H}) waves_.write(field, time, range, data(field), threads_);
  for (Field target : {Field::E, Field::H}) {
    const Table rateScale = table([&](const MaterialValues& m, double orientation) {
      return curlSign(target) * orientation * step / inertia(m, target);
    });
    const Table outScale = table([&](const MaterialValues&, double) { return a; });
    const Table sigmaScale = table([&](const MaterialValues& m, double) { return conductionStep(m, Field::E, step); });
    const Table currentScale = table([&](const MaterialValues& m, double) { return step / m.epsilonR; });
    const Table impedance = impedanceTable(target);
    RateArgs<Real> args = rateArgs(target);
    args.out = rateBuffer(target).data();
    args.rateScale = rateScale.data();
    args.outScale = a == 0 ? nullptr : outScale.data();
    args.targetScale = target == Field::E ? sigmaScale.data() : nullptr;
    args.impedance = impedance.data();
    const auto residual = [&](BlockRange mine) { kernels_.rate[basis_.order()](args, mine.begin, mine.end); };
    parallel(mesh_.slots.blocks(range), withCurrents(residual, target, time, currentScale, args.out));
  }
}

template <class Real>
void CpuEngine<Real>::rungeKuttaUpdate(double b, ElementRange range) {
  for (Field field : {Field::E, Field::H}) add(b, rateBuffer(field).data(), data(field), mesh_.slots.blocks(range));
}

template <class Real>
void CpuEngine<Real>::add(double factor, const Real* from, Real* to, BlockRange blocks) const {
  const Table one = table([](const MaterialValues&, double) { return 1; });
  const Table inScale = table([&](const MaterialValues&, double) { return factor; });
  const CombineArgs<Real> args{to, from, mesh_.material.data(), one.data(), inScale.data(), valuesPerElement()};
  parallel(blocks, [&](BlockRange mine) { kernels_.combine(args, mine.begin, mine.end); });
}

template <class Real>
void CpuEngine<Real>::stabilityOperator(double a, double b, bool withSigma) {
  const Table outScale = table([&](const MaterialValues&, double) { return a; });
  const Table sigmaScale = table([&](const MaterialValues& m, double) { return b * m.sigma / m.epsilonR; });
  for (Field field : {Field::E, Field::H}) waves_.clear(data(field));
  for (Field target : {Field::E, Field::H}) {
    const Table rateScale =
        table([&](const MaterialValues& m, double orientation) { return b * orientation / inertia(m, target); });
    const Table impedance = impedanceTable(target);
    RateArgs<Real> args = rateArgs(target);
    args.out = keptBuffer(target).data();
    args.rateScale = rateScale.data();
    args.outScale = a == 0 ? nullptr : outScale.data();
    args.targetScale = withSigma && target == Field::E ? sigmaScale.data() : nullptr;
    args.impedance = impedance.data();
    args.dissipation = 1;
    parallel(allBlocks(), [&](BlockRange mine) { kernels_.rate[basis_.order()](args, mine.begin, mine.end); });
  }
  std::swap(fields_, kept_);
}

/// c |K| of the element in a slot.
template <class Real>
double CpuEngine<Real>::energyWeight(std::int32_t slot, Field field) const {
  const auto material = static_cast<std::size_t>(mesh_.material.data()[slot] / 2);
  return inertia(mesh_.materials[material], field) * mesh_.volume.data()[slot];
}

template <class Real>
void CpuEngine<Real>::setRandom(std::span<const std::int64_t> elementId) {
  const int np = basis_.np(), lanes = kernels_.lanes;
  const Eigen::MatrixXd fromNormal = basis_.fromOrthonormal();
  parallel(allBlocks(), [&](BlockRange mine) {
    NodalValues g(np, 3), x(np, 3);
    for (std::int32_t slot = mine.begin * lanes; slot < mine.end * lanes; ++slot) {
      const std::int32_t element = elementOfSlot_[slot];
      if (element < 0) continue;
      for (const Field field : {Field::E, Field::H}) {
        const std::uint64_t stream = normalStream(elementId[static_cast<std::size_t>(element)], field);
        for (int i = 0; i < 3 * np; ++i) g.data()[i] = normalNumber(stream, static_cast<std::uint64_t>(i));
        x.noalias() = fromNormal * g / std::sqrt(energyWeight(slot, field));
        Real* const to = data(field) + place(slot);
        for (int i = 0; i < 3 * np; ++i) to[i * lanes] = static_cast<Real>(x.data()[i]);
      }
    }
  });
}

template <class Real>
StrongestElement CpuEngine<Real>::strongestElement(double a) {
  const int np = basis_.np(), lanes = kernels_.lanes;
  std::vector<StrongestElement> ofBlock(static_cast<std::size_t>(mesh_.slots.numBlocks()));
  parallel(allBlocks(), [&](BlockRange mine) {
    NodalValues x(np, 3);
    for (std::int32_t slot = mine.begin * lanes; slot < mine.end * lanes; ++slot) {
      if (elementOfSlot_[slot] < 0) continue;
      double energy = 0;
      for (const Field field : {Field::E, Field::H}) {
        const Real* const from = data(field) + place(slot);
        const Real* const kept = keptBuffer(field).data() + place(slot);
        for (int i = 0; i < 3 * np; ++i)
          x.data()[i] = static_cast<double>(from[i * lanes]) + a * static_cast<double>(kept[i * lanes]);
        energy += 0.5 * energyWeight(slot, field) * x.cwiseProduct(basis_.mass() * x).sum();
      }
      StrongestElement& strongest = ofBlock[static_cast<std::size_t>(slot / lanes)];
      if (energy > strongest.energy) strongest = {elementOfSlot_[slot], energy};
    }
  });
  kept_ = {};
  StrongestElement strongest;
  for (const StrongestElement& candidate : ofBlock)
    if (candidate.energy > strongest.energy) strongest = candidate;
  return strongest;
}

template <class Real>
AlignedArray<Real>& CpuEngine<Real>::keptBuffer(Field field) {
  auto& buffer = kept_[static_cast<int>(field)];
  if (buffer.empty()) buffer = newField(true);  // stabilityOperator() makes it the field
  return buffer;
}

template <class Real>
void CpuEngine<Real>::keep(Field field) {
  auto& copy = keptBuffer(field);
  parallel({0, mesh_.slots.numBlocks()}, [&](BlockRange mine) {
    std::copy(data(field) + mine.begin * blockSize(), data(field) + mine.end * blockSize(),
              copy.data() + mine.begin * blockSize());
  });
}

template <class Real>
double CpuEngine<Real>::innerProduct(Field field, bool withKept) const {
  const auto& copy = kept_[static_cast<int>(field)];
  if (withKept && copy.empty()) throw std::logic_error("innerProduct with a kept field needs keep() before it");
  std::vector<double> weight, partial(static_cast<std::size_t>(mesh_.slots.numBlocks()), 0.0);
  for (const MaterialValues& m : mesh_.materials) weight.insert(weight.end(), 2, 0.5 * inertia(m, field));
  const InnerProductArgs<Real> args{data(field),           withKept ? copy.data() : data(field),
                                    mass_.data(),          mesh_.volume.data(),
                                    mesh_.material.data(), weight.data(),
                                    partial.data()};
  parallel({0, mesh_.slots.numBlocks()},
           [&](BlockRange mine) { kernels_.innerProduct[basis_.order()](args, mine.begin, mine.end); });
  double sum = 0;
  for (double p : partial) sum += p;
  return sum;
}

template <class Real>
void CpuEngine<Real>::startSpectra(Field field, int count) {
  Spectra& spectra = spectra_[static_cast<int>(field)];
  spectra = {};
  spectra = {count, zeros(mesh_.slots.numBlocks(), count * blockSize())};
}

template <class Real>
void CpuEngine<Real>::addToSpectra(Field field, std::span<const double> weight) {
  Spectra& spectra = spectra_[static_cast<int>(field)];
  if (static_cast<int>(weight.size()) != spectra.count) throw std::logic_error("each sum of a field needs a weight");
  const std::vector<Real> rounded(weight.begin(), weight.end());
  const AccumulateArgs<Real> args{data(field), spectra.sums.data(), rounded.data(), spectra.count, valuesPerElement()};
  parallel(allBlocks(), [&](BlockRange mine) { kernels_.accumulate(args, mine.begin, mine.end); });
}

template <class Real>
auto CpuEngine<Real>::spectra(Field field, int sum) const -> const Spectra& {
  const Spectra& spectra = spectra_[static_cast<int>(field)];
  if (sum < 0 || sum >= spectra.count) throw std::logic_error("the field has no such sum");
  return spectra;
}

template <class Real>
void CpuEngine<Real>::downloadSpectrum(Field field, int sum, std::span<Real> values) const {
  const Spectra& from = spectra(field, sum);
  parallel(allBlocks(), [&](BlockRange mine) {
    for (std::int32_t b = mine.begin; b < mine.end; ++b)
      scatterBlock(b, from.sums.data() + placeOfSum(from, b, sum), values);
  });
}

template <class Real>
void CpuEngine<Real>::uploadSpectrum(Field field, int sum, std::span<const Real> values) {
  const Spectra& to = spectra(field, sum);
  Real* const sums = spectra_[static_cast<int>(field)].sums.data();
  parallel(allBlocks(), [&](BlockRange mine) {
    for (std::int32_t b = mine.begin; b < mine.end; ++b) gatherBlock(b, values, sums + placeOfSum(to, b, sum));
  });
}

template <class Real>
int CpuEngine<Real>::addPoints(PointSet points) {
  points_.push_back(std::move(points));
  records_.emplace_back();
  return static_cast<int>(points_.size()) - 1;
}

template <class Real>
void CpuEngine<Real>::samplePoints(int handle, Field field, std::span<double> values) const {
  const PointSet& set = points_.at(static_cast<std::size_t>(handle));
  const int np = basis_.np();
  for (std::size_t p = 0; p < set.element.size(); ++p) {
    const Real* from = data(field) + place(mesh_.slots.ofElement(set.element[p]));
    for (int c = 0; c < 3; ++c) {
      double sum = 0;
      for (int n = 0; n < np; ++n)
        sum += set.weight[p * np + n] * static_cast<double>(from[(3 * n + c) * kernels_.lanes]);
      values[3 * p + c] = sum;
    }
  }
}

template <class Real>
void CpuEngine<Real>::recordPoints(int handle) {
  std::vector<double>& record = records_.at(static_cast<std::size_t>(handle));
  const std::size_t count = 3 * points_[static_cast<std::size_t>(handle)].element.size();
  for (const Field field : {Field::E, Field::H}) {
    record.resize(record.size() + count);
    samplePoints(handle, field, std::span(record).last(count));
  }
}

template <class Real>
std::vector<double> CpuEngine<Real>::takeRecord(int handle) {
  return std::exchange(records_.at(static_cast<std::size_t>(handle)), {});
}

template class CpuEngine<float>;
template class CpuEngine<double>;

}  // namespace fluxtet::cpu
