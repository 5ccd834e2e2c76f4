// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace fluxtet::cli {

/// `fluxtet schema`: prints the JSON schema of the case file, with `markdown` its documentation, with `materials` the
/// library of materials. Returns the exit code.
int runSchema(bool markdown, bool materials);

}  // namespace fluxtet::cli
