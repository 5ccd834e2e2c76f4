// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fluxtet {

/// `text` as it may go to a terminal: names come from files of unknown origin, and may hold bytes that move the cursor
/// or worse. Control characters except line breaks and tabs, and bytes that are no UTF-8, become \xNN.
std::string printable(std::string_view text);

}  // namespace fluxtet
