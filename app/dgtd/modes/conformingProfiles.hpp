// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"

namespace fluxtet::dgtd {

/// e and h of a TEM or quasi-TEM mode as polynomials of one order on each triangle that leave no charge where they
/// enter the model.
///
/// A wave that enters at a surface with the current n x h leaves charge where that has a divergence, and magnetic
/// charge where e has a curl; both stay as static fields, which grow as 1 / f towards low frequencies. Polynomials that
/// take the values of a mode at the nodes of their triangles have both, in their jumps from triangle to triangle and
/// most of all at sharp edges, where the mode is singular. Here e is the gradient of a continuous polynomial of one
/// order more, constant on each conductor, and h has no curl in any triangle, a continuous tangential component, and
/// none at magnetic walls: of all such fields the ones nearest to those of the mode in the norms of their energies.
struct ConformingProfiles {
  ModeProfile electric;  ///< e, 1/m
  ModeProfile magnetic;  ///< h, 1/m
};

/// `order`: of the polynomials, 1 to 5. The norms of e and of e x h are nearly those of the mode. Throws RunError if
/// its equations have no solution.
ConformingProfiles conformingProfiles(const CrossSection& section, const PortMode& mode, int order);

}  // namespace fluxtet::dgtd
