// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/cudaTraces.hpp"

#include "kernels/dgtd/cuda/cudaHalo.hpp"
#include "kernels/dgtd/cuda/toDevice.hpp"

namespace fluxtet::dgtd::cuda {

template <class Real>
CudaTraces<Real>::CudaTraces(CudaFields<Real>& fields, const DgtdProblem& problem)
    : fields_(fields), level_(problem.haloLevel) {
  cudaStream_t stream = fields.streams().orderComputeAfterExchange();
  for (const std::int32_t face : problem.sendFace)
    slotFace_.push_back(4 * fields.slots().ofElement(face / 4) + face % 4);
  outgoing_ = OutgoingTraces<Real>(fields.order(), slotFace_, stream);
  const auto each = static_cast<std::size_t>(valuesPerFace());
  sendRecords_ = DeviceBuffer<Real>(slotFace_.size() * each);
  std::vector<Real*> sendRecordOf;
  for (std::size_t k = 0; k < slotFace_.size(); ++k) sendRecordOf.push_back(sendRecords_.data() + k * each);
  sendRecordOf_ = toDevice(sendRecordOf, stream);
  waitFor(stream);
}

template <class Real>
void CudaTraces<Real>::pack(Field field, std::span<Real> buffer) {
  cudaStream_t stream = fields_.streams().orderExchangeAfterBorder();
  launchPack(fields_.order(), fields_.data(field), outgoing_.slotFace(), outgoing_.size(), sendRecordOf_.data(),
             stream);
  if (!buffer.empty()) sendRecords_.toHost(buffer, stream);
  waitFor(stream);
}

template <class Real>
void CudaTraces<Real>::set(Field field, std::span<const Real> buffer) {
  TraceRecords<Real>& records = fields_.traces();
  if (!buffer.empty())
    copyBytes(records.of(field), buffer.data(), buffer.size_bytes(),
              static_cast<std::size_t>(records.haloFaces()) * records.recordBytes(),
              fields_.streams().orderExchangeAfterBorder());
}

template <class Real>
std::unique_ptr<DeviceHalo> CudaTraces<Real>::makeDeviceHalo(std::span<const std::int32_t> offset) {
  fields_.markMoved();
  return std::make_unique<CudaHalo<Real>>(HaloResources<Real>{fields_.order(), fields_.arrays(), outgoing_,
                                                              fields_.traces(), fields_.streams(), slotFace_, level_},
                                          offset);
}

template <class Real>
std::int64_t CudaTraces<Real>::bytes() const {
  return outgoing_.bytes() + static_cast<std::int64_t>(sendRecords_.bytes() + sendRecordOf_.bytes());
}

template class CudaTraces<float>;
template class CudaTraces<double>;

}  // namespace fluxtet::dgtd::cuda
