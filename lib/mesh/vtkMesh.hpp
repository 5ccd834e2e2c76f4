// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/gmshModel.hpp"
#include "lib/mesh/rawMesh.hpp"

#include <string>

namespace fluxtet {

/// Reads the unstructured grid in a legacy VTK file, ASCII or binary: tetrahedra with the triangles of their surfaces;
/// where there are none and `kind` allows, triangles with lines. Other cells of points and lines are left out. An array
/// of integers of the cells, the one called `region` or the only one, makes regions and surfaces: `volume<number>` and
/// `surface<number>`, of a plane mesh `surface<number>` and `curve<number>`; without one all numbers are 1. Tags of
/// nodes and elements are their places in the file from 1 on. Throws InputError.
RawMesh readVtkMesh(const std::string& file, ModelKind kind);

}  // namespace fluxtet
