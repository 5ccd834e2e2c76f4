// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/device/deviceBuffer.hpp"
#include "kernels/dgtd/cuda/cudaFields.hpp"
#include "kernels/dgtd/places.hpp"
#include "kernels/dgtd/states.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace fluxtet::dgtd::cuda {

/// The absorbing layers on a GPU, as a term of the half steps of both fields (docs/theory.md, section 3.8). The
/// clusters that hold an element which absorbs in a direction have the states of that direction; all other clusters
/// cost nothing. The fused kernel advances the states itself; for the split kernels there are keep() and apply().
template <class Real>
class AbsorbingLayers {
 public:
  AbsorbingLayers(const DgtdProblem& problem, CudaFields<Real>& fields);

  bool none() const { return clusters_.count == 0; }
  /// Whether any of these clusters has an element in a layer.
  bool touch(ClusterRange clusters) const { return clusters_.touch(clusters.begin, clusters.end); }
  /// Bytes of device memory.
  std::int64_t bytes() const;

  /// The term for half steps of `target` of size `step` = c0 dt, m. Its tables remain in use until the next call for
  /// this target with another step.
  LayerTerm<Real> term(Field target, double step);
  /// Enqueues in `stream` on the clusters of `range` what the split kernels need before and after their update. To be
  /// called after term().
  void keep(Field target, ElementRange range, cudaStream_t stream);
  void apply(Field target, ElementRange range, const PoleTerm<Real>* poles, cudaStream_t stream);

  /// Sets a state from nodal values [element of the state][node][xyz], and writes it to such values. Both block the
  /// host.
  void upload(const StateInfo& state, std::span<const Real> values);
  void download(const StateInfo& state, std::span<Real> values);

 private:
  /// What the elements of one LayerRecord have in common: the profile, and where their edges lead, m.
  struct Kind {
    std::int32_t profile;
    std::array<double, 3> edge;
  };
  struct State {
    std::array<DeviceBuffer<Real>, 2> psi;     ///< [field] LayerTerm::Direction::psi
    Places places;                             ///< of the clusters that have it
    DeviceBuffer<LayerElement<Real>> element;  ///< LayerTerm::Direction::element
    std::vector<Kind> kinds;                   ///< of the records from the second one on
  };
  /// The term of one field, and the tables that it points to.
  struct Term {
    double step = 0;                                         ///< m
    std::array<DeviceBuffer<LayerRecord<Real>>, 3> records;  ///< by direction
    DeviceBuffer<Real> decay;
    LayerTerm<Real> term{};
  };
  /// Finds the kinds of direction d. Returns LayerTerm::Direction::element.
  std::vector<LayerElement<Real>> findKinds(const DgtdProblem& problem, std::size_t d);

  CudaFields<Real>& fields_;
  std::vector<int> directions_;  ///< layerDirections()
  std::vector<LayerProfile> profiles_;
  Places clusters_;                       ///< clusters with an element in a layer
  DeviceBuffer<LayersOfCluster> layers_;  ///< LayerTerm::layers
  std::array<State, 3> states_;           ///< by direction
  std::array<Term, 2> terms_;             ///< by field
  DeviceBuffer<std::int32_t> keptPlace_;  ///< clusters_ on the GPU, for keep()
  DeviceBuffer<Real> old_;                ///< the field of keep()
};

extern template class AbsorbingLayers<float>;
extern template class AbsorbingLayers<double>;

}  // namespace fluxtet::dgtd::cuda
