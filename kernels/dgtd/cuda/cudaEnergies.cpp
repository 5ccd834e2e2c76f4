// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaEnergies.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/elementEdges.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"
#include "kernels/dgtd/materials.hpp"
#include "lib/base/vec3.hpp"

#include <stdexcept>

namespace fluxtet::dgtd::cuda {
namespace {

/// EnergyTerm::edge of a field, [slot][3][xyz], m; empty if no element's medium is a matrix.
template <class Real>
std::vector<Real> edgesOf(const DgtdProblem& problem, const ClusterSlots& slots, Field field) {
  std::vector<Real> edges;
  bool any = false;
  for (const TensorMedium& tensors : problem.tensors) any = any || tensors.actsOn(field);
  if (!any) return edges;
  edges.assign(9 * static_cast<std::size_t>(slots.numSlots()), Real(0));
  for (std::int32_t e = 0; e < problem.numElements; ++e) {
    const MaterialValues m = materialOf(problem, static_cast<std::size_t>(e));
    const ElementEdges element(&problem.gradient[9 * static_cast<std::size_t>(e)]);
    Real* to = edges.data() + 9 * static_cast<std::size_t>(slots.ofElement(e));
    for (std::size_t k = 0; k < 3; ++k) {
      Vec3 t = element.t[k];
      if (m.isMatrix(field)) {
        const Matrix3 R = inverseRootOfInertia(m, field);  // C^-T
        t = Vec3{R[0] * t[0] + R[3] * t[1] + R[6] * t[2], R[1] * t[0] + R[4] * t[1] + R[7] * t[2],
                 R[2] * t[0] + R[5] * t[1] + R[8] * t[2]};
      }
      for (std::size_t c = 0; c < 3; ++c) to[3 * k + c] = static_cast<Real>(t[c]);
    }
  }
  return edges;
}

}  // namespace

template <class Real>
CudaEnergies<Real>::CudaEnergies(CudaFields<Real>& fields, const DgtdProblem& problem) : fields_(fields) {
  for (const Field field : {Field::E, Field::H}) {
    std::vector<double> half;
    for (const MaterialValues& m : fields.materials())
      half.push_back(m.isMatrix(field) ? 0.5 : 0.5 * dgtd::inertia(m, field));
    halfInertia_[static_cast<std::size_t>(field)] = toDevice(half, fields.streams().orderComputeAfterExchange());
  }
  for (const Field field : {Field::E, Field::H})
    if (const std::vector<Real> edges = edgesOf<Real>(problem, fields.slots(), field); !edges.empty())
      edge_[static_cast<std::size_t>(field)] = toDevice(edges, fields.streams().orderComputeAfterExchange());
  waitFor(fields.streams().orderComputeAfterExchange());
}

template <class Real>
std::int64_t CudaEnergies<Real>::bytes() const {
  return static_cast<std::int64_t>(halfInertia_[0].bytes() + halfInertia_[1].bytes() + edge_[0].bytes() +
                                   edge_[1].bytes() + kept_[0].bytes() + kept_[1].bytes()) +
         energies_.bytes();
}

template <class Real>
DeviceBuffer<Real>& CudaEnergies<Real>::kept(Field field) {
  DeviceBuffer<Real>& copy = kept_[static_cast<std::size_t>(field)];
  fields_.zeroedIfEmpty(copy);
  return copy;
}

template <class Real>
void CudaEnergies<Real>::keep(Field field) {
  Real* const copy = kept(field).data();
  cudaCheck(cudaMemcpyAsync(copy, fields_.data(field), fields_.fieldSize() * sizeof(Real), cudaMemcpyDeviceToDevice,
                            fields_.streams().orderComputeAfterExchange()));
}

template <class Real>
double CudaEnergies<Real>::innerProduct(Field field, bool withKept) const {
  const DeviceBuffer<Real>& copy = kept_[static_cast<std::size_t>(field)];
  if (withKept && copy.empty()) throw std::logic_error("innerProduct with a kept field needs keep() before it");
  EnergyTerms<Real> terms;
  terms.term[terms.count++] = {fields_.data(field), withKept ? copy.data() : nullptr, halfInertia(field), edge(field)};
  terms.squared = !withKept;
  return energies_.sum(fields_.energyMesh(), terms, fields_.streams().orderComputeAfterExchange());
}

template <class Real>
double CudaEnergies<Real>::innerProduct(Field field, ArrayId f, ArrayId g, ElementRange range) const {
  if (range.begin >= range.end) return 0;
  const ClusterSlots& slots = fields_.slots();
  const ClusterRange clusters = slots.clusters(range);
  const std::int64_t first = std::int64_t{clusters.begin} * slots.clusterSize();
  EnergyMesh<Real> mesh = fields_.energyMesh();
  mesh.numSlots = std::int64_t{clusters.end - clusters.begin} * slots.clusterSize();
  mesh.volume += first;
  mesh.record += first;
  const std::int64_t values = first * elementStride(mesh.order);
  EnergyTerms<Real> terms;
  terms.term[terms.count++] = {fields_.dataOf(f) + values, fields_.dataOf(g) + values, halfInertia(field),
                               edge(field) + 9 * first};
  terms.squared = false;
  return energies_.sum(mesh, terms, fields_.streams().orderComputeAfterExchange());
}

template <class Real>
double CudaEnergies<Real>::total() const {
  EnergyTerms<Real> terms;
  for (const Field field : {Field::E, Field::H})
    terms.term[terms.count++] = {fields_.data(field), nullptr, halfInertia(field), edge(field)};
  return energies_.sum(fields_.energyMesh(), terms, fields_.streams().orderComputeAfterExchange());
}

template <class Real>
StrongestElement CudaEnergies<Real>::strongest(double factor) {
  EnergyTerms<Real> terms;
  terms.factor = static_cast<Real>(factor);
  for (const Field field : {Field::E, Field::H})
    terms.term[terms.count++] = {fields_.data(field), kept(field).data(), halfInertia(field), edge(field)};
  const SlotEnergy largest =
      energies_.largest(fields_.energyMesh(), terms, fields_.streams().orderComputeAfterExchange());
  if (largest.slot < 0) return {};
  return {fields_.slots().elementAt(largest.slot), largest.energy};
}

template class CudaEnergies<float>;
template class CudaEnergies<double>;

}  // namespace fluxtet::dgtd::cuda
