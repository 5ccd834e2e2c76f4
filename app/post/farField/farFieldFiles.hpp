// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "app/post/farField/farFieldStudy.hpp"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <vector>

namespace fluxtet::farField {

/// Tells by which surfaces there are images: empty, or text that follows that of the surface.
std::string imagesText(const dgtd::FarFieldSurface& output);

/// The table of all frequencies and directions, CSV: a row for each frequency, theta and phi (docs/userGuide.md).
std::string farFieldTable(const dgtd::FarFieldOutput& output, std::span<const FarField> fields);
/// The part of summary.json.
nlohmann::ordered_json farFieldJson(const dgtd::FarFieldOutput& output, const EnclosingSurface& surface,
                                    std::span<const FarField> fields);
/// What the balance of powers says is wrong.
std::vector<std::string> farFieldWarnings(std::span<const FarField> fields);
/// Lines for the log, one for each frequency if there are few.
std::vector<std::string> farFieldLines(const dgtd::FarFieldOutput& output, const EnclosingSurface& surface,
                                       std::span<const FarField> fields);

}  // namespace fluxtet::farField
