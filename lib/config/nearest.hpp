// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fluxtet::config {

/// Candidate that `name` most likely stands for: one of which it is a synonym, or that is few edits away, regardless of
/// case; empty if there is none.
std::string nearest(std::string_view name, std::span<const std::string> candidates);

/// " (did you mean 'order'?)", or empty if nothing is near.
std::string didYouMean(std::string_view name, std::span<const std::string> candidates);

/// "a, b, c"; "none" for an empty list; long lists are cut with their length.
std::string listOf(std::span<const std::string> names);

}  // namespace fluxtet::config
