// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "app/static/dofMap.hpp"
#include "app/static/signedSets.hpp"
#include "lib/base/error.hpp"

#include <algorithm>

namespace fluxtet::statics {
namespace {

bool isMinus(const DofMap& dofs, std::int32_t node) {
  return !dofs.minus.empty() && dofs.minus[static_cast<std::size_t>(node)] != 0;
}

const char* advice(const StaticModel& model) {
  switch (model.problem()) {
    case StaticProblem::electrostatic:
      return "a boundary with 'potential: 0 V'";
    case StaticProblem::scalarMagnetic:
      return "a boundary with 'potential: 0 A'";
    case StaticProblem::magnetostatic:
      return "a boundary with 'potential: 0 Wb/m' (no flux through it)";
  }
  return "";
}

/// One dof of the element, or -1 if all its nodes are prescribed. Joins its dofs in `parts`; `fixed` if a constant (of
/// A_phi: 1 / r) is ruled out.
std::int32_t joinElement(const StaticModel& model, const DofMap& dofs, std::int32_t e, SignedSets& parts, bool& fixed) {
  std::int32_t first = -1;
  bool firstMinus = false;
  fixed = false;
  for (const std::int32_t node : model.nodes.ofElement(e)) {
    const std::int32_t dof = dofs.ofNode[static_cast<std::size_t>(node)];
    if (dof < 0) {
      fixed = true;
    } else if (first < 0) {
      first = dof;
      firstMinus = isMinus(dofs, node);
    } else if (!parts.join(first, dof, firstMinus != isMinus(dofs, node))) {
      fixed = true;  // the constant would have to be its own opposite
    }
  }
  return first;
}

}  // namespace

void requireConstrained(const StaticModel& model, const DofMap& dofs) {
  SignedSets parts(dofs.numDofs);
  std::vector<std::int32_t> fixedDofs;
  for (std::int32_t e = 0; e < model.mesh.numElements(); ++e) {
    bool fixed = false;
    const std::int32_t dof = joinElement(model, dofs, e, parts, fixed);
    if (fixed && dof >= 0) fixedDofs.push_back(dof);
  }
  std::vector<std::uint8_t> isFixed(static_cast<std::size_t>(dofs.numDofs), 0);
  for (const std::int32_t dof : fixedDofs) isFixed[static_cast<std::size_t>(parts.find(dof).lowest)] = 1;
  for (std::int32_t e = 0; e < model.mesh.numElements(); ++e)
    for (const std::int32_t node : model.nodes.ofElement(e)) {
      const std::int32_t dof = dofs.ofNode[static_cast<std::size_t>(node)];
      if (dof < 0 || isFixed[static_cast<std::size_t>(parts.find(dof).lowest)] != 0) continue;
      throw InputError(fmt::format(
          "nothing fixes the potential in the part of the mesh around region '{}' at {}: its solution is not unique; "
          "add {} there",
          model.mesh.groups.regions[static_cast<std::size_t>(model.mesh.region[static_cast<std::size_t>(e)])],
          placeText(model, centroid(model.mesh, e)), advice(model)));
    }
}

}  // namespace fluxtet::statics
