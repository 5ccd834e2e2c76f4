// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/static/case/staticCase.hpp"
#include "lib/config/fieldLists.hpp"

#include <string>

namespace fluxtet::statics {

/// The keys that `solver: static` alone has.
config::Section<StaticCase> staticKeys();

// The parts of the table that stand in files of their own.
config::Field<StaticCase> staticBoundariesKey();
config::Field<StaticCase> staticSourcesKey();
config::Field<StaticCase> staticOutputKey();

/// Fills in what depends on other keys: the tolerance, names of points and lines, units of potentials.
void deriveStatic(config::Value& root);
/// Value of `static.solve.tolerance`, relative (SolveSettings::tolerance), in a case that does not give it.
double defaultTolerance(bool singlePrecision);
/// SI unit of the potential that a `static.problem` seeks.
std::string potentialUnit(const std::string& problem);

/// Checks what concerns several keys at once. `theCase` has been filled from `root`.
void checkStaticKeys(const config::Value& root, const StaticCase& theCase, config::Faults& faults);

}  // namespace fluxtet::statics
