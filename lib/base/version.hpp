// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet {

const char* version();       ///< "0.1.0"
const char* commit();        ///< abbreviated commit, "-dirty" with local changes, "unknown" outside a checkout
const char* buildOptions();  ///< compiler and build type

}  // namespace fluxtet
