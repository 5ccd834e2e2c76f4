// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/bench/machine.hpp"
#include "kernels/device/gpu.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

/// What every bench tells first: program, date and machine.
namespace fluxtet::bench {

/// One line of a table's head.
std::string headLine(const char* label, const std::string& value);
/// Program, processor and GPU (nothing: measured on the CPU), a line each.
std::string machineHead(const MachineFacts& machine, const std::optional<GpuInfo>& gpu);

/// The members `version`, `commit`, `build`, `date` and `machine`, to which a bench adds its own.
nlohmann::ordered_json machineJson(const MachineFacts& machine, const std::optional<GpuInfo>& gpu);
/// As a file's text. A case file's name in it need not be valid UTF-8.
std::string jsonText(const nlohmann::ordered_json& json);

}  // namespace fluxtet::bench
