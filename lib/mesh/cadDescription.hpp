// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/meshSource.hpp"

#include <string>

namespace fluxtet {

/// What the STEP or BREP file `source.file` holds, in several lines for a reader: its unit, its solids, sheets and
/// those faces that have a name or a colour of their own, how large and where they are, the colours, and which solids
/// overlap. Nothing is meshed. Boxes are the kernel's, which may be a little too large round curved faces.
/// `source.colours` give names, `source.priority` says who keeps what solids share. `unit`: length of the model's unit,
/// m. In a running GmshSession.
std::string describeCad(const MeshSource& source, double unit);

}  // namespace fluxtet
