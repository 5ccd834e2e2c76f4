// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/device/computeDevice.hpp"
#include "lib/output/outputDirectory.hpp"

#include <string>

namespace fluxtet {

/// What the command line says of a run, beside its case.
struct RunOptions {
  std::string restart;  ///< empty: from the start; "latest": newest checkpoint of the output directory; else a file
  Backend backend = Backend::automatic;
  ExistingOutput existing = ExistingOutput::refuse;
};

}  // namespace fluxtet
