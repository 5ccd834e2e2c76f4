// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/key.hpp"

#include <string>

namespace fluxtet::config {

/// JSON schema (draft 2020-12) of case files whose key `solver` chooses one of two tables; without it `usual` holds.
std::string schemaJson(const std::string& title, const SolverTable& usual, const SolverTable& other);

}  // namespace fluxtet::config
