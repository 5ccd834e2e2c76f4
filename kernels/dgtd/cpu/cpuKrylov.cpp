// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/cpuKrylov.hpp"

#include "kernels/dgtd/randomVector.hpp"

#include <cmath>

namespace fluxtet::dgtd::cpu {
namespace {

using NodalValues = CpuNodalValues;

Eigen::Matrix3d matrixOf(const Matrix3& m) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(m.data());
}

}  // namespace

template <class Real>
void CpuKrylov<Real>::setRandom(std::span<const std::int64_t> elementId) {
  const int np = fields_.basis().np(), lanes = fields_.lanes();
  const Eigen::MatrixXd fromNormal = fields_.basis().fromOrthonormal();
  fields_.parallel(fields_.allBlocks(), [&](BlockRange mine) {
    NodalValues g(np, 3), x(np, 3);
    for (std::int32_t slot = mine.begin * lanes; slot < mine.end * lanes; ++slot) {
      const std::int32_t element = fields_.elementAt(slot);
      if (element < 0) continue;
      for (const Field field : {Field::E, Field::H}) {
        const std::uint64_t stream = normalStream(elementId[static_cast<std::size_t>(element)], field);
        for (int i = 0; i < 3 * np; ++i) g.data()[i] = normalNumber(stream, static_cast<std::uint64_t>(i));
        x.noalias() = fromNormal * g / std::sqrt(energies_.weight(slot, field));
        if (const MaterialValues& m = energies_.material(slot); m.isMatrix(field))
          x = x * matrixOf(inverseRootOfInertia(m, field)).transpose();
        Real* const to = fields_.data(field) + fields_.place(slot);
        for (int i = 0; i < 3 * np; ++i) to[i * lanes] = static_cast<Real>(x.data()[i]);
      }
    }
  });
}

template <class Real>
void CpuKrylov<Real>::apply(double a, double b, bool withSigma) {
  const auto sigmaScale =
      fields_.table([&](const MaterialValues& m, double) { return -conductionStep(m, Field::E, b); });
  const ElementRange all{0, fields_.mesh().slots.numElements()};
  for (Field field : {Field::E, Field::H}) fields_.waves().leaveOut(all, fields_.data(field), fields_.threads());
  for (Field target : {Field::E, Field::H}) {
    fields_.laws().enterBounds(fields_.bothFor(target), fields_.threads());
    const auto rhsScale = fields_.table(
        [&](const MaterialValues& m, double orientation) { return orientation * explicitGrowth(m, target, b); });
    const auto outScale = fields_.table([&](const MaterialValues& m, double) { return m.isMatrix(target) ? 0 : a; });
    const auto impedance = fields_.impedanceTable(target);
    RhsArgs<Real> args = fields_.rhsArgs(target);
    args.out = energies_.kept(target).data();
    args.rhsScale = rhsScale.data();
    args.outScale = a == 0 ? nullptr : outScale.data();
    args.targetScale = withSigma && target == Field::E ? sigmaScale.data() : nullptr;
    args.fluxImpedance = impedance.data();
    args.dissipation = 1;
    if (target == Field::E) fields_.takePenalty(PenaltyPart::bounded, args);
    const auto rhs = fields_.kernels().rhs[fields_.basis().order()];
    const auto tensors = tensors_.explicitCoefficients(target, a);
    fields_.parallel(fields_.allBlocks(), [&](BlockRange mine) {
      if (tensors_.actsOn(target)) tensors_.keep(mine, args.out);
      rhs(args, mine.begin, mine.end);
      if (tensors_.actsOn(target)) tensors_.apply(mine, tensors, nullptr, args.out);
    });
  }
  for (Field field : {Field::E, Field::H}) fields_.swap(field, energies_.kept(field));
}

template <class Real>
StrongestElement CpuKrylov<Real>::strongestElement(double a) {
  const int np = fields_.basis().np(), lanes = fields_.lanes();
  std::vector<StrongestElement> ofBlock(static_cast<std::size_t>(fields_.mesh().slots.numBlocks()));
  fields_.parallel(fields_.allBlocks(), [&](BlockRange mine) {
    NodalValues x(np, 3);
    for (std::int32_t slot = mine.begin * lanes; slot < mine.end * lanes; ++slot) {
      if (fields_.elementAt(slot) < 0) continue;
      double energy = 0;
      for (const Field field : {Field::E, Field::H}) {
        const Real* const from = fields_.data(field) + fields_.place(slot);
        const Real* const kept = energies_.kept(field).data() + fields_.place(slot);
        for (int i = 0; i < 3 * np; ++i)
          x.data()[i] = static_cast<double>(from[i * lanes]) + a * static_cast<double>(kept[i * lanes]);
        energy += energies_.ofElement(slot, field, x, x);
      }
      StrongestElement& strongest = ofBlock[static_cast<std::size_t>(slot / lanes)];
      if (energy > strongest.energy) strongest = {fields_.elementAt(slot), energy};
    }
  });
  energies_.dropKept();
  StrongestElement strongest;
  for (const StrongestElement& candidate : ofBlock)
    if (candidate.energy > strongest.energy) strongest = candidate;
  return strongest;
}

template class CpuKrylov<float>;
template class CpuKrylov<double>;

}  // namespace fluxtet::dgtd::cpu
