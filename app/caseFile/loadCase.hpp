// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/caseFile/case.hpp"

#include <span>
#include <string>

namespace fluxtet {

/// One `--set key.path=value`, e.g. "dgtd.order=3" or "output.probes[0].at=[0, 0, 1 mm]" (value is YAML).
using Override = std::string;

/// Parses and validates a case given as text; `file` names it in errors and anchors relative paths of meshes and
/// tables. Throws InputError "case.yaml:12:5: ..." listing every fault found (each with what was expected and the
/// nearest valid name). Reads no mesh: what only the mesh can reveal is checked by checkCaseAgainstMesh() and
/// checkStaticCaseAgainstMesh().
Case parseCase(const std::string& text, const std::string& file, std::span<const Override> overrides);

/// Reads `file` and parses it. Throws InputError if it cannot be read.
Case loadCase(const std::string& file, std::span<const Override> overrides);

/// JSON schema (draft 2020-12) of the case file, from the tables of keys.
std::string caseSchemaJson();
/// docs/caseFile.md, from the same tables.
std::string caseFileMarkdown();
/// The materials of the key `library`, as a section `materials` of a case.
const std::string& materialsYaml();

}  // namespace fluxtet
