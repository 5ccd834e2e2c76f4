// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cuda/faceSides.hpp"

#include "kernels/dgtd/cuda/toDevice.hpp"
#include "kernels/dgtd/cuda/traceSums.hpp"
#include "kernels/dgtd/listChecks.hpp"

#include <vector>

namespace fluxtet::dgtd::cuda {

template <class Real>
FaceSides::FaceSides(CudaFields<Real>& fields, std::span<const std::int32_t> faces)
    : count(static_cast<std::int32_t>(faces.size())), side(2 * faces.size()) {
  requireFaces(faces, fields.slots().numElements());
  std::vector<std::int32_t> slotFace;
  for (const std::int32_t face : faces) slotFace.push_back(4 * fields.slots().ofElement(face / 4) + face % 4);
  cudaStream_t stream = fields.streams().computeBesideExchange();
  const DeviceBuffer<std::int32_t> onDevice = toDevice(slotFace, stream);
  const ElementRange all{0, fields.slots().numElements()};
  launchFindSides(fields.rhsArgs(Field::E, all), onDevice.data(), count, side.data(), stream);
  std::vector<GatheredTrace> found(2 * faces.size());
  if (!found.empty()) side.toHost(found, stream);
  waitFor(stream);
  for (const GatheredTrace& trace : found) {
    if (trace.word == GatheredTrace::none) refuseBoundaryFace();
    if (trace.kind() == GatheredKind::record) readsHalo = true;
  }
}

template FaceSides::FaceSides(CudaFields<float>&, std::span<const std::int32_t>);
template FaceSides::FaceSides(CudaFields<double>&, std::span<const std::int32_t>);

}  // namespace fluxtet::dgtd::cuda
