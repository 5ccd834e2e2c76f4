// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/caseFile/loadCase.hpp"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fluxtet::test {

/// parseCase() of a text that is a case of the time domain. Throws std::bad_variant_access if it is a static one.
inline dgtd::DgtdCase parseDgtdCase(const std::string& text, const std::string& file,
                                    const std::vector<Override>& overrides) {
  return std::get<dgtd::DgtdCase>(parseCase(text, file, overrides));
}

/// The same for a static case.
inline statics::StaticCase parseStaticCase(const std::string& text, const std::string& file,
                                           const std::vector<Override>& overrides) {
  return std::get<statics::StaticCase>(parseCase(text, file, overrides));
}

}  // namespace fluxtet::test
