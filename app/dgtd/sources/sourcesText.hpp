// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <string>

namespace fluxtet::dgtd {

/// All that the fields know of the sources, with all their digits; of a table its rows stand as a number that changes
/// with them.
std::string sourcesText(const DgtdCase& theCase);

}  // namespace fluxtet::dgtd
