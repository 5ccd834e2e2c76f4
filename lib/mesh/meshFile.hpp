// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/mesh/mesh.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fluxtet {

/// What fluxtet's mesh file says of itself. The file (HDF5, lengths in m) holds the elements part by part, each with
/// its id in the unpartitioned mesh, and for each part the vertices that it uses, so that a rank reads one contiguous
/// block of each dataset. Attributes: format ("fluxtet mesh"), version (3), totalElements, totalVertices,
/// headerChecksum (of version, totals, offsets and names, with which the checksums of the parts begin). Version 1 had
/// none of the header, and is read as it is. Datasets:
/// - regionNames, surfaceNames           bytes; each name ends in a newline
/// - elementOffset, vertexOffset [parts+1], partChecksum [parts]
/// - elementId [n], elementVertex [n][4] (ascending ids), region [n], faceGroup [n][4] (-1: none)    part by part
/// - vertexId [m] (ascending in each part), vertices [m][3] (m)                                      part by part
/// - sizeNotes, warnings                 bytes; each line of MeshNotes ends in a newline; left out where there is none
struct MeshFileHeader {
  int version = 0;
  int parts = 1;
  std::int64_t totalElements = 0;
  std::int64_t totalVertices = 0;
  std::vector<std::int64_t> elementOffset;  ///< [parts + 1] first element of each part
  std::vector<std::int64_t> vertexOffset;   ///< [parts + 1] first vertex entry of each part
  MeshGroups groups;
};

/// Writes the mesh, complete or not at all. `part[e]` in 0..numParts-1 is the part of element e; empty: one part.
/// Serial. Throws InputError for a part without elements, RunError if the file cannot be written.
void writeMeshFile(const std::string& path, const Mesh& mesh, const std::vector<std::int32_t>& part, int numParts);

/// Header of a mesh file. Serial. Throws InputError with the reason for a file that is missing, foreign, damaged, or of
/// a newer version.
MeshFileHeader readMeshHeader(const std::string& path);

/// Whole mesh, elements in the order of their ids. Serial. Throws InputError as readMeshHeader(), also where a part
/// differs from its checksum.
Mesh readWholeMesh(const std::string& path);

/// One part (0-based), elements in the order of their ids. Serial and independent: ranks may read at the same time.
/// Throws InputError as readWholeMesh(), and for a part that the file does not have.
MeshPart readMeshPart(const std::string& path, int part);

}  // namespace fluxtet
