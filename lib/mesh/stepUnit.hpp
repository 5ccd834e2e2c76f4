// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fluxtet {

/// The unit of length that the text of a STEP file says it is in: "mm", "m", "INCH"; several, joined by commas, where
/// its parts have different ones; empty if it does not say.
std::string stepUnit(const std::string& text);

}  // namespace fluxtet
