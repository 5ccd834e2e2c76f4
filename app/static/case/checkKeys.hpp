// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/case/staticCase.hpp"
#include "lib/config/faults.hpp"
#include "lib/config/value.hpp"

/// The parts of checkStaticKeys(), one per file. Faults go to `faults` with their place.
namespace fluxtet::statics {

/// Names and sides of coils occur once.
void checkCoils(const config::Value& sources, config::Faults& faults);
/// Names differ, lines have two ends, and no quantity is listed twice.
void checkStaticOutput(const config::Value& output, const StaticOutput& settings, config::Faults& faults);
/// The problem and what belongs to it, methods, pairs of surfaces, quantities.
void checkProblem(const config::Value& root, const StaticCase& theCase, config::Faults& faults);
/// Regions that sources and output name are assigned in `regions:`.
void checkStaticReferences(const config::Value& root, config::Faults& faults);

}  // namespace fluxtet::statics
