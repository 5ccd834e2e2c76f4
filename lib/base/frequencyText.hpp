// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace fluxtet {

/// "1.8 GHz", "50 Hz": text of a frequency, Hz, with `digits` significant digits and the fitting prefix.
std::string frequencyText(double frequency, int digits);
/// The same of a frequency, Hz, with twelve digits.
std::string frequencyText(double frequency);
/// "900 MHz, 1.8 GHz": texts of `frequencies` [n], Hz, with twelve digits.
std::string frequenciesText(const std::vector<double>& frequencies);

}  // namespace fluxtet
