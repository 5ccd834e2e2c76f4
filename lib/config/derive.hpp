// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lib/config/faults.hpp"
#include "lib/config/value.hpp"

#include <filesystem>
#include <string>

namespace fluxtet::config {

/// Fills in what depends on other keys: dgtd.scheme, delays of waveforms, unit directions, a gap's resistance, the
/// kind and frequency of spectra, the tolerance, reduction, names and units of static cases, absolute paths (relative
/// ones start at `folder`). Vectors that must not be zero and polarizations that are not perpendicular go to `faults`.
void derive(Value& root, const std::filesystem::path& folder, Faults& faults);

/// The part of derive() for `solver: static`.
void deriveStatic(Value& root);
/// `static.solve.tolerance` of a case that does not give it.
double defaultTolerance(bool singlePrecision);
/// SI unit of the potential that a `static.problem` seeks.
std::string potentialUnit(const std::string& problem);

}  // namespace fluxtet::config
