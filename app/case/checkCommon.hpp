// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/commonCase.hpp"
#include "lib/config/faults.hpp"
#include "lib/config/value.hpp"

#include <string>

/// Checks of several keys at once that both solvers have. Faults go to `faults` with their place.
namespace fluxtet {

/// The file of the mesh exists, a generated mesh is not too large, and each region's material is one of the case.
void checkCommon(const config::Value& root, const CommonCase& theCase, config::Faults& faults);

/// `output.directory` is not empty.
void checkDirectory(const config::Value& output, const std::string& directory, config::Faults& faults);
/// Two outputs of one name would write the same file.
void checkNamesDiffer(const config::Value& list, const std::string& path, config::Faults& faults);

}  // namespace fluxtet
