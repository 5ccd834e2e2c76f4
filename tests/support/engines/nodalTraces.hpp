// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// Traces on faces from nodal values that an engine gives, in double precision.
#pragma once

#include "lib/basis/referenceElement.hpp"
#include "tests/support/engines/splitBox.hpp"

namespace fluxtet::test {

/// Returns the unit normal of a face, 4 * element + local face.
inline Vec3 normalOf(const dgtd::DgtdProblem& problem, std::size_t face) {
  const double* g = &problem.gradient[9 * (face / 4)];
  Vec3 normal{};
  for (std::size_t c = 0; c < 3; ++c)
    normal[c] = face % 4 == 0 ? g[c] + g[3 + c] + g[6 + c] : g[3 * (face % 4 - 1) + c];
  return normalised(normal);
}

using Faces = std::vector<std::int32_t>;

/// Returns the faces of a problem that have one of the two kinds.
inline Faces facesOf(const dgtd::DgtdProblem& problem, FaceKind kind, FaceKind otherKind) {
  Faces faces;
  for (std::size_t face = 0; face < problem.faceKind.size(); ++face)
    if (problem.faceKind[face] == kind || problem.faceKind[face] == otherKind)
      faces.push_back(static_cast<std::int32_t>(face));
  return faces;
}

/// Returns the tangential traces of the field as it stands on a piece, [face][side][node][xyz]. The outer trace of a
/// halo face is the other piece's.
template <class Real>
std::vector<double> tracesOf(const SplitBox<Real>& split, int p, dgtd::Field field, const Faces& faces) {
  const dgtd::DgtdProblem& problem = split.problem(p);
  const ReferenceElement basis(problem.order);
  const std::vector<Real> values[2] = {split.values(0, field), split.values(1, field)};
  std::vector<double> traces;
  for (const std::int32_t own : faces) {
    const auto face = static_cast<std::size_t>(own);
    const bool isHalo = problem.faceKind[face] == FaceKind::halo;
    const auto link = static_cast<std::size_t>(problem.faceLink[face]);
    const std::int32_t outer = isHalo ? split.problem(1 - p).sendFace[link] : problem.faceLink[face];
    const Vec3 normal = normalOf(problem, face);
    for (const auto& [piece, side] : {std::pair{p, own}, {isHalo ? 1 - p : p, outer}})
      for (int m = 0; m < basis.nf(); ++m) {
        const int node = basis.faceNode(side % 4, m);
        const Real* v = &values[piece][3 * static_cast<std::size_t>(side / 4 * basis.np() + node)];
        const Vec3 vector{static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
        const Vec3 tangential = vector - dot(normal, vector) * normal;
        traces.insert(traces.end(), tangential.begin(), tangential.end());
      }
  }
  return traces;
}

}  // namespace fluxtet::test
