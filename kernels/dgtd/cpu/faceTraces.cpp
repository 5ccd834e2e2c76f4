// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/dgtd/cpu/faceTraces.hpp"

#include "kernels/dgtd/listChecks.hpp"
#include "lib/base/vec3.hpp"

namespace fluxtet::dgtd::cpu {
namespace {

/// Subtracts from the vector v its part along the unit vector n.
template <class Real>
void removeNormalPart(const std::array<Real, 3>& n, Real* v) {
  const Real part = n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
  for (std::size_t c = 0; c < 3; ++c) v[c] -= part * n[c];
}

}  // namespace

template <class Real>
FaceTraces<Real>::FaceTraces(const CpuFields<Real>& fields, std::span<const std::int32_t> faces) : fields_(&fields) {
  requireFaces(faces, fields.mesh().slots.numElements());
  for (const std::int32_t face : faces) faces_.push_back(makeFace(face));
}

template <class Real>
auto FaceTraces<Real>::makeFace(std::int32_t face) const -> Face {
  const BlockMesh<Real>& mesh = fields_->mesh();
  const int lanes = fields_->lanes(), f = face % 4;
  const std::int32_t slot = mesh.slots.ofElement(face / 4), block = slot / lanes, lane = slot % lanes;
  const std::int32_t outer = mesh.neighbourLink(face);
  if (outer % numLinkCodes == linkBoundary) refuseBoundaryFace();

  Vec3 t[3];
  for (int i = 0; i < 9; ++i) t[i / 3][i % 3] = mesh.edge[static_cast<std::size_t>((block * 9 + i) * lanes + lane)];
  const Vec3 normal = normalised(f == 0 ? cross(t[1] - t[0], t[2] - t[0]) : cross(t[f % 3], t[(f + 1) % 3]));
  Face result{{linkWord(slot, f), outer}, {}};
  for (std::size_t c = 0; c < 3; ++c) result.normal[c] = static_cast<Real>(normal[c]);
  return result;
}

template <class Real>
void FaceTraces<Real>::read(std::int32_t k, Field field, Real* tangential) const {
  const int nf = fields_->basis().nf(), lanes = fields_->lanes();
  const Face& face = faces_[static_cast<std::size_t>(k)];
  for (const std::int32_t link : face.link) {
    const Real* slot = fields_->data(field) + fields_->place(link >> linkCodeBits);
    // The table says by link code where node m of a trace stands; its entries are the same for each local face.
    const std::int32_t* offset = fields_->mesh().traceOffset.data() + link % numLinkCodes;
    for (int m = 0; m < nf; ++m, tangential += 3) {
      for (int c = 0; c < 3; ++c) tangential[c] = slot[offset[m * numLinkCodes] + c * lanes];
      removeNormalPart(face.normal, tangential);
    }
  }
}

template class FaceTraces<float>;
template class FaceTraces<double>;

}  // namespace fluxtet::dgtd::cpu
