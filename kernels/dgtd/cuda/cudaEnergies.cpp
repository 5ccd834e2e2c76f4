// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaEnergies.hpp"

#include "kernels/device/check.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"

#include <stdexcept>

namespace fluxtet::dgtd::cuda {

template <class Real>
CudaEnergies<Real>::CudaEnergies(CudaFields<Real>& fields) : fields_(fields) {
  for (const Field field : {Field::E, Field::H}) {
    std::vector<double> half;
    for (const MaterialValues& m : fields.materials()) half.push_back(0.5 * dgtd::inertia(m, field));
    halfInertia_[static_cast<std::size_t>(field)] = toDevice(half, fields.streams().orderComputeAfterExchange());
  }
  waitFor(fields.streams().orderComputeAfterExchange());
}

template <class Real>
std::int64_t CudaEnergies<Real>::bytes() const {
  return static_cast<std::int64_t>(halfInertia_[0].bytes() + halfInertia_[1].bytes() + kept_[0].bytes() +
                                   kept_[1].bytes()) +
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
  terms.term[terms.count++] = {fields_.data(field), withKept ? copy.data() : nullptr, halfInertia(field)};
  terms.squared = !withKept;
  return energies_.sum(fields_.energyMesh(), terms, fields_.streams().orderComputeAfterExchange());
}

template <class Real>
double CudaEnergies<Real>::total() const {
  EnergyTerms<Real> terms;
  for (const Field field : {Field::E, Field::H})
    terms.term[terms.count++] = {fields_.data(field), nullptr, halfInertia(field)};
  return energies_.sum(fields_.energyMesh(), terms, fields_.streams().orderComputeAfterExchange());
}

template <class Real>
StrongestElement CudaEnergies<Real>::strongest(double factor) {
  EnergyTerms<Real> terms;
  terms.factor = static_cast<Real>(factor);
  for (const Field field : {Field::E, Field::H})
    terms.term[terms.count++] = {fields_.data(field), kept(field).data(), halfInertia(field)};
  const SlotEnergy largest =
      energies_.largest(fields_.energyMesh(), terms, fields_.streams().orderComputeAfterExchange());
  if (largest.slot < 0) return {};
  return {fields_.slots().elementAt(largest.slot), largest.energy};
}

template class CudaEnergies<float>;
template class CudaEnergies<double>;

}  // namespace fluxtet::dgtd::cuda
