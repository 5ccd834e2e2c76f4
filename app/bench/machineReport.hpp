// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/machine.hpp"
#include "kernels/device/gpu.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

/// First part of every report: program, date and machine.
namespace fluxtet::bench {

/// One line of a report's header.
std::string headLine(const char* label, const std::string& value);
/// Program, processor and GPU (none: measured on the CPU), one line each.
std::string machineHead(const MachineFacts& machine, const std::optional<GpuInfo>& gpu);

/// JSON object with the members `version`, `commit`, `build`, `date` and `machine`, to which a benchmark adds its own.
nlohmann::ordered_json machineJson(const MachineFacts& machine, const std::optional<GpuInfo>& gpu);
/// Text of a JSON file. Names of case files in it may be invalid UTF-8.
std::string jsonText(const nlohmann::ordered_json& json);

}  // namespace fluxtet::bench
