// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::cli {

/// `fluxtet schema`: prints the JSON schema of the case file, or with `markdown` its documentation. Returns the exit
/// code.
int runSchema(bool markdown);

}  // namespace fluxtet::cli
