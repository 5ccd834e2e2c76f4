// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fluxtet::cli {

/// A case of app/cli/newCase/ to start from.
struct NewCase {
  std::string kind;      ///< its name on the command line
  std::string yaml;      ///< text of the case
  std::string geometry;  ///< text of <kind>.geo, which the case names
};

/// All of them, in the order of the list that `fluxtet new` prints.
const std::vector<NewCase>& newCases();

}  // namespace fluxtet::cli
