// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/base/choices.hpp"

#include <cstdint>
#include <span>

namespace fluxtet {

/// Condition on a surface: perfect electric conductor, perfect magnetic conductor, Silver-Mueller absorbing condition.
enum class BoundaryKind : std::uint8_t { pec, pmc, absorbing };

inline constexpr Choice<BoundaryKind> boundaryKinds[] = {
    {"pec", BoundaryKind::pec}, {"pmc", BoundaryKind::pmc}, {"absorbing", BoundaryKind::absorbing}};
constexpr std::span<const Choice<BoundaryKind>> choicesOf(BoundaryKind) {
  return boundaryKinds;
}

}  // namespace fluxtet
