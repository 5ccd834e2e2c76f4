// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/tensorMedia.hpp"

#include "kernels/dgtd/cpu/placedElements.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cpu {
namespace {

template <class Real>
std::array<Real, 9> toReal(const Matrix3& matrix) {
  std::array<Real, 9> result;
  std::transform(matrix.begin(), matrix.end(), result.begin(), [](double x) { return static_cast<Real>(x); });
  return result;
}

/// to += matrix v.
template <class Real>
void addProduct(const std::array<Real, 9>& matrix, const Real (&v)[3], Real (&to)[3]) {
  for (std::size_t row = 0; row < 3; ++row)
    to[row] += matrix[3 * row] * v[0] + matrix[3 * row + 1] * v[1] + matrix[3 * row + 2] * v[2];
}

}  // namespace

template <class Real>
TensorMedia<Real>::TensorMedia(const DgtdProblem& problem, const CpuFields<Real>& fields) : fields_(fields) {
  const BlockSlots& slots = fields.mesh().slots;
  const auto placesWhere = [&](const auto& has) {
    return placesOf(problem.numElements, slots, slots.numBlocks(), fields.lanes(), [&](std::int32_t e) {
      const TensorMedium* tensors = problem.tensorsOf(static_cast<std::size_t>(e));
      return tensors != nullptr && has(*tensors);
    });
  };
  if (problem.tensorIndex.empty()) return;
  places_ = placesWhere([](const TensorMedium&) { return true; });
  plasmaPlaces_ = placesWhere([](const TensorMedium& tensors) { return tensors.plasma.has_value(); });
  for (const MaterialValues& m : fields.mesh().materials)
    for (const Field field : {Field::E, Field::H})
      actsOn_[static_cast<std::size_t>(field)] = actsOn(field) || m.isMatrix(field);
  old_ = fields.zeros(places_.count, fields.blockSize());
  state_ = fields.zeros(plasmaPlaces_.count, fields.blockSize());
}

template <class Real>
std::int64_t TensorMedia<Real>::bytes() const {
  return old_.bytes() + state_.bytes() +
         static_cast<std::int64_t>((places_.of.size() + plasmaPlaces_.of.size()) * sizeof(std::int32_t));
}

template <class Real>
auto TensorMedia<Real>::coefficients(Field target, double step) const -> Coefficients {
  Coefficients result;
  for (const MaterialValues& m : fields_.mesh().materials) {
    OfMedium& medium = result.emplace_back();
    if (!m.isMatrix(target)) continue;
    const TensorStep rule = tensorStep(m, target, step);
    medium.active = true;
    medium.keep = toReal<Real>(rule.keep);
    medium.growth = toReal<Real>(rule.growth);
    medium.decay = toReal<Real>(rule.decay);
    if (target != Field::E || !m.tensors->plasma) continue;
    const PlasmaStep plasma = trapezoidalStep(*m.tensors->plasma, step);
    medium.plasma = true;
    medium.phi = toReal<Real>(plasma.phi);
    medium.gamma = toReal<Real>(plasma.gamma);
    medium.k = toReal<Real>(-step * plasma.k);
  }
  return result;
}

template <class Real>
auto TensorMedia<Real>::explicitCoefficients(Field target, double a) const -> Coefficients {
  Coefficients result;
  for (const MaterialValues& m : fields_.mesh().materials) {
    OfMedium& medium = result.emplace_back();
    medium.active = m.isMatrix(target);
    medium.keep = toReal<Real>(scalarMatrix(a));
    medium.growth = toReal<Real>(inverse(inertiaMatrix(m, target)));
  }
  return result;
}

template <class Real>
void TensorMedia<Real>::keep(BlockRange blocks, const Real* from) {
  const std::int64_t size = fields_.blockSize();
  for (std::int32_t block = blocks.begin; block < blocks.end; ++block)
    if (const std::int64_t place = placeIn(places_, block); place >= 0)
      std::copy_n(from + block * size, size, old_.data() + place * size);
}

template <class Real>
void TensorMedia<Real>::apply(BlockRange blocks, const Coefficients& coefficients, const AbsorbingLayers<Real>* layers,
                              Real* out) {
  for (std::int32_t block = blocks.begin; block < blocks.end; ++block)
    if (placeIn(places_, block) >= 0)
      applyToBlock(block, coefficients, layers ? layers->driveOfMedia(block) : nullptr,
                   out + block * fields_.blockSize());
}

template <class Real>
void TensorMedia<Real>::applyToBlock(std::int32_t block, const Coefficients& coefficients, const Real* drive,
                                     Real* out) {
  const int lanes = fields_.lanes();
  const Real* old = old_.data() + placeIn(places_, block) * fields_.blockSize();
  Real* state = state_.data() + std::max<std::int64_t>(placeIn(plasmaPlaces_, block), 0) * fields_.blockSize();
  for (int lane = 0; lane < lanes; ++lane) {
    const OfMedium& medium = coefficients[static_cast<std::size_t>(fields_.mesh().material[block * lanes + lane] / 2)];
    if (!medium.active) continue;
    for (std::int64_t i = lane; i < fields_.blockSize(); i += 3 * lanes) {
      const Real F[3] = {old[i], old[i + lanes], old[i + 2 * lanes]};
      Real D[3] = {F[0], F[1], F[2]};
      if (drive)
        for (int c = 0; c < 3; ++c) D[c] = drive[i + c * lanes];
      Real increment[3] = {out[i], out[i + lanes], out[i + 2 * lanes]};
      if (medium.plasma) {
        Real x[3] = {state[i], state[i + lanes], state[i + 2 * lanes]}, z[3] = {};
        addProduct(medium.gamma, D, x);
        addProduct(medium.gamma, D, z);
        addProduct(medium.phi, x, z);
        addProduct(medium.k, x, increment);
        for (int c = 0; c < 3; ++c) state[i + c * lanes] = z[c];
      }
      Real result[3] = {};
      addProduct(medium.keep, F, result);
      addProduct(medium.growth, increment, result);
      if (drive) {
        const Real stretched[3] = {D[0] - F[0], D[1] - F[1], D[2] - F[2]};  // 0 outside of layers
        addProduct(medium.decay, stretched, result);
      }
      for (int c = 0; c < 3; ++c) out[i + c * lanes] = result[c];
    }
  }
}

template <class Real>
void TensorMedia<Real>::upload(const StateInfo& plasma, std::span<const Real> values) {
  PlacedElements(fields_, plasmaPlaces_, *plasma.elements).copyIn(values, state_.data());
}

template <class Real>
void TensorMedia<Real>::download(const StateInfo& plasma, std::span<Real> values) const {
  PlacedElements(fields_, plasmaPlaces_, *plasma.elements).copyOut(state_.data(), values);
}

template class TensorMedia<float>;
template class TensorMedia<double>;

}  // namespace fluxtet::dgtd::cpu
