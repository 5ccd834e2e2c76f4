// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/polarisation.hpp"

#include "kernels/dgtd/cpu/placedElements.hpp"

namespace fluxtet::dgtd::cpu {
namespace {

/// The coefficients of one pole in all lanes of a block.
template <class Real>
struct LaneCoefficients {
  static constexpr int maxLanes = 64 / sizeof(Real);
  Real phi[2][2][maxLanes], gamma[2][maxLanes], k[2][maxLanes];

  void set(int lane, const PoleCoefficients<Real>& p) {
    for (int row = 0; row < 2; ++row) {
      for (int column = 0; column < 2; ++column) phi[row][column][lane] = p.phi[row][column];
      gamma[row][lane] = p.gamma[row];
      k[row][lane] = p.k[row];
    }
  }
  PoleCoefficients<Real> of(int l) const {
    return {
        {{phi[0][0][l], phi[0][1][l]}, {phi[1][0][l], phi[1][1][l]}}, {gamma[0][l], gamma[1][l]}, {k[0][l], k[1][l]}};
  }
};

}  // namespace

template <class Real>
Polarisation<Real>::Polarisation(const DgtdProblem& problem, const CpuFields<Real>& fields, Field field)
    : fields_(fields), field_(field), positions_(polePositions(problem, field)) {
  if (none()) return;
  const BlockSlots& slots = fields.mesh().slots;
  places_ = placesOf(problem.numElements, slots, slots.numBlocks(), fields.lanes(),
                     [&](std::int32_t e) { return !problem.polesOf(static_cast<std::size_t>(e), field).empty(); });
  for (int s = 0; s < positions_.numStates(); ++s) states_.push_back(fields.zeros(places_.count, fields.blockSize()));
  current_ = fields.zeros(places_.count, fields.blockSize());
}

template <class Real>
std::int64_t Polarisation<Real>::bytes() const {
  std::int64_t sum = current_.bytes() + static_cast<std::int64_t>(places_.of.size() * sizeof(std::int32_t));
  for (const auto& state : states_) sum += state.bytes();
  return sum;
}

template <class Real>
auto Polarisation<Real>::coefficients(double step) const -> Coefficients {
  Coefficients result;
  for (const MaterialValues& m : fields_.mesh().materials) {
    const auto ofMedium = coefficientsOf<Real>(m.polesOf(field_), positions_, step);
    for (int hand = 0; hand < 2; ++hand) result.insert(result.end(), ofMedium.begin(), ofMedium.end());
  }
  return result;
}

template <class Real>
void Polarisation<Real>::advance(BlockRange blocks, const Coefficients& coefficients,
                                 const AbsorbingLayers<Real>& layers) {
  const int lanes = fields_.lanes(), poles = positions_.numPoles();
  const std::int64_t size = fields_.blockSize();
  const std::int32_t* material = fields_.mesh().material.data();
  for (std::int32_t block = blocks.begin; block < blocks.end; ++block) {
    if (placeOf(block) < 0) continue;
    const Real* stretched = layers.driveOfMedia(block);
    const Real* F = stretched ? stretched : fields_.data(field_) + block * size;
    const std::int64_t at = placeOf(block) * size;
    Real* current = current_.data() + at;
    for (int p = 0; p < poles; ++p) {
      LaneCoefficients<Real> ofLanes;
      for (int l = 0; l < lanes; ++l)
        ofLanes.set(l, coefficients[static_cast<std::size_t>(material[block * lanes + l] * poles + p)]);
      const auto first = static_cast<std::size_t>(positions_.first[static_cast<std::size_t>(p)]);
      Real* z0 = states_[first].data() + at;
      Real* z1 = positions_.size(p) == 2 ? states_[first + 1].data() + at : nullptr;
      for (std::int64_t i = 0; i < size; i += lanes)
        for (int l = 0; l < lanes; ++l) {
          const std::int64_t v = i + l;
          const Real part =
              z1 ? advancePole(ofLanes.of(l), F[v], z0[v], z1[v]) : advancePole(ofLanes.of(l), F[v], z0[v]);
          current[v] = p == 0 ? part : current[v] + part;
        }
    }
  }
}

template <class Real>
void Polarisation<Real>::subtract(BlockRange blocks, const Real* scale, Real* out) const {
  const int lanes = fields_.lanes();
  const std::int64_t size = fields_.blockSize();
  for (std::int32_t block = blocks.begin; block < blocks.end; ++block) {
    if (placeOf(block) < 0) continue;
    Real factor[LaneCoefficients<Real>::maxLanes];
    for (int l = 0; l < lanes; ++l) factor[l] = scale[fields_.mesh().material[block * lanes + l]];
    const Real* current = current_.data() + placeOf(block) * size;
    Real* to = out + block * size;
    for (std::int64_t i = 0; i < size; i += lanes)
      for (int l = 0; l < lanes; ++l) to[i + l] -= factor[l] * current[i + l];
  }
}

template <class Real>
void Polarisation<Real>::upload(const StateInfo& state, std::span<const Real> values) {
  PlacedElements(fields_, places_, *state.elements)
      .copyIn(values, states_.at(static_cast<std::size_t>(state.index)).data());
}

template <class Real>
void Polarisation<Real>::download(const StateInfo& state, std::span<Real> values) const {
  PlacedElements(fields_, places_, *state.elements)
      .copyOut(states_.at(static_cast<std::size_t>(state.index)).data(), values);
}

template class Polarisation<float>;
template class Polarisation<double>;

}  // namespace fluxtet::dgtd::cpu
