// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/config/fieldLists.hpp"

namespace fluxtet::dgtd {

/// The keys that `solver: dgtd` alone has.
config::Section<DgtdCase> dgtdKeys();

// The parts of the table that stand in files of their own.
config::Field<DgtdCase> sourcesKey();
config::Field<DgtdCase> outputKey();
config::Field<OutputSettings> dftKey();
config::Field<OutputSettings> sarKey();
config::Section<WaveformSpec> waveformKeys();

/// Fills in what depends on other keys: the scheme and penalty of the flux, delays of waveforms, unit directions, a
/// gap's resistance, the kind and frequency of spectra. Vectors that must not be zero and polarizations that are not
/// perpendicular go to `faults`.
void deriveDgtd(config::Value& root, config::Faults& faults);

/// Checks what concerns several keys at once, reads tables of waveforms, and settles what follows from several parts of
/// the case (tissues and the frequency of `output.sar`). `theCase` has been filled from `root`.
void checkDgtdKeys(const config::Value& root, DgtdCase& theCase, config::Faults& faults);

}  // namespace fluxtet::dgtd
