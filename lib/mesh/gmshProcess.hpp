// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/meshSource.hpp"
#include "lib/mesh/rawMesh.hpp"

namespace fluxtet {

/// readWithGmsh(), after useGmshProcess() (mesh/gmshReader.hpp) in a process of its own. Throws InputError, too, where
/// that process crashes, wants more memory than the machine has, or takes longer than `source.timeLimit`; without one a
/// .msh may take a minute and a second for each MB, the reading of CAD ten minutes and a second for each 100 kB, and
/// what runs or meshes an hour.
RawMesh readRawMesh(const MeshSource& source, ModelKind model);

}  // namespace fluxtet
