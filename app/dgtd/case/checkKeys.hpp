// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/config/faults.hpp"
#include "lib/config/value.hpp"

/// The parts of checkDgtdKeys(), one per file. `theCase` has been filled from the values; faults go to `faults`.
namespace fluxtet::dgtd {

/// Reads tables of waveforms, and checks directions, strengths and the regions of gaps.
void checkSources(const config::Value& sources, DgtdCase& theCase, config::Faults& faults);
void checkOutput(const config::Value& output, const OutputSettings& settings, config::Faults& faults);
/// `output.dft` and `output.sar` fit the materials, regions, sources and time of `theCase`. Sets the tissues of `sar`
/// that follow from the densities.
void checkSpectra(const config::Value& output, DgtdCase& theCase, config::Faults& faults);
/// Warns of what `output.sar` leaves out unsaid, and of densities that no tissue has.
void warnOfTissues(const SarOutput& sar, const DgtdCase& theCase, config::Faults& faults);
/// Volumes and surfaces that sources and output name are assigned in `regions:` and `boundaries:`.
void checkDgtdReferences(const config::Value& root, config::Faults& faults);

/// E and H are listed once each in `fields` of the output at `path`.
void checkFields(const config::Value& section, const std::string& path, config::Faults& faults);
/// The first corner of `box` of the output at `path` lies below the second.
void checkBox(const config::Value& section, const std::string& path, config::Faults& faults);

}  // namespace fluxtet::dgtd
