// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

/// Lets Gmsh give faces the names that a STEP file has for them, from the next import on. Returns false if it cannot,
/// since the program was built without OpenCASCADE's headers. With a Gmsh that has an OpenCASCADE of its own faces stay
/// without a name, too.
bool readNamesOfStepFaces();

}  // namespace fluxtet
