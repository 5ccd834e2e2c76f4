// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/staticCase.hpp"

namespace fluxtet {

/// As a case file names them.
const char* toString(StaticProblem problem);
const char* toString(StaticPreconditioner preconditioner);

}  // namespace fluxtet
