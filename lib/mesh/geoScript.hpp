// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fluxtet {

/// The end of a string literal of a .geo that begins at `i`, one past its closing quote.
std::size_t endOfGeoString(const std::string& text, std::size_t i);

/// The text of a .geo without its comments.
std::string geoScriptText(const std::filesystem::path& file);

/// A script's text without its string literals.
std::string withoutStrings(const std::string& text);

/// The texts of a .geo and of the scripts that it reads, as far as it names them, without comments and literals.
std::string geoStatements(const std::filesystem::path& file);

/// The file and all files that a .geo reads, where its text names them all: nothing if it runs commands, asks for what
/// differs between machines, or makes up a file's name.
std::optional<std::vector<std::filesystem::path>> filesOfGeoScript(const std::filesystem::path& file);

}  // namespace fluxtet
