// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/case/commonCase.hpp"
#include "lib/config/faults.hpp"

#include <string>
#include <vector>

namespace fluxtet {

/// Names of the physical groups of a mesh, and what they are called: "volume", "surface", "curve".
struct GroupNames {
  const std::vector<std::string>& names;
  const char* kind;

  bool contains(const std::string& name) const;
};

/// `name`, which stands at `path` of the case, must be a group of the mesh.
void checkGroupName(const std::string& name, const std::string& path, const GroupNames& groups, const Mark& mark,
                    config::Faults& faults);

/// Every region of the case exists in the mesh, and every region of the mesh has a material.
void checkRegionNames(const CommonCase& theCase, const GroupNames& regions, config::Faults& faults);

}  // namespace fluxtet
