// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/dgtd/problem.hpp"
#include "lib/mesh/subMesh.hpp"

#include <mpi.h>

#include <array>
#include <vector>

namespace fluxtet::dgtd {

/// Returns the longest time step that each element of this rank allows by itself, c0 dt in m, [n]. It is 2 over the
/// spectral norm of the element's rows of the stability operator B (docs/theory.md, section 3.3) at order 1, with the
/// blocks of its neighbours, times a rough factor by order. A step that satisfies all elements is stable
/// up to some ten per cent either way: who uses it must check the step itself. The result does not depend on how the
/// mesh is distributed. Poles, conductivities and penalties do not enter, nor do laws of faces. Collective.
std::vector<double> elementSteps(const SubMesh& mesh, const DgtdProblem& problem, MPI_Comm comm);

/// The same by a glance at the shapes of the elements, in a few per cent of the time: what the height over the largest
/// face says, right within a factor of about 1.5. [n].
std::vector<double> roughElementSteps(const DgtdProblem& problem);

/// The squares of the spectral norms, 1/m^2, of an element's rows of B at order 1: those of E and of H.
struct RowNorms {
  double ofE = 0, ofH = 0;
};
/// What the rows know of the element across a face.
struct RowNeighbour {
  double volume = 0;  ///< m^3; 0: a boundary face
  double epsilonR = 1, muR = 1;
  double mirrorOfE = 0;  ///< at a boundary face, the outer trace of E over the own one; that of H is its negative
};
/// `gradient`: grad lambda_1..3, [3][xyz], 1/m. `volume`: m^3. `neighbour`: by face.
RowNorms rowNorms(const double* gradient, double volume, double epsilonR, double muR,
                  const std::array<RowNeighbour, 4>& neighbour);

}  // namespace fluxtet::dgtd
