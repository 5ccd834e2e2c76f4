// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What every engine checks in the lists of elements and faces that it is given.
#pragma once

#include "kernels/dgtd/problem.hpp"

#include <cstdint>
#include <span>
#include <stdexcept>

namespace fluxtet::dgtd {

/// Throws std::logic_error unless `elements` ascend and are elements of a rank that has `numElements`. The same holds
/// for faces of which a rank has so many.
inline void requireAscending(std::span<const std::int32_t> elements, std::int32_t numElements) {
  std::int32_t above = 0;
  for (const std::int32_t element : elements) {
    if (element < above || element >= numElements)
      throw std::logic_error("a list of elements or faces must be ascending and of this rank");
    above = element + 1;
  }
}

/// Throws std::logic_error unless all `faces`, 4 * element + local face, belong to a rank that has `numElements`.
inline void requireFaces(std::span<const std::int32_t> faces, std::int32_t numElements) {
  for (const std::int32_t face : faces)
    if (face < 0 || face / 4 >= numElements) throw std::logic_error("a list of faces has a face of no element");
}

/// Throws std::logic_error unless the injected faces of a problem ascend and are no boundary faces, and all signs are 1
/// or -1.
inline void requireInjectedFaces(const DgtdProblem& problem) {
  requireAscending(problem.injectedFace, 4 * problem.numElements);
  if (problem.injectedSign.size() != problem.injectedFace.size())
    throw std::logic_error("each injected face needs a sign");
  for (const std::int32_t face : problem.injectedFace)
    if (problem.faceKind[static_cast<std::size_t>(face)] == FaceKind::boundary)
      throw std::logic_error("a boundary face cannot lie between total field and scattered field");
  for (const std::int32_t sign : problem.injectedSign)
    if (sign != 1 && sign != -1) throw std::logic_error("the sign of an injected face must be 1 or -1");
}

/// Throws std::logic_error: a list of faces has a boundary face, where sums of traces are not defined.
[[noreturn]] inline void refuseBoundaryFace() {
  throw std::logic_error("sums of traces are not defined on boundary faces");
}

}  // namespace fluxtet::dgtd
