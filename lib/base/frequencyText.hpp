// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fluxtet {

/// "1.8 GHz", "50 Hz": a frequency in Hz as people write it.
std::string frequencyText(double frequency, int digits);
/// The same with twelve digits.
std::string frequencyText(double frequency);
/// "900 MHz, 1.8 GHz".
std::string frequenciesText(const std::vector<double>& frequencies);

}  // namespace fluxtet
