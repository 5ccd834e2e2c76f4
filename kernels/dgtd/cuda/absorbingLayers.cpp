// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/absorbingLayers.hpp"

#include "kernels/dgtd/cuda/placedElements.hpp"

namespace fluxtet::dgtd::cuda {
namespace {

template <class Real>
LayerConstants<Real> constantsOf(const LayerProfile& profile, std::size_t direction, double step) {
  const auto [across, along] = LayerFactors<double>::of(profile, direction, step);
  const auto pull = [](const LayerStep<double>& s) { return s.quotient * 2 * s.sigma * s.gain; };
  const auto real = [](double x) { return static_cast<Real>(x); };
  return {real(across.sigma),
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
    : fields_(fields), numbers_(layerStates(problem)), profiles_(problem.layers) {
  requireNoPolesInLayers(problem);
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
  for (const int direction : numbers_.direction) {
    const auto d = static_cast<std::size_t>(direction);
    State& state = states_[d];
    state.places = placesWhere([&](std::int32_t e) { return problem.layerOf(e).absorbs(direction); });
    for (std::size_t cluster = 0; cluster < layers.size(); ++cluster)
      layers[cluster].place[d] = state.places.of[cluster];
    state.record = toDevice(recordsOf(problem, d), stream);
    for (auto& psi : state.psi) {
      psi = DeviceBuffer<Real>(static_cast<std::size_t>(state.places.count) * each);
      psi.zero(stream);
    }
  }
  layers_ = toDevice(layers, stream);
  waitFor(stream);
}

template <class Real>
std::vector<LayerRecord<Real>> AbsorbingLayers<Real>::recordsOf(const DgtdProblem& problem, std::size_t d) const {
  const ClusterSlots& slots = fields_.slots();
  const int size = slots.clusterSize();
  const Places& places = states_[d].places;
  std::vector<LayerRecord<Real>> records(static_cast<std::size_t>(places.count * size),
                                         LayerRecord<Real>{.profile = -1});
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    if (!problem.layerOf(e).absorbs(static_cast<int>(d))) continue;
    const std::int32_t slot = slots.ofElement(e), place = places.of[static_cast<std::size_t>(slot / size)];
    LayerRecord<Real>& record = records[static_cast<std::size_t>(place * size + slot % size)];
    const double* g = &problem.gradient[9 * static_cast<std::size_t>(e)];
    // t_k = g_i x g_j / (g_1 . g_2 x g_3), with i and j after k.
    const auto edge = [&](std::size_t k) {
      const double *gi = g + 3 * ((k + 1) % 3), *gj = g + 3 * ((k + 2) % 3);
      const std::size_t a = (d + 1) % 3, b = (d + 2) % 3;
      return gi[a] * gj[b] - gi[b] * gj[a];
    };
    const double determinant =
        g[0] * (g[4] * g[8] - g[5] * g[7]) + g[1] * (g[5] * g[6] - g[3] * g[8]) + g[2] * (g[3] * g[7] - g[4] * g[6]);
    for (std::size_t k = 0; k < 3; ++k) {
      record.edge[k] = static_cast<Real>(edge(k) / determinant);
      record.gradient[k] = static_cast<Real>(g[3 * k + d]);
    }
    record.profile = problem.layerIndex[static_cast<std::size_t>(e)];
  }
  return records;
}

template <class Real>
std::int64_t AbsorbingLayers<Real>::bytes() const {
  std::size_t sum = layers_.bytes() + keptPlace_.bytes() + old_.bytes();
  for (const State& state : states_) sum += state.record.bytes() + state.psi[0].bytes() + state.psi[1].bytes();
  for (const Term& term : terms_) {
    sum += term.decay.bytes() + term.term.bytes();
    for (const auto& constants : term.constants) sum += constants.bytes();
  }
  return static_cast<std::int64_t>(sum);
}

template <class Real>
const LayerTerm<Real>* AbsorbingLayers<Real>::term(Field target, double step) {
  if (none()) return nullptr;
  const auto field = static_cast<std::size_t>(target);
  Term& result = terms_[field];
  if (!result.term.empty() && result.step == step) return result.term.data();
  cudaStream_t stream = fields_.streams().orderComputeAfterExchange();
  waitFor(stream);
  result.step = step;
  result.decay = fields_.table([&](const MaterialValues& m) { return leapFrogDecay(m, target, step); });
  LayerTerm<Real> term{layers_.data(), result.decay.data(), {}};
  for (std::size_t d = 0; d < 3; ++d) {
    std::vector<LayerConstants<Real>> constants;
    for (const LayerProfile& profile : profiles_) constants.push_back(constantsOf<Real>(profile, d, step));
    result.constants[d] = toDevice(constants, stream);
    term.direction[d] = {result.constants[d].data(), states_[d].record.data(), states_[d].psi[field].data()};
  }
  result.term = toDevice(std::vector<LayerTerm<Real>>{term}, stream);
  waitFor(stream);
  return result.term.data();
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
void AbsorbingLayers<Real>::apply(Field target, ElementRange range, cudaStream_t stream) {
  if (none()) return;
  launchApplyLayers(fields_.order(), terms_[static_cast<std::size_t>(target)].term.data(), keptPlace_.data(),
                    fields_.slots().clusters(range), fields_.slots().clusterSize(), fields_.record(), old_.data(),
                    fields_.data(target), stream);
}

template <class Real>
Real* AbsorbingLayers<Real>::find(StateId state, const State*& of) {
  const auto index = static_cast<std::size_t>(state - numbers_.first), count = numbers_.direction.size();
  of = &states_[static_cast<std::size_t>(numbers_.direction.at(index % count))];
  return states_[static_cast<std::size_t>(numbers_.direction.at(index % count))].psi.at(index / count).data();
}

template <class Real>
void AbsorbingLayers<Real>::upload(StateId state, std::span<const std::int32_t> elements,
                                   std::span<const Real> values) {
  if (elements.empty()) return;
  const State* of = nullptr;
  Real* to = find(state, of);
  const PlacedElements placed(elements, of->places, fields_);
  fields_.fromNodal(placed.layout(fields_), values, to);
}

template <class Real>
void AbsorbingLayers<Real>::download(StateId state, std::span<const std::int32_t> elements, std::span<Real> values) {
  if (elements.empty()) return;
  const State* of = nullptr;
  const Real* from = find(state, of);
  const PlacedElements placed(elements, of->places, fields_);
  fields_.toNodal(placed.layout(fields_), from, values);
}

template class AbsorbingLayers<float>;
template class AbsorbingLayers<double>;

}  // namespace fluxtet::dgtd::cuda
