// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/computeDevice.hpp"
#include "lib/output/outputDirectory.hpp"

#include <string>

namespace fluxtet {

/// Options of a run on the command line, beside its case.
struct RunOptions {
  std::string restart;  ///< empty: from the start; "latest": newest checkpoint of the output directory; else a file
  Backend backend = Backend::automatic;
  ExistingOutput existing = ExistingOutput::refuse;
};

}  // namespace fluxtet
