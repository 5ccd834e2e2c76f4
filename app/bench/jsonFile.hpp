// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fluxtet::bench {

/// Throws InputError if `--json` names a file that exists, or a folder that does not. Empty: no file is wanted.
void requireNewJsonFile(const std::string& file);

}  // namespace fluxtet::bench
