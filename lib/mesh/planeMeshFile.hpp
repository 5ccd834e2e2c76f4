// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/simplexMesh.hpp"

#include <string>

namespace fluxtet {

/// fluxtet's file of a plane mesh (HDF5, lengths in m). Attributes: format ("fluxtet mesh"), version (3), dimension
/// (2), checksum (of version, names and all data; in version 2, which is read as it is, of the data). Datasets:
/// - regionNames, surfaceNames           bytes; each name ends in a newline
/// - vertices [m][2], elements [n][3], region [n], facets [k][2], facetGroup [k]    as in SimplexMesh
/// Complete or not at all. Serial. Throws RunError if the file cannot be written.
void writePlaneMeshFile(const std::string& path, const SimplexMesh& mesh);

/// Checks the checksum and validates the mesh. Serial. Throws InputError with the reason for a file that is missing,
/// foreign, damaged, of a newer version or of tetrahedra.
SimplexMesh readPlaneMeshFile(const std::string& path);

/// True for a mesh file of triangles, false for one of tetrahedra. Throws as readPlaneMeshFile().
bool isPlaneMeshFile(const std::string& path);

}  // namespace fluxtet
