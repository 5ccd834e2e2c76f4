// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"

namespace fluxtet::dgtd {

/// Sign, 1 or -1, with which a profile is to be taken: of its moments int x^p y^q e_u, int x^p y^q e_v about the centre
/// of area, in ascending order p + q, then q, u before v, the first that is not small is to be positive. So a mode with
/// a mean direction points to positive u, or v; a radial field outwards.
double signOf(const ModeProfile& electric, const CrossSection& section);

}  // namespace fluxtet::dgtd
