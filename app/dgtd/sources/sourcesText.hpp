// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"

#include <string>

namespace fluxtet::dgtd {

/// All properties of the sources that the fields depend on, as text with all digits, for comparison with a checkpoint.
/// A waveform of tabulated values appears as a hash of its rows.
std::string sourcesText(const DgtdCase& theCase);

}  // namespace fluxtet::dgtd
