// SPDX-FileCopyrightText: The fluxtet authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/dgtd/case/dgtdCase.hpp"
#include "lib/config/fieldLists.hpp"

namespace fluxtet::dgtd {

/// The keys that `solver: dgtd` alone has.
config::Section<DgtdCase> dgtdKeys();

// Parts of the table in files of their own.
config::Section<BoundaryAssignment> wallKeys();
config::Field<DgtdCase> sourcesKey();
config::Field<DgtdCase> portsKey();
config::Field<DgtdCase> loadsKey();
config::Field<DgtdCase> outputKey();
config::Field<OutputSettings> dftKey();
config::Field<OutputSettings> sarKey();
config::Field<OutputSettings> farFieldKey();
config::Field<OutputSettings> transientFarFieldKey();
config::Field<OutputSettings> sParametersKey();
config::Section<WaveformSpec> waveformKeys();
config::Section<LayerSettings> layerKeys();

/// Sets defaults that depend on other keys: scheme, penalty, delays of waveforms, unit directions, resistance of lumped
/// ports, kind and frequency of spectra. Appends to `faults` zero vectors and polarizations that are not perpendicular
/// to the direction.
void deriveDgtd(config::Value& root, config::Faults& faults);

/// Makes the checks that concern several keys, reads tables of waveforms, and sets the tissues and the frequency of
/// `output.sar`. `theCase` has been filled from `root`.
void checkDgtdKeys(const config::Value& root, DgtdCase& theCase, config::Faults& faults);

}  // namespace fluxtet::dgtd
