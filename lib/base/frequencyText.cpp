// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#include "lib/base/frequencyText.hpp"

#include <fmt/format.h>

namespace fluxtet {

std::string frequencyText(double frequency, int digits) {
  struct Prefix {
    double factor;
    const char* unit;
  };
  for (const auto& [factor, unit] : {Prefix{1e12, "THz"}, Prefix{1e9, "GHz"}, Prefix{1e6, "MHz"}, Prefix{1e3, "kHz"}})
    if (frequency >= factor) return fmt::format("{:.{}g} {}", frequency / factor, digits, unit);
  return fmt::format("{:.{}g} Hz", frequency, digits);
}

std::string frequencyText(double frequency) {
  return frequencyText(frequency, 12);
}

std::string frequenciesText(const std::vector<double>& frequencies) {
  std::string text;
  for (const double frequency : frequencies) text += (text.empty() ? "" : ", ") + frequencyText(frequency);
  return text;
}

}  // namespace fluxtet
