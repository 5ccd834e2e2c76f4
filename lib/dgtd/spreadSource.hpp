// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "basis/referenceElement.hpp"
#include "kernels/dgtd/problem.hpp"
#include "partition/pointLocator.hpp"
#include "partition/subMesh.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace fluxtet {

/// A smooth density that stands for the delta function at a point (docs/theory.md, section 2.6).
struct SpreadPoint {
  double radius = 0;                  ///< m; beyond it the density is 0
  std::vector<std::int32_t> element;  ///< this rank's that hold some of it
  std::vector<double> density;        ///< [element][Np] nodal values, 1/m^3
};

/// Spreads the point `at`, which `place` locates, over the elements round it that are in sight and of the same medium.
/// Integrated against a polynomial of up to the elements' degree, but at most spreadDegree(order), it gives the
/// polynomial's value at the point, to rounding, whatever hides a part of the surroundings.
/// The same on any number of ranks, to rounding. Collective.
SpreadPoint spreadPoint(const Vec3& at, const LocatedPoint& place, const SubMesh& mesh, const DgtdProblem& problem,
                        const ReferenceElement& basis, MPI_Comm comm);

/// Polynomials of this degree are tested like by the delta function; where walls are close, of the lowest.
inline constexpr int lowestSpreadDegree = 3;
int spreadDegree(int order);

}  // namespace fluxtet
