// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fluxtet {

/// A number that a .geo file lets its user set: DefineConstant[ variable = {default, Name "label"} ].
struct GeoParameter {
  std::string variable;
  std::string label;  ///< ONELAB name, or empty
};

/// The constants that a .geo file and the files it includes declare by DefineConstant.
std::vector<GeoParameter> geoParameters(const std::filesystem::path& file);

/// Values by variable, from values that the user gives by variable or label, in the units of the .geo file. Throws
/// InputError for a name that the file does not declare and lists those that it does.
std::map<std::string, double> resolveParameters(const std::filesystem::path& file,
                                                const std::map<std::string, double>& given);

}  // namespace fluxtet
