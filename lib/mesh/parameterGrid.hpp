// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace fluxtet {

/// Parameters of points evenly spaced inside of the bounds of a curve or surface (dimension 1 or 2, tag) of Gmsh's
/// current model, `count` along each, where ends and poles are left out: [count], or [count * count][u, v].
std::vector<double> parameterGrid(int dimension, int tag, int count);

}  // namespace fluxtet
