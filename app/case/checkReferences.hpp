// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/faults.hpp"
#include "lib/config/value.hpp"

#include <string>

namespace fluxtet {

/// A section that assigns something to names of the mesh.
struct Assignments {
  const config::Value* section;  ///< null where the case has none
  const char* name;
};

/// `reference`, a text at `path` of the case, names one of the assigned volumes or surfaces; null is accepted.
void checkAssigned(const config::Value* reference, const std::string& path, const Assignments& assignments,
                   config::Faults& faults);

/// The same for each text of a list.
void checkAssignedList(const config::Value* list, const std::string& path, const Assignments& assignments,
                       config::Faults& faults);

}  // namespace fluxtet
