// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/faults.hpp"
#include "lib/config/key.hpp"
#include "lib/config/node.hpp"
#include "lib/config/value.hpp"

#include <string>

namespace fluxtet::config {

/// "a quantity in m, > 0 m, such as 20 mm", "one of centred, upwind": what a key takes, for messages and documentation.
std::string expectation(const Key& key);

/// Checks a scalar or a vector (every type but section, nameMap and list). `path` names the key in messages.
Value validateScalar(const Node& node, const Key& key, const std::string& path, Faults& faults);

}  // namespace fluxtet::config
