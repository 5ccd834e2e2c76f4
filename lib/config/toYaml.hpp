// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/key.hpp"
#include "lib/config/value.hpp"

#include <string>

namespace fluxtet::config {

/// The case as YAML with all defaults, quantities in SI units with all their digits; reading it gives the same case.
std::string toYaml(const Value& root, const Key& key);

}  // namespace fluxtet::config
