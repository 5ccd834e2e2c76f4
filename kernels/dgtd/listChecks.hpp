// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// What every engine checks in the lists of elements and faces that it is given.
#pragma once

#include "kernels/dgtd/engineParts.hpp"
#include "kernels/dgtd/problem.hpp"

#include <algorithm>
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

/// Throws std::logic_error unless the faces with laws ascend, are no injected faces, and each law is of the form that
/// its face needs.
inline void requireLawFaces(const DgtdProblem& problem) {
  requireAscending(problem.lawFace, 4 * problem.numElements);
  if (problem.lawOfFace.size() != problem.lawFace.size()) throw std::logic_error("each face of a law needs its law");
  for (std::size_t i = 0; i < problem.lawFace.size(); ++i) {
    const FaceLaw& law = problem.laws.at(static_cast<std::size_t>(problem.lawOfFace[i]));
    const bool isBoundary = problem.faceKind[static_cast<std::size_t>(problem.lawFace[i])] == FaceKind::boundary;
    if (isBoundary == law.isSheet()) throw std::logic_error("sheets lie between two elements, walls at one");
    if (problem.injectedIndex(problem.lawFace[i]) >= 0)
      throw std::logic_error("no wave can be injected at the face of a sheet");
    if (law.highPasses.size() > FaceLaw::maxHighPasses) throw std::logic_error("a law has too many terms");
  }
}

/// Throws std::logic_error unless the sizes of the terms fit each other, and all indices are those of what they name.
inline void requireWhole(const RetardedTerms& terms, int nf) {
  const auto isIndex = [](std::int32_t index, std::size_t size) {
    return index >= 0 && static_cast<std::size_t>(index) < size;
  };
  const std::size_t numTerms = terms.emitter.size();
  bool whole =
      terms.signals >= 0 && terms.delays >= 0 && terms.vector.size() == terms.faceOf.size() &&
      terms.begin.size() == static_cast<std::size_t>(terms.signals) * static_cast<std::size_t>(terms.delays) + 1 &&
      terms.begin.front() == 0 && terms.begin.back() == static_cast<std::int64_t>(numTerms) &&
      std::is_sorted(terms.begin.begin(), terms.begin.end()) &&
      terms.weight.size() == numTerms * static_cast<std::size_t>(nf);
  for (const std::int32_t face : terms.faceOf) whole = whole && isIndex(face, terms.face.size());
  for (const std::int32_t emitter : terms.emitter) whole = whole && isIndex(emitter, terms.faceOf.size());
  if (!whole) throw std::logic_error("the parts of retarded terms do not fit each other");
}

/// Throws std::logic_error unless all delays of a sample reach one of the instants.
inline void requireInstants(std::int64_t sample, int delays, std::int64_t instants) {
  if (sample < 0 || sample + delays > instants) throw std::logic_error("a sample arrives after the last instant");
}

/// Throws std::logic_error unless `given` values are the `needed` ones.
inline void requireSize(std::size_t given, std::size_t needed) {
  if (given != needed) throw std::logic_error("the number of values is not that of the signals");
}

/// Throws std::logic_error: a list of faces has a boundary face, where sums of traces are not defined.
[[noreturn]] inline void refuseBoundaryFace() {
  throw std::logic_error("sums of traces are not defined on boundary faces");
}

}  // namespace fluxtet::dgtd
