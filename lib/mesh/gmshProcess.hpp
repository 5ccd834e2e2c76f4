// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/rawMesh.hpp"

#include <string>

namespace fluxtet {

/// Reads as readWithGmsh(), after useGmshProcess() (mesh/gmshReader.hpp) in a process of its own. `source.timeLimit`,
/// s, limits reading and meshing each. Without it, a .msh may take a minute and a second for each MB, CAD ten minutes
/// and a second for each 100 kB to be read, and a script or the meshing an hour. Throws InputError also where that
/// process crashes or takes longer, RunError where it is killed, which means that memory does not suffice, and Error
/// with ExitCode::stopped after a signal that asks to stop.
RawMesh readRawMesh(const MeshSource& source, ModelKind model);

/// As describeWithGmsh(), in the same way; the time limit is that of reading and meshing together.
std::string readDescription(const MeshSource& source);

}  // namespace fluxtet
