// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/faults.hpp"
#include "lib/config/node.hpp"

#include <string>

namespace fluxtet {

/// The materials that fluxtet brings along, with their sources: app/case/materials.yaml as it was when fluxtet was
/// built.
const std::string& materialLibrary();

/// Gives each material of a case with the key `library` all keys that the material of this name has in the library;
/// keys of the case's own material take their place, inside of sections too. A name that the library lacks goes to
/// `faults`.
void insertLibraryMaterials(config::Node& root, config::Faults& faults);

}  // namespace fluxtet
