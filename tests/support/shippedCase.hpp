// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/caseRun.hpp"

#include <string>
#include <vector>

namespace fluxtet::test {

/// Runs a case of meshes/, e.g. "coaxial/case.yaml", as runCase() does; its geometry is found beside it.
CaseRun runShipped(const std::string& file, const std::vector<std::string>& overrides = {});

}  // namespace fluxtet::test
