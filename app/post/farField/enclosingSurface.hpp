// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/dgtd/setup/discretisation.hpp"

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet::farField {

/// Faces between elements that separate the sources and all bodies, inside, from the open boundary. Outside is one
/// lossless medium.
struct EnclosingSurface {
  /// This rank's faces, 4 * element + face, ascending; their elements lie inside. Faces between two ranks belong to the
  /// rank of the inner element.
  std::vector<std::int32_t> faces;
  std::int64_t totalFaces = 0;   ///< of all ranks
  double epsilonR = 1, muR = 1;  ///< of the medium outside
};

/// The surface that an output asks for, and where in the case file it does so, for messages.
struct SurfaceRequest {
  template <class Output>
  explicit SurfaceRequest(const Output& output) : wanted(output), key(output.key), mark(toString(output.mark)) {}

  const dgtd::FarFieldSurface& wanted;
  std::string key;   ///< of the output
  std::string mark;  ///< file and line
};

/// Finds the surface of a far field: the named one, whose inner side is where the open boundary cannot be reached
/// without crossing it, or for "auto" the boundary of all elements none of whose vertices is less than two edges away
/// from the open boundary (its absorbing surfaces and layers). Collective. Throws InputError on every rank if there is
/// no such surface, if it has a hole, or if a source, a conductor or another medium lies outside of it. At walls behind
/// which images stand (`symmetry`, `ground`) it ends, and with the images it is closed again.
EnclosingSurface findEnclosingSurface(const SurfaceRequest& request, const dgtd::DgtdCase& theCase,
                                      const dgtd::Discretisation& d, MPI_Comm comm);

}  // namespace fluxtet::farField
