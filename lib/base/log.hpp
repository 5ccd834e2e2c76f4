// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/spdlog.h>

namespace fluxtet {

/// Sets up the default spdlog logger: messages to stderr, on rank 0 only below `warn`; other ranks prefix their rank.
void setUpLogging(int rank);

}  // namespace fluxtet
