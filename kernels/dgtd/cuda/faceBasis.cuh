// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Changes between the coefficients (u, v) of tangential traces and vectors at the nodes of a face.
#pragma once

#include "kernels/dgtd/cuda/elementFrame.cuh"
#include "kernels/dgtd/cuda/outerTrace.cuh"

namespace fluxtet::dgtd::cuda {

/// The edges A->B and A->C of a face, m, with A, B, C its vertices in ascending order. own: its element and its local
/// face.
struct FaceEdges {
  Vector ab, ac;
  template <class Real>
  __device__ FaceEdges(const FieldLayout<Real>& layout, GatheredTrace own) {
    const OuterFace face = outerFaceAt(own);
    const Frame frame(layout.edge + 9 * face.index);
    ab = frame.t[componentU(face.face)];
    ac = frame.t[componentV(face.face)];
    if (face.face == 0) {
      const Vector& first = frame.t[0];
      ab = {ab.x - first.x, ab.y - first.y, ab.z - first.z};
      ac = {ac.x - first.x, ac.y - first.y, ac.z - first.z};
    }
  }
  /// Solves the equations with the Gram matrix of the edges and the right-hand sides u and v. A tangential vector F has
  /// the components u = F . AB and v = F . AC, and is a AB + b AC.
  __device__ void solve(double u, double v, double& a, double& b) const {
    const double uu = dot(ab, ab), uv = dot(ab, ac), vv = dot(ac, ac);
    const double determinant = uu * vv - uv * uv;
    a = (vv * u - uv * v) / determinant;
    b = (uu * v - uv * u) / determinant;
  }
};

/// Entry (m, n) of a change of basis of the element, restricted to a face: the same for each face, and on its own a
/// change of basis, because the polynomials of the other coefficients vanish on the face.
template <int order>
__device__ __forceinline__ double faceEntry(const double* elementMatrix, int m, int n) {
  return elementMatrix[faceNodeOf<order>(0, m) * NodeOrder<order>::np + faceNodeOf<order>(0, n)];
}

}  // namespace fluxtet::dgtd::cuda
