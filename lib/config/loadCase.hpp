// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/case.hpp"

#include <span>
#include <string>
#include <vector>

namespace fluxtet {

/// One `--set key.path=value`, e.g. "dgtd.order=3" or "output.probes[0].at=[0, 0, 1 mm]" (value is YAML).
using Override = std::string;

/// Parses and validates a case given as text; `file` names it in errors and anchors relative paths of meshes and
/// tables. Throws InputError "case.yaml:12:5: ..." listing every fault found (each with what was expected and the
/// nearest valid name). Reads no mesh: what only the mesh can reveal is checked by checkCaseAgainstMesh().
Case parseCase(const std::string& text, const std::string& file, std::span<const Override> overrides);

/// Reads `file` and parses it. Throws InputError if it cannot be read.
Case loadCase(const std::string& file, std::span<const Override> overrides);

/// Every region of the mesh has a material, every name that the case uses exists in the mesh, every outer surface has a
/// condition (`outerSurfaces`: names of surface groups that hold outer faces), plane waves enter through absorbing
/// surfaces. Throws InputError with place, expectation and nearest name. Returns nothing: the case is consistent.
void checkCaseAgainstMesh(const Case& theCase, const std::vector<std::string>& regionNames,
                          const std::vector<std::string>& surfaceNames, const std::vector<std::string>& outerSurfaces);

/// The same for `solver: static` and a mesh of triangles (`dimension` 2: the regions are its physical surfaces, the
/// surfaces its physical curves) or tetrahedra (3): names, a material for every region, and what that dimension has not
/// (axisymmetric tetrahedra, A_z of tetrahedra, points off the plane, charges per metre of a solid). Surfaces without a
/// condition are natural. Throws InputError that lists all faults. Regions that sources and output name are among
/// `regions:` already.
void checkStaticCaseAgainstMesh(const Case& theCase, const std::vector<std::string>& regionNames,
                                const std::vector<std::string>& surfaceNames, int dimension);

/// JSON schema (draft 2020-12) of the case file, from the table of keys.
std::string caseSchemaJson();
/// docs/caseFile.md, from the same table.
std::string caseFileMarkdown();

}  // namespace fluxtet
