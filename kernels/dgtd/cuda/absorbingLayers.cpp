// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/absorbingLayers.hpp"

#include "kernels/dgtd/cuda/elementEdges.hpp"
#include "kernels/dgtd/cuda/placedElements.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace fluxtet::dgtd::cuda {
namespace {

/// The edges of an element along direction d, t_k[d], m. gradient [3][xyz]: grad lambda_1..3, 1/m.
std::array<double, 3> edgesAlong(std::size_t d, const double* gradient) {
  const ElementEdges edges(gradient);
  return {edges.t[0][d], edges.t[1][d], edges.t[2][d]};
}

/// The same edges rounded to a few units in the last place of the longest one, so that all elements of a sub-layer
/// whose vertices lie alike have the same.
template <class Real>
std::array<double, 3> rounded(const std::array<double, 3>& edge) {
  int exponent = 0;
  std::frexp(std::max({std::abs(edge[0]), std::abs(edge[1]), std::abs(edge[2])}), &exponent);
  const double unit = std::ldexp(1.0, exponent - (std::numeric_limits<Real>::digits - 3));
  std::array<double, 3> result;
  for (std::size_t k = 0; k < 3; ++k) result[k] = unit * std::round(edge[k] / unit);
  return result;
}

/// The record of elements that do not absorb: it changes neither a field nor a state.
template <class Real>
LayerRecord<Real> neutralRecord() {
  LayerRecord<Real> record{};
  record.growth = 1;
  record.growthAlong = 1;
  return record;
}

template <class Real>
LayerRecord<Real> recordOf(const std::array<double, 3>& edge, const LayerProfile& profile, std::size_t direction,
                           double step) {
  const auto [across, along] = LayerFactors<double>::of(profile, direction, step);
  const auto pull = [](const LayerStep<double>& s) { return s.quotient * 2 * s.sigma * s.gain; };
  const auto real = [](double x) { return static_cast<Real>(x); };
  return {{real(edge[0]), real(edge[1]), real(edge[2])},
          real(across.sigma),
          real(across.alpha),
          real(across.quotient),
          real(pull(across)),
          real(across.gain),
          real(along.quotient),
          real(pull(along)),
          real(along.quotient - across.quotient),
          real(pull(along) - pull(across)),
          real(along.gain - across.gain)};
}

}  // namespace

template <class Real>
AbsorbingLayers<Real>::AbsorbingLayers(const DgtdProblem& problem, CudaFields<Real>& fields)
    : fields_(fields), directions_(layerDirections(problem)), profiles_(problem.layers) {
  const ClusterSlots& slots = fields.slots();
  const int size = slots.clusterSize();
  const auto placesWhere = [&](const auto& has) {
    return placesOf(problem.numElements, slots, slots.numClusters(), size, has);
  };
  clusters_ = placesWhere([&](std::int32_t e) { return problem.isInLayer(e); });
  if (none()) return;
  cudaStream_t stream = fields.streams().orderComputeAfterExchange();
  const std::size_t each = static_cast<std::size_t>(size) * elementStride(fields.order());
  std::vector<LayersOfCluster> layers(clusters_.of.size(), LayersOfCluster{{-1, -1, -1}});
  for (const int direction : directions_) {
    const auto d = static_cast<std::size_t>(direction);
    State& state = states_[d];
    state.places = placesWhere([&](std::int32_t e) { return problem.layerOf(e).absorbs(direction); });
    for (std::size_t cluster = 0; cluster < layers.size(); ++cluster)
      layers[cluster].place[d] = state.places.of[cluster];
    state.element = toDevice(findKinds(problem, d), stream);
    for (auto& psi : state.psi) {
      psi = DeviceBuffer<Real>(static_cast<std::size_t>(state.places.count) * each);
      psi.zero(stream);
    }
  }
  layers_ = toDevice(layers, stream);
  waitFor(stream);
}

template <class Real>
std::vector<LayerElement<Real>> AbsorbingLayers<Real>::findKinds(const DgtdProblem& problem, std::size_t d) {
  const ClusterSlots& slots = fields_.slots();
  const int size = slots.clusterSize();
  State& state = states_[d];
  std::vector<LayerElement<Real>> elements(static_cast<std::size_t>(state.places.count * size), LayerElement<Real>{});
  std::map<std::pair<std::int32_t, std::array<double, 3>>, std::int32_t> found;
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    if (!problem.layerOf(e).absorbs(static_cast<int>(d))) continue;
    const Kind kind{problem.layerIndex[static_cast<std::size_t>(e)],
                    rounded<Real>(edgesAlong(d, &problem.gradient[9 * static_cast<std::size_t>(e)]))};
    const auto number = static_cast<std::int32_t>(state.kinds.size()) + 1;
    const auto [at, isNew] = found.try_emplace({kind.profile, kind.edge}, number);
    if (isNew) state.kinds.push_back(kind);
    const std::int32_t slot = slots.ofElement(e), place = state.places.of[static_cast<std::size_t>(slot / size)];
    LayerElement<Real>& element = elements[static_cast<std::size_t>(place * size + slot % size)];
    for (std::size_t k = 0; k < 3; ++k)
      element.gradient[k] = static_cast<Real>(problem.gradient[9 * static_cast<std::size_t>(e) + 3 * k + d]);
    element.record = at->second;
  }
  return elements;
}

template <class Real>
std::int64_t AbsorbingLayers<Real>::bytes() const {
  std::size_t sum = layers_.bytes() + keptPlace_.bytes() + old_.bytes();
  for (const State& state : states_) sum += state.element.bytes() + state.psi[0].bytes() + state.psi[1].bytes();
  for (const Term& term : terms_) {
    sum += term.decay.bytes();
    for (const auto& records : term.records) sum += records.bytes();
  }
  return static_cast<std::int64_t>(sum);
}

template <class Real>
LayerTerm<Real> AbsorbingLayers<Real>::term(Field target, double step) {
  if (none()) return {};
  const auto field = static_cast<std::size_t>(target);
  Term& result = terms_[field];
  if (result.step == step) return result.term;
  // Half steps of the last step read it.
  if (result.term.ofCluster != nullptr) waitFor(fields_.streams().orderComputeAfterExchange());
  result.step = step;
  result.decay = fields_.table([&](const MaterialValues& m) { return leapFrogDecay(m, target, step); });
  result.term = {layers_.data(), result.decay.data(), {}};
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<LayerRecord<Real>> records{neutralRecord<Real>()};
    for (const Kind& kind : states_[d].kinds)
      records.push_back(recordOf<Real>(kind.edge, profiles_[static_cast<std::size_t>(kind.profile)], d, step));
    result.records[d] = readyOnDevice(records);
    result.term.direction[d] = {result.records[d].data(), states_[d].element.data(), states_[d].psi[field].data()};
  }
  return result.term;
}

template <class Real>
void AbsorbingLayers<Real>::keep(Field target, ElementRange range, cudaStream_t stream) {
  if (none()) return;
  const int size = fields_.slots().clusterSize();
  if (old_.empty()) {
    keptPlace_ = toDevice(clusters_.of, stream);
    old_ = DeviceBuffer<Real>(static_cast<std::size_t>(clusters_.count) * static_cast<std::size_t>(size) *
                              elementStride(fields_.order()));
  }
  launchKeepInLayers(fields_.order(), keptPlace_.data(), fields_.slots().clusters(range), size, fields_.data(target),
                     old_.data(), stream);
}

template <class Real>
void AbsorbingLayers<Real>::apply(Field target, ElementRange range, const PoleTerm<Real>* poles, cudaStream_t stream) {
  if (none()) return;
  launchApplyLayers(fields_.order(), terms_[static_cast<std::size_t>(target)].term, keptPlace_.data(),
                    fields_.slots().clusters(range), fields_.slots().clusterSize(), fields_.record(), poles,
                    old_.data(), fields_.data(target), stream);
}

template <class Real>
void AbsorbingLayers<Real>::upload(const StateInfo& state, std::span<const Real> values) {
  if (state.elements->empty()) return;
  State& of = states_.at(static_cast<std::size_t>(state.index));
  const PlacedElements placed(*state.elements, of.places, fields_);
  fields_.fromNodal(placed.layout(fields_), values, of.psi.at(static_cast<std::size_t>(state.field)).data());
}

template <class Real>
void AbsorbingLayers<Real>::download(const StateInfo& state, std::span<Real> values) {
  if (state.elements->empty()) return;
  State& of = states_.at(static_cast<std::size_t>(state.index));
  const PlacedElements placed(*state.elements, of.places, fields_);
  fields_.toNodal(placed.layout(fields_), of.psi.at(static_cast<std::size_t>(state.field)).data(), values);
}

template class AbsorbingLayers<float>;
template class AbsorbingLayers<double>;

}  // namespace fluxtet::dgtd::cuda
