// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"
#include "app/dgtd/modes/triangleSpace.hpp"

#include <memory>
#include <vector>

namespace fluxtet::dgtd {

/// Order of the polynomials: gradients of the potentials are of order 3 then, and errors of cut-offs fall with the
/// eighth power of the triangles' size where walls have no corners.
inline constexpr int modeOrder = 4;

/// The `count` TE or TM modes of lowest cut-off of a homogeneous cross-section, from K psi = k_c^2 M psi: TE with
/// e ~ grad psi x n and psi = 0 on PMC, TM with e ~ grad psi and psi = 0 on PEC. Fewer where the space has fewer. The
/// modes of a degenerate group are those that extremise int w psi^2 with a fixed w, so that the first TE11 mode of a
/// round guide points along u, the second one along v. Names are "TE 1", "TE 2", ...
std::vector<PortMode> scalarModes(const std::shared_ptr<const TriangleSpace>& space, ModeKind kind, int count);

/// All TEM modes of a homogeneous cross-section, or the quasi-TEM modes of an inhomogeneous one: one less than
/// conductors. Of three conductors and more, the voltages v of each mode are an eigenvector of the capacitance matrix
/// (even and odd mode of two equal lines), in an inhomogeneous cross-section of C v = s C_m v with the inverse C_m of
/// the inductance matrix. The largest voltage against the reference (outline.hpp) is positive.
std::vector<PortMode> temModes(const std::shared_ptr<const TriangleSpace>& space);

}  // namespace fluxtet::dgtd
