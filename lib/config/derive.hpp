// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "config/faults.hpp"
#include "config/value.hpp"

#include <filesystem>

namespace fluxtet::config {

/// Fills in what depends on other keys: dgtd.scheme, delays of waveforms, unit directions, absolute paths (relative
/// ones start at `folder`). Vectors that must not be zero and polarizations that are not perpendicular go to `faults`.
void derive(Value& root, const std::filesystem::path& folder, Faults& faults);

}  // namespace fluxtet::config
