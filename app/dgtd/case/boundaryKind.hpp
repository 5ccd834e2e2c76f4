// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
// The boundary conditions of the time domain, one row each: what a user calls it, what it makes of the faces of a mesh,
// and what the fields see there. A further condition with a fixed reflection is a row here and an enumerator.
#pragma once

#include "kernels/dgtd/faceCondition.hpp"
#include "lib/base/choices.hpp"
#include "lib/mesh/surfaceRole.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

namespace fluxtet::dgtd {

enum class BoundaryKind : std::uint8_t { pec, pmc, absorbing, pml, impedance, conductor, sheet };

struct BoundaryRow {
  Choice<BoundaryKind> choice;  ///< its name in case files
  SurfaceRole role;
  FaceCondition condition;  ///< of the surface, or of the end of its absorbing layer
  bool hasLayer = false;    ///< an absorbing layer is added outside of the surface
  bool hasLaw = false;      ///< a FaceLaw takes the condition's place
};
/// By BoundaryKind.
inline constexpr BoundaryRow boundaryRows[] = {
    {{"pec", BoundaryKind::pec}, SurfaceRole::sheet, electricWall},
    {{"pmc", BoundaryKind::pmc}, SurfaceRole::sheet, magneticWall},
    {{"absorbing", BoundaryKind::absorbing}, SurfaceRole::hull, absorbingBoundary},
    {{"pml", BoundaryKind::pml}, SurfaceRole::hull, absorbingBoundary, true},
    {{"impedance", BoundaryKind::impedance}, SurfaceRole::sheet, electricWall, false, true},
    {{"conductor", BoundaryKind::conductor}, SurfaceRole::sheet, electricWall, false, true},
    {{"sheet", BoundaryKind::sheet}, SurfaceRole::none, magneticWall, false, true},
};
constexpr const BoundaryRow& rowOf(BoundaryKind kind) {
  return boundaryRows[static_cast<std::size_t>(kind)];
}
static_assert([] {
  for (const BoundaryRow& row : boundaryRows)
    if (&rowOf(row.choice.value) != &row) return false;
  return true;
}());

inline constexpr auto boundaryKinds = [] {
  std::array<Choice<BoundaryKind>, std::size(boundaryRows)> choices{};
  for (std::size_t i = 0; i < choices.size(); ++i) choices[i] = boundaryRows[i].choice;
  return choices;
}();
constexpr std::span<const Choice<BoundaryKind>> choicesOf(BoundaryKind) {
  return boundaryKinds;
}

}  // namespace fluxtet::dgtd
