// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuEngine.hpp"

#include "lib/base/error.hpp"

#include <utility>

namespace fluxtet::dgtd::cpu {

template <class Real>
CpuEngine<Real>::CpuEngine(const DgtdProblem& problem, int threads)
    : fields_(problem, threads),
      states_(statesOf(problem)),
      currents_(problem, fields_.mesh().slots),
      polarisation_{Polarisation<Real>(problem, fields_, Field::E), Polarisation<Real>(problem, fields_, Field::H)},
      tensors_(problem, fields_),
      layers_(problem, fields_),
      traces_(fields_, problem.sendFace),
      energies_(fields_),
      krylov_(fields_, energies_, tensors_),
      spectra_(fields_),
      traceSums_(fields_),
      retardedSums_(fields_),
      points_(fields_) {}

template <class Real>
std::string CpuEngine<Real>::name() const {
  const int threads = fields_.threads();
  return fmt::format("cpu ({}, {} thread{})", fields_.kernels().name, threads, threads == 1 ? "" : "s");
}

template <class Real>
std::int64_t CpuEngine<Real>::bytes() const {
  std::int64_t sum = fields_.bytes() + currents_.bytes() + polarisation_[0].bytes() + polarisation_[1].bytes() +
                     tensors_.bytes() + layers_.bytes() + traces_.bytes() + energies_.bytes() + spectra_.bytes() +
                     traceSums_.bytes() + retardedSums_.bytes() + points_.bytes();
  for (const auto* arrays : {&next_, &rhs_})
    for (const auto& array : *arrays) sum += array.bytes();
  return sum;
}

template <class Real>
void CpuEngine<Real>::upload(Field field, std::span<const Real> values) {
  fields_.parallel(fields_.allBlocks(), [&](BlockRange mine) {
    for (std::int32_t b = mine.begin; b < mine.end; ++b)
      fields_.gatherBlock(b, values, fields_.data(field) + b * fields_.blockSize());
  });
}

template <class Real>
void CpuEngine<Real>::download(Field field, std::span<Real> values) const {
  fields_.parallel(fields_.allBlocks(), [&](BlockRange mine) {
    for (std::int32_t b = mine.begin; b < mine.end; ++b)
      fields_.scatterBlock(b, fields_.data(field) + b * fields_.blockSize(), values);
  });
}

template <class Real>
void CpuEngine<Real>::uploadState(StateId id, std::span<const Real> values) {
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
      return fields_.laws().upload(state, values);
  }
}

template <class Real>
void CpuEngine<Real>::downloadState(StateId id, std::span<Real> values) const {
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
      return fields_.laws().download(state, values);
  }
}

template <class Real>
AlignedArray<Real>& CpuEngine<Real>::rhsBuffer(Field field) {
  auto& buffer = rhs_[static_cast<std::size_t>(field)];
  if (buffer.empty()) buffer = fields_.newField(false);
  return buffer;
}

template <class Real>
Real* CpuEngine<Real>::newData(Field target) {
  if (!readsOuterTarget(target)) return fields_.data(target);
  auto& next = next_[static_cast<std::size_t>(target)];
  if (next.empty()) next = fields_.newField(true);
  return next.data();
}

template <class Real>
void CpuEngine<Real>::endPart(Field target, ElementRange range) {
  if (!readsOuterTarget(target)) return;
  elementsDone_ += range.end - range.begin;
  if (elementsDone_ < fields_.mesh().slots.numElements()) return;
  elementsDone_ = 0;
  fields_.swap(target, next_[static_cast<std::size_t>(target)]);
}

template <class Real>
void CpuEngine<Real>::requireLeapFrog() const {
  requireRun(!fields_.isUpwind(),
             "the upwind flux needs a Runge-Kutta scheme: it is not stable in the leap-frog scheme");
}

template <class Real>
void CpuEngine<Real>::writeWaves(const HalfStep& half, ElementRange range, bool injectsTarget) {
  const Field target = half.target, source = other(target);
  const IncidentWaves<Real>& waves = fields_.waves();
  waves.write(target, half.targetTime, range, injectsTarget, fields_.data(target), fields_.threads());
  waves.write(source, half.sourceTime, range, true, fields_.data(source), fields_.threads());
}

template <class Real>
BlockWork CpuEngine<Real>::rhs(const RhsArgs<Real>& args) const {
  return [kernel = fields_.kernels().rhs[fields_.basis().order()], args](BlockRange mine) {
    kernel(args, mine.begin, mine.end);
  };
}

template <class Real>
BlockWork CpuEngine<Real>::withCurrents(BlockWork work, Field target, double time, Table scale, Real* out) const {
  if (target != Field::E || currents_.none()) return work;
  return [this, work = std::move(work), scale = std::move(scale), strength = currents_.strengths(time),
          out](BlockRange mine) {
    work(mine);
    currents_.subtract(mine, strength, scale.data(), fields_.mesh().material.data(), out);
  };
}

template <class Real>
BlockWork CpuEngine<Real>::withPolarisation(BlockWork work, Field target, double step, Table scale, Real* out) {
  Polarisation<Real>& polarisation = polarisation_[static_cast<std::size_t>(target)];
  if (polarisation.none()) return work;
  return [this, &polarisation, work = std::move(work), scale = std::move(scale),
          coefficients = polarisation.coefficients(step), out](BlockRange mine) {
    polarisation.advance(mine, coefficients, layers_);
    work(mine);
    polarisation.subtract(mine, scale.data(), out);
  };
}

template <class Real>
BlockWork CpuEngine<Real>::withTensors(BlockWork work, Field target,
                                       typename TensorMedia<Real>::Coefficients coefficients,
                                       const AbsorbingLayers<Real>* layers, const Real* from, Real* out) {
  if (!tensors_.actsOn(target)) return work;
  return [this, work = std::move(work), coefficients = std::move(coefficients), layers, from, out](BlockRange mine) {
    tensors_.keep(mine, from);
    work(mine);
    tensors_.apply(mine, coefficients, layers, out);
  };
}

template <class Real>
BlockWork CpuEngine<Real>::withMedia(BlockWork work, Field target, double step, const Table& growth, Real* out) {
  BlockWork driven = withPolarisation(std::move(work), target, step, growth, out);
  if (tensors_.actsOn(target))
    driven = withTensors(std::move(driven), target, tensors_.coefficients(target, step), &layers_, fields_.data(target),
                         out);
  return withLayers(std::move(driven), target, step, out);
}

template <class Real>
BlockWork CpuEngine<Real>::withLayers(BlockWork work, Field target, double step, Real* out) {
  if (layers_.none()) return work;
  return
      [this, work = std::move(work), coefficients = layers_.coefficients(target, step), target, out](BlockRange mine) {
        layers_.keep(mine, target);
        work(mine);
        layers_.apply(mine, target, coefficients, out);
      };
}

template <class Real>
void CpuEngine<Real>::fusedHalfStep(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  if (half.curl) return addCurl(half, range);
  if (half.damping) return addDamping(half, range);
  const Field target = half.target;
  const bool keeps = half.kept && !tensors_.actsOn(target) && !readsOuterTarget(target);
  if (half.kept && !keeps) keepCurl(half, range);
  writeWaves(half, range, readsOuterTarget(target));
  fields_.laws().beginHalfStep(fields_.bothFor(target), half.step, range, fields_.threads());
  const Table growth =
      fields_.table([&](const MaterialValues& m, double) { return leapFrogGrowth(m, target, half.step); });
  const Table rhsScale = fields_.table([&](const MaterialValues& m, double orientation) {
    return curlSign(target) * orientation * leapFrogGrowth(m, target, half.step);
  });
  const Table oldScale =
      fields_.table([&](const MaterialValues& m, double) { return leapFrogKeep(m, target, half.step); });
  const Table impedance = fields_.impedanceTable(target);
  RhsArgs<Real> args = fields_.rhsArgs(target);
  args.out = newData(target);
  args.rhsScale = rhsScale.data();
  (readsOuterTarget(target) ? args.targetScale : args.outScale) = oldScale.data();
  args.fluxImpedance = impedance.data();
  if (keeps) {
    args.kept = fields_.dataOf(half.kept->out);
    for (int i = 0; const ElementRange& listed : {half.kept->interior, half.kept->border}) {
      const BlockRange kept = listed.begin < listed.end ? blocks(listed) : BlockRange{};
      args.keptBegin[i] = kept.begin;
      args.keptEnd[i++] = kept.end;
    }
  }
  fields_.parallel(blocks(range), withMedia(withCurrents(rhs(args), target, half.sourceTime, growth, args.out), target,
                                            half.step, growth, args.out));
  endPart(target, range);
}

template <class Real>
void CpuEngine<Real>::addCurl(const HalfStep& half, ElementRange range) {
  const Table rhsScale = fields_.table([&](const MaterialValues& m, double orientation) {
    return m.level < half.curl->level ? 0
                                      : curlSign(half.target) * orientation * explicitGrowth(m, half.target, half.step);
  });
  const Field target = half.target;
  const Table one = fields_.table([&](const MaterialValues& m, double) { return m.isMatrix(target) ? 0 : 1; });
  const Table impedance = fields_.impedanceTable(target);
  RhsArgs<Real> args = fields_.rhsArgs(target);
  // CurlOnly::withoutHalo needs nothing: an array has ghost slots of its own, of zeros until they are received.
  // Those of E and H may still hold the waves of the half step before.
  fields_.waves().leaveOut(range, fields_.dataOf(half.curl->source), fields_.threads());
  fields_.laws().leaveOut(other(half.target), range, fields_.dataOf(half.curl->source), fields_.threads());
  args.source = fields_.dataOf(half.curl->source);
  args.out = fields_.dataOf(half.curl->out);
  args.rhsScale = rhsScale.data();
  args.outScale = half.curl->fromZero ? nullptr : one.data();
  args.fluxImpedance = impedance.data();
  args.jumpShare = args.dissipation = 0;
  fields_.parallel(blocks(range),
                   withTensors(rhs(args), target, tensors_.explicitCoefficients(target, half.curl->fromZero ? 0 : 1),
                               nullptr, args.out, args.out));
}

template <class Real>
void CpuEngine<Real>::keepCurl(const HalfStep& half, ElementRange range) {
  const CurlKept& kept = *half.kept;
  for (const ElementRange& listed : {kept.interior, kept.border}) {
    const ElementRange both{std::max(range.begin, listed.begin), std::min(range.end, listed.end)};
    if (both.begin < both.end)
      addCurl({.target = half.target, .step = half.step, .curl = CurlOnly{arrayOf(other(half.target)), kept.out, true}},
              both);
  }
}

template <class Real>
void CpuEngine<Real>::addDamping(const HalfStep& half, ElementRange range) {
  const DampingOnly& damping = *half.damping;
  const Table rhsScale = fields_.table([&](const MaterialValues& m, double orientation) {
    return m.level < damping.level ? 0 : orientation * dampingGrowth(m, half.step, damping.stepOfLoss);
  });
  const Table one = fields_.table([](const MaterialValues&, double) { return 1; });
  const Table impedance = fields_.impedanceTable(Field::E);
  RhsArgs<Real> args = fields_.rhsArgs(Field::E);
  args.source = nullptr;
  args.target = fields_.dataOf(damping.source);
  args.out = fields_.dataOf(damping.out);
  args.rhsScale = rhsScale.data();
  args.outScale = one.data();
  args.fluxImpedance = impedance.data();
  args.volume = false;
  fields_.takePenalty(PenaltyPart::damped, args);
  const Real* const base = fields_.dataOf(damping.base);
  fields_.parallel(blocks(range), [&, work = rhs(args)](BlockRange mine) {
    if (base != args.out)
      std::copy(base + mine.begin * fields_.blockSize(), base + mine.end * fields_.blockSize(),
                args.out + mine.begin * fields_.blockSize());
    work(mine);
  });
}

template <class Real>
void CpuEngine<Real>::addRhs(const HalfStep& half, ElementRange range, bool volume) {
  requireLeapFrog();
  const Table orient = fields_.table([](const MaterialValues&, double orientation) { return orientation; });
  const Table one = fields_.table([](const MaterialValues&, double) { return 1; });
  const Table impedance = fields_.impedanceTable(half.target);
  RhsArgs<Real> args = fields_.rhsArgs(half.target);
  args.out = rhsBuffer(Field::E).data();
  args.rhsScale = orient.data();
  args.outScale = volume ? nullptr : one.data();
  args.fluxImpedance = impedance.data();
  args.volume = volume;
  args.surface = !volume;
  fields_.parallel(blocks(range), rhs(args));
}

template <class Real>
void CpuEngine<Real>::addArrays(const ArraySum& sum, ElementRange range) {
  const Real* const source = fields_.dataOf(sum.source);
  Real* const out = fields_.dataOf(sum.out);
  const auto weight = static_cast<Real>(sum.weight);
  const Real* const less = !sum.less                ? nullptr
                           : *sum.less == previousE ? next_[static_cast<std::size_t>(Field::E)].data()
                                                    : fields_.dataOf(*sum.less);
  const auto forValues = [&](const auto& visit) {
    fields_.parallel(blocks(range), [&](BlockRange mine) {
      const std::int64_t end = mine.end * fields_.blockSize();
      for (std::int64_t i = mine.begin * fields_.blockSize(); i < end; ++i) visit(i);
    });
  };
  if (less != nullptr && sum.fromZero) {
    forValues([&](std::int64_t i) { out[i] = weight * (source[i] - less[i]); });
  } else if (less != nullptr) {
    forValues([&](std::int64_t i) { out[i] += weight * (source[i] - less[i]); });
  } else if (sum.fromZero) {
    forValues([&](std::int64_t i) { out[i] = weight * source[i]; });
  } else {
    forValues([&](std::int64_t i) { out[i] += weight * source[i]; });
  }
}

template <class Real>
void CpuEngine<Real>::intVolume(const HalfStep& half, ElementRange range) {
  addRhs(half, range, true);
}

template <class Real>
void CpuEngine<Real>::intSurface(const HalfStep& half, ElementRange range) {
  writeWaves(half, range, readsOuterTarget(half.target));
  fields_.laws().beginHalfStep(fields_.bothFor(half.target), half.step, range, fields_.threads());
  addRhs(half, range, false);
}

template <class Real>
void CpuEngine<Real>::updateField(const HalfStep& half, ElementRange range) {
  requireLeapFrog();
  const Field target = half.target;
  const Table inScale = fields_.table(
      [&](const MaterialValues& m, double) { return curlSign(target) * leapFrogGrowth(m, target, half.step); });
  const Table outScale =
      fields_.table([&](const MaterialValues& m, double) { return leapFrogKeep(m, target, half.step); });
  const CombineArgs<Real> args{
      fields_.data(target), rhsBuffer(Field::E).data(), fields_.mesh().material.data(), outScale.data(),
      inScale.data(),       fields_.valuesPerElement()};
  const Table growth =
      fields_.table([&](const MaterialValues& m, double) { return leapFrogGrowth(m, target, half.step); });
  const auto update = [&](BlockRange mine) { fields_.kernels().combine(args, mine.begin, mine.end); };
  fields_.parallel(blocks(range), withMedia(withCurrents(update, target, half.sourceTime, growth, args.out), target,
                                            half.step, growth, args.out));
}

template <class Real>
void CpuEngine<Real>::rungeKuttaResidual(double a, double step, double time, ElementRange range) {
  requireRun(polarisation_[0].none() && polarisation_[1].none(), "dispersive media need the leap-frog scheme");
  requireRun(tensors_.none(), "anisotropic media and magnetised plasmas need the leap-frog scheme");
  requireRun(layers_.none(), "absorbing layers need the leap-frog scheme");
  requireRun(fields_.laws().none(), "impedance walls and sheets need the leap-frog scheme");
  writeWaves({Field::E, step, time, time}, range, true);
  for (Field target : {Field::E, Field::H}) {
    const Table rhsScale = fields_.table([&](const MaterialValues& m, double orientation) {
      return curlSign(target) * orientation * explicitGrowth(m, target, step);
    });
    const Table outScale = fields_.table([&](const MaterialValues&, double) { return a; });
    const Table sigmaScale =
        fields_.table([&](const MaterialValues& m, double) { return conductionStep(m, Field::E, step); });
    const Table currentScale =
        fields_.table([&](const MaterialValues& m, double) { return explicitGrowth(m, Field::E, step); });
    const Table impedance = fields_.impedanceTable(target);
    RhsArgs<Real> args = fields_.rhsArgs(target);
    args.out = rhsBuffer(target).data();
    args.rhsScale = rhsScale.data();
    args.outScale = a == 0 ? nullptr : outScale.data();
    args.targetScale = target == Field::E ? sigmaScale.data() : nullptr;
    args.fluxImpedance = impedance.data();
    fields_.parallel(blocks(range), withCurrents(rhs(args), target, time, currentScale, args.out));
  }
}

template <class Real>
void CpuEngine<Real>::rungeKuttaUpdate(double b, ElementRange range) {
  const Table one = fields_.table([](const MaterialValues&, double) { return 1; });
  const Table factor = fields_.table([&](const MaterialValues&, double) { return b; });
  for (Field field : {Field::E, Field::H}) {
    const CombineArgs<Real> args{fields_.data(field), rhsBuffer(field).data(), fields_.mesh().material.data(),
                                 one.data(),          factor.data(),           fields_.valuesPerElement()};
    fields_.parallel(blocks(range), [&](BlockRange mine) { fields_.kernels().combine(args, mine.begin, mine.end); });
  }
}

template class CpuEngine<float>;
template class CpuEngine<double>;

}  // namespace fluxtet::dgtd::cpu
