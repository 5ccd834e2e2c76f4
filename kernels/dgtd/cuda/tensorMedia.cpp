// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/tensorMedia.hpp"

#include "kernels/dgtd/cuda/elementEdges.hpp"
#include "kernels/dgtd/cuda/placedElements.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"
#include "kernels/dgtd/materials.hpp"

#include <algorithm>

namespace fluxtet::dgtd::cuda {

template <class Real>
TensorMedia<Real>::TensorMedia(const DgtdProblem& problem, CudaFields<Real>& fields) : fields_(fields) {
  if (problem.tensorIndex.empty()) return;
  const ClusterSlots& slots = fields.slots();
  const auto placesWhere = [&](const auto& has) {
    return placesOf(problem.numElements, slots, slots.numClusters(), slots.clusterSize(), [&](std::int32_t e) {
      const TensorMedium* tensors = problem.tensorsOf(static_cast<std::size_t>(e));
      return tensors != nullptr && has(*tensors);
    });
  };
  for (const Field field : {Field::E, Field::H})
    places_[static_cast<std::size_t>(field)] =
        placesWhere([field](const TensorMedium& tensors) { return tensors.actsOn(field); });
  plasmaPlaces_ = placesWhere([](const TensorMedium& tensors) { return tensors.plasma.has_value(); });
  gradient_ = problem.gradient;
  elementOfSlot_.assign(static_cast<std::size_t>(slots.numSlots()), -1);
  materialOfSlot_ = elementOfSlot_;
  // The same numbers as in ClusterMesh, which counts the media in the order of the elements.
  std::vector<MaterialValues> materials;
  MaterialIndex index(materials);
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    const auto slot = static_cast<std::size_t>(slots.ofElement(e));
    elementOfSlot_[slot] = e;
    materialOfSlot_[slot] = index.of(materialOf(problem, static_cast<std::size_t>(e)));
  }
  cudaStream_t stream = fields_.streams().orderComputeAfterExchange();
  const auto size = static_cast<std::size_t>(slots.clusterSize());
  for (const Field field : {Field::E, Field::H}) {
    const auto f = static_cast<std::size_t>(field);
    if (!actsOn(field)) continue;
    place_[f] = toDevice(places_[f].of, stream);
    std::vector<std::uint8_t> isTensor(static_cast<std::size_t>(places_[f].count) * size, 0);
    for (std::size_t slot = 0; slot < elementOfSlot_.size(); ++slot) {
      const std::int32_t place = places_[f].of[slot / size];
      if (place >= 0 && materialOfSlot_[slot] >= 0)
        isTensor[static_cast<std::size_t>(place) * size + slot % size] =
            materials[static_cast<std::size_t>(materialOfSlot_[slot])].isMatrix(field) ? 1 : 0;
    }
    isTensor_[f] = toDevice(isTensor, stream);
    waitFor(stream);
  }
  if (plasmaPlaces_.count > 0) {
    plasmaPlace_ = toDevice(plasmaPlaces_.of, stream);
    state_ = DeviceBuffer<Real>(static_cast<std::size_t>(plasmaPlaces_.count * clusterValues()));
    state_.zero(stream);
  }
  waitFor(stream);
}

template <class Real>
std::int64_t TensorMedia<Real>::clusterValues() const {
  return static_cast<std::int64_t>(fields_.slots().clusterSize()) * elementStride(fields_.order());
}

template <class Real>
std::int64_t TensorMedia<Real>::bytes() const {
  std::size_t sum = plasmaPlace_.bytes() + state_.bytes();
  for (std::size_t f = 0; f < 2; ++f) {
    sum += place_[f].bytes() + isTensor_[f].bytes() + old_[f].bytes();
    for (const Matrices* matrices : {&leapFrog_[f], &explicit_[f]})
      sum += matrices->growth.bytes() + matrices->decay.bytes() + matrices->plasma.bytes() + matrices->term.bytes();
  }
  return static_cast<std::int64_t>(sum);
}

template <class Real>
std::vector<Real> TensorMedia<Real>::covariant(const Places& places, Field target, std::size_t count, bool unit,
                                               const OfMedium& ofMedium) const {
  const auto size = static_cast<std::size_t>(fields_.slots().clusterSize());
  std::vector<Real> values(static_cast<std::size_t>(places.count) * count * 9 * size, Real(0));
  std::vector<Matrix3> matrices(count);
  std::int32_t known = -1;
  for (std::size_t slot = 0; slot < elementOfSlot_.size(); ++slot) {
    const std::int32_t place = places.of[slot / size], material = materialOfSlot_[slot];
    if (place < 0) continue;
    const bool acts = material >= 0 && fields_.materials()[static_cast<std::size_t>(material)].isMatrix(target);
    Real* const to = values.data() + static_cast<std::size_t>(place) * count * 9 * size + slot % size;
    if (!acts) {
      for (const std::size_t k : {0u, 4u, 8u}) to[k * size] = static_cast<Real>(unit ? 1 : 0);
      continue;
    }
    if (material != known) ofMedium(fields_.materials()[static_cast<std::size_t>(known = material)], matrices);
    const ElementEdges edges(gradient_.data() + 9 * static_cast<std::size_t>(elementOfSlot_[slot]));
    for (std::size_t m = 0; m < count; ++m)
      for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t k = 0; k < 3; ++k)
          to[(9 * m + 3 * j + k) * size] = static_cast<Real>(dot(edges.t[j], matrices[m] * edges.g[k]));
  }
  return values;
}

template <class Real>
void TensorMedia<Real>::setTerm(Matrices& matrices, Field target) {
  const auto f = static_cast<std::size_t>(target);
  const bool hasPlasma = !matrices.plasma.empty();
  matrices.term = readyOnDevice(std::vector<TensorTerm<Real>>{
      {place_[f].data(), isTensor_[f].data(), matrices.growth.data(),
       matrices.decay.empty() ? nullptr : matrices.decay.data(), hasPlasma ? plasmaPlace_.data() : nullptr,
       hasPlasma ? matrices.plasma.data() : nullptr, hasPlasma ? state_.data() : nullptr}});
}

template <class Real>
const TensorTerm<Real>* TensorMedia<Real>::term(Field target, double step) {
  if (!actsOn(target)) return nullptr;
  const auto f = static_cast<std::size_t>(target);
  Matrices& matrices = leapFrog_[f];
  if (!matrices.term.empty() && matrices.step == step) return matrices.term.data();
  // Half steps of the last step read it.
  if (!matrices.term.empty()) waitFor(fields_.streams().orderComputeAfterExchange());
  matrices.step = step;
  matrices.growth =
      readyOnDevice(covariant(places_[f], target, 1, true, [&](const MaterialValues& m, std::span<Matrix3> result) {
        result[0] = tensorStep(m, target, step).growth;
      }));
  const std::vector<Real> decay = covariant(
      places_[f], target, 1, false,
      [&](const MaterialValues& m, std::span<Matrix3> result) { result[0] = tensorStep(m, target, step).decay; });
  const bool decays = std::any_of(decay.begin(), decay.end(), [](Real value) { return value != 0; });
  matrices.decay = decays ? readyOnDevice(decay) : DeviceBuffer<Real>();
  if (target == Field::E && plasmaPlaces_.count > 0)
    matrices.plasma = readyOnDevice(
        covariant(plasmaPlaces_, target, 3, false, [&](const MaterialValues& m, std::span<Matrix3> result) {
          std::fill(result.begin(), result.end(), Matrix3{});
          if (!m.tensors->plasma) return;
          const PlasmaStep rule = trapezoidalStep(*m.tensors->plasma, step);
          result[0] = rule.phi;
          result[1] = rule.gamma;
          result[2] = -step * rule.k;
        }));
  setTerm(matrices, target);
  return matrices.term.data();
}

template <class Real>
const TensorTerm<Real>* TensorMedia<Real>::explicitTerm(Field target) {
  if (!actsOn(target)) return nullptr;
  const auto f = static_cast<std::size_t>(target);
  Matrices& matrices = explicit_[f];
  if (!matrices.term.empty()) return matrices.term.data();
  matrices.growth =
      readyOnDevice(covariant(places_[f], target, 1, true, [&](const MaterialValues& m, std::span<Matrix3> result) {
        result[0] = inverse(inertiaMatrix(m, target));
      }));
  setTerm(matrices, target);
  return matrices.term.data();
}

template <class Real>
void TensorMedia<Real>::keep(Field target, ElementRange range, cudaStream_t stream) {
  if (!actsOn(target)) return;
  const auto f = static_cast<std::size_t>(target);
  if (old_[f].empty()) old_[f] = DeviceBuffer<Real>(static_cast<std::size_t>(places_[f].count * clusterValues()));
  launchKeepInLayers(fields_.order(), place_[f].data(), fields_.slots().clusters(range), fields_.slots().clusterSize(),
                     fields_.data(target), old_[f].data(), stream);
}

template <class Real>
void TensorMedia<Real>::apply(Field target, ElementRange range, const LayerTerm<Real>& layers, cudaStream_t stream) {
  if (!actsOn(target)) return;
  const auto f = static_cast<std::size_t>(target);
  launchTensors(fields_.order(), leapFrog_[f].term.data(), layers, fields_.slots().clusters(range),
                fields_.slots().clusterSize(), old_[f].data(), fields_.data(target), stream);
}

template <class Real>
void TensorMedia<Real>::upload(const StateInfo& plasma, std::span<const Real> values) {
  if (plasma.elements->empty()) return;
  const PlacedElements placed(*plasma.elements, plasmaPlaces_, fields_);
  fields_.fromNodal(placed.layout(fields_), values, state_.data());
}

template <class Real>
void TensorMedia<Real>::download(const StateInfo& plasma, std::span<Real> values) {
  if (plasma.elements->empty()) return;
  const PlacedElements placed(*plasma.elements, plasmaPlaces_, fields_);
  fields_.toNodal(placed.layout(fields_), state_.data(), values);
}

template class TensorMedia<float>;
template class TensorMedia<double>;

}  // namespace fluxtet::dgtd::cuda
