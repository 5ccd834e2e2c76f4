// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/absorbingLayers.hpp"

#include "kernels/dgtd/cpu/placedElements.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cpu {

template <class Real>
AbsorbingLayers<Real>::AbsorbingLayers(const DgtdProblem& problem, const CpuFields<Real>& fields)
    : fields_(fields), directions_(layerDirections(problem)), profiles_(problem.layers) {
  const BlockSlots& slots = fields.mesh().slots;
  const int lanes = fields.lanes();
  const auto placesWhere = [&](const auto& has) {
    return placesOf(problem.numElements, slots, slots.numBlocks(), lanes, has);
  };
  blocks_ = placesWhere([&](std::int32_t e) { return problem.isInLayer(e); });
  if (none()) return;
  for (const int d : directions_) {
    State& state = states_[static_cast<std::size_t>(d)];
    state.places = placesWhere([&](std::int32_t e) { return problem.layerOf(e).absorbs(d); });
    for (auto& array : state.ofField) array = fields.zeros(state.places.count, fields.blockSize());
  }
  old_ = fields.zeros(blocks_.count, fields.blockSize());
  if (hasDrivenMediaInLayers(problem)) drive_ = fields.zeros(blocks_.count, fields.blockSize());
  profileOfSlot_.assign(static_cast<std::size_t>(blocks_.count * lanes), -1);
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    if (!problem.isInLayer(e)) continue;
    const std::int32_t slot = slots.ofElement(e), place = blocks_.of[static_cast<std::size_t>(slot / lanes)];
    profileOfSlot_[static_cast<std::size_t>(place * lanes + slot % lanes)] =
        problem.layerIndex[static_cast<std::size_t>(e)];
  }
}

template <class Real>
std::int64_t AbsorbingLayers<Real>::bytes() const {
  std::int64_t sum =
      old_.bytes() + drive_.bytes() + static_cast<std::int64_t>(profileOfSlot_.size() * sizeof(std::int32_t));
  for (const State& state : states_)
    for (const auto& array : state.ofField) sum += array.bytes();
  return sum;
}

template <class Real>
auto AbsorbingLayers<Real>::coefficients(Field target, double step) const -> Coefficients {
  Coefficients result;
  for (const LayerProfile& profile : profiles_) {
    auto& ofDirection = result.ofProfile.emplace_back();
    for (std::size_t d = 0; d < 3; ++d) ofDirection[d] = LayerFactors<Real>::of(profile, d, step);
  }
  result.decay = fields_.table([&](const MaterialValues& m, double) { return leapFrogDecay(m, target, step); });
  return result;
}

template <class Real>
void AbsorbingLayers<Real>::keep(BlockRange blocks, Field target) {
  const std::int64_t size = fields_.blockSize();
  for (std::int32_t block = blocks.begin; block < blocks.end; ++block) {
    const std::int32_t place = blocks_.of[static_cast<std::size_t>(block)];
    if (place < 0) continue;
    std::copy_n(fields_.data(target) + block * size, size, old_.data() + place * size);
    if (!drive_.empty()) stretch(block, target, drive_.data() + place * size);
  }
}

template <class Real>
void AbsorbingLayers<Real>::stretch(std::int32_t block, Field target, Real* result) {
  const int lanes = fields_.lanes();
  const std::int64_t place = blocks_.of[static_cast<std::size_t>(block)];
  const std::array psi{statesOf(target, 0, block), statesOf(target, 1, block), statesOf(target, 2, block)};
  const Real* field = old_.data() + place * fields_.blockSize();
  for (int lane = 0; lane < lanes; ++lane) {
    const std::int32_t profile = profileOfSlot_[static_cast<std::size_t>(place * lanes + lane)];
    for (int v = 0; v < fields_.valuesPerElement(); ++v) {
      const std::int64_t i = v * lanes + lane;
      result[i] = field[i];
      if (profile < 0) continue;
      const LayerProfile& of = profiles_[static_cast<std::size_t>(profile)];
      for (std::size_t d = 0; d < 3; ++d) {
        if (!of.absorbs(static_cast<int>(d))) continue;
        const auto sigma = static_cast<Real>(of.sigma[d]);
        result[i] += (d == static_cast<std::size_t>(v) % 3 ? -sigma : sigma) * psi[d][i];
      }
    }
  }
}

template <class Real>
void AbsorbingLayers<Real>::apply(BlockRange blocks, Field target, const Coefficients& coefficients, Real* out) {
  for (std::int32_t block = blocks.begin; block < blocks.end; ++block)
    if (blocks_.of[static_cast<std::size_t>(block)] >= 0)
      applyToBlock(block, target, coefficients, out + block * fields_.blockSize());
}

template <class Real>
Real* AbsorbingLayers<Real>::statesOf(Field field, int direction, std::int32_t block) {
  State& state = states_[static_cast<std::size_t>(direction)];
  const std::int32_t place = state.places.of.empty() ? -1 : state.places.of[static_cast<std::size_t>(block)];
  return place < 0 ? nullptr : state.ofField[static_cast<std::size_t>(field)].data() + place * fields_.blockSize();
}

template <class Real>
void AbsorbingLayers<Real>::applyToBlock(std::int32_t block, Field target, const Coefficients& coefficients,
                                         Real* out) {
  const int lanes = fields_.lanes();
  const std::int64_t place = blocks_.of[static_cast<std::size_t>(block)];
  const std::array psi{statesOf(target, 0, block), statesOf(target, 1, block), statesOf(target, 2, block)};
  const Real* old = old_.data() + place * fields_.blockSize();
  for (int lane = 0; lane < lanes; ++lane) {
    const std::int32_t profile = profileOfSlot_[static_cast<std::size_t>(place * lanes + lane)];
    if (profile < 0) continue;
    const auto& ofDirection = coefficients.ofProfile[static_cast<std::size_t>(profile)];
    const Real decay = coefficients.decay[static_cast<std::size_t>(fields_.mesh().material[block * lanes + lane])];
    const auto absorbs = [&](std::size_t d) { return ofDirection[d].across.sigma != 0; };
    for (int v = 0; v < fields_.valuesPerElement(); ++v) {
      const std::int64_t i = v * lanes + lane;
      const std::size_t c = static_cast<std::size_t>(v) % 3;
      const auto factor = [&](std::size_t d) -> const LayerStep<Real>& {
        return d == c ? ofDirection[d].along : ofDirection[d].across;
      };
      // From F to D through the directions, and back with the change of D.
      std::array<Real, 4> w{old[i]};
      for (std::size_t d = 0; d < 3; ++d) w[d + 1] = absorbs(d) ? factor(d).factor(w[d], psi[d][i]) : w[d];
      Real change = ((out[i] - old[i]) - decay * old[i]) + decay * w[3];
      for (std::size_t d = 3; d-- > 0;)
        if (absorbs(d)) change = factor(d).advance(w[d], change, psi[d][i]);
      out[i] = old[i] + change;
    }
  }
}

template <class Real>
void AbsorbingLayers<Real>::upload(const StateInfo& state, std::span<const Real> values) {
  State& of = states_.at(static_cast<std::size_t>(state.index));
  PlacedElements(fields_, of.places, *state.elements)
      .copyIn(values, of.ofField.at(static_cast<std::size_t>(state.field)).data());
}

template <class Real>
void AbsorbingLayers<Real>::download(const StateInfo& state, std::span<Real> values) const {
  const State& of = states_.at(static_cast<std::size_t>(state.index));
  PlacedElements(fields_, of.places, *state.elements)
      .copyOut(of.ofField.at(static_cast<std::size_t>(state.field)).data(), values);
}

template class AbsorbingLayers<float>;
template class AbsorbingLayers<double>;

}  // namespace fluxtet::dgtd::cpu
