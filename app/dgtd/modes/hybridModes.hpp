// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/modes/portMode.hpp"

#include <vector>

namespace fluxtet::dgtd {

/// The `count` modes of largest beta^2 of a cross-section with any filling, at the middle of `band` (of the squares of
/// the frequencies), from A x = -beta^2 B x (hybridSpace.hpp). Each is followed to other frequencies of the band by the
/// overlap of its fields; beta^2 and the impedance are interpolated between these (ModeDispersion), the profiles are
/// those of the middle. Names are "hybrid 1", "hybrid 2", ... Throws InputError if a mode cannot be followed.
std::vector<PortMode> hybridModes(const CrossSection& section, int count, const FrequencyBand& band);

}  // namespace fluxtet::dgtd
